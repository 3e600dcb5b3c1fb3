import { Alert, Button, Group, Tabs } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { Result } from "effect"
import { useState } from "react"
import { decodeFlow, decodeShape } from "../../domain/flows/decodeFlow.ts"
import type { Flow as FlowType } from "../../domain/flows/Flow.ts"
import { call, CallFailed, issuesOf } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { To } from "../components/To.tsx"
import { IssueList } from "../flow/IssueList.tsx"
import { Issues, placed } from "../flow/issues.ts"
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
    mutationFn: () => {
      // What has not the shape of a flow can't be sent; the service finds the rest.
      const shape = decodeShape(draft)
      if (Result.isSuccess(shape)) return call((api) => api.flows.update({ params, payload: shape.success }))
      throw new CallFailed(Result.merge(Result.flip(decodeFlow(draft, () => []))))
    },
    onSuccess: reload
  })
  const issues = placed(issuesOf(save.error))
  const turn = useMutation({
    mutationFn: () =>
      call((api) => (flow.status === "active" ? api.flows.pause({ params }) : api.flows.activate({ params }))),
    onSuccess: reload
  })
  const change = (next: typeof draft) => {
    setDraft(next)
    if (save.isSuccess) save.reset()
  }
  return (
    <Page
      title={flow.name}
      note={
        <Group gap="xs">
          <State state={flow.status} />
          Version {flow.version}
          {draft.definition === flow.definition && draft.name === flow.name ? "" : "· not saved yet"}
        </Group>
      }
      back={
        <To to="/a/$account/flows" params={{ account }}>
          ← Flows
        </To>
      }
      actions={
        <>
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
      {save.isError &&
        (issues.length === 0 ? (
          <Failure error={save.error} />
        ) : (
          <IssueList issues={issues} definition={draft.definition} />
        ))}
      {save.isSuccess && <Alert color="teal">Saved. Runs that are under way stay on their version.</Alert>}
      <Tabs defaultValue="steps" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="steps">Flow</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="steps">
          <Issues value={issues}>
            <FlowForm
              name={draft.name}
              definition={draft.definition}
              onName={(name) => change({ ...draft, name })}
              onChange={(definition) => change({ ...draft, definition })}
            />
          </Issues>
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <Runs id={flow.id} definition={flow.definition} />
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
