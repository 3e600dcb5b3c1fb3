import { Alert, Button, Tabs } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import type { Flow as FlowType } from "../../domain/flow/Flow.ts"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { FlowForm } from "../flow/FlowForm.tsx"
import { Runs } from "../flow/Runs.tsx"
import { useAccount } from "../useAccount.ts"

const Editor = ({ flow }: { readonly flow: FlowType }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [draft, setDraft] = useState({ name: flow.name, definition: flow.definition })
  const params = { account, id: flow.id }
  const reload = () => queries.invalidateQueries({ queryKey: ["flows", account] })
  const save = useMutation({
    mutationFn: () => call((api) => api.flows.update({ params, payload: draft })),
    onSuccess: reload
  })
  const turn = useMutation({
    mutationFn: () =>
      call((api) => (flow.status === "active" ? api.flows.pause({ params }) : api.flows.activate({ params }))),
    onSuccess: reload
  })
  return (
    <Page
      title={flow.name}
      actions={
        <>
          <State state={flow.status} />
          <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
            {flow.status === "active" ? "Pause" : "Activate"}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            Save as a new version
          </Button>
        </>
      }
    >
      {turn.isError && <Failure error={turn.error} />}
      {save.isError && <Failure error={save.error} />}
      {save.isSuccess && <Alert color="teal">Saved. Runs that are under way stay on their version.</Alert>}
      <Tabs defaultValue="steps" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="steps">Flow</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="steps">
          <FlowForm
            name={draft.name}
            definition={draft.definition}
            onName={(name) => setDraft({ ...draft, name })}
            onChange={(definition) => setDraft({ ...draft, definition })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <Runs id={flow.id} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

/** A flow: its steps, and its runs. */
export const Flow = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const flow = useQuery({
    queryKey: ["flows", account, id],
    queryFn: () => call((api) => api.flows.read({ params: { account, id } }))
  })
  if (flow.error !== null) return <Failure error={flow.error} retry={() => void flow.refetch()} />
  if (flow.data === undefined) return <Loading />
  return <Editor key={flow.data.data.id} flow={flow.data.data} />
}
