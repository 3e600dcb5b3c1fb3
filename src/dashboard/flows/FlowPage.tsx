import { Alert, Button, Group, Tabs } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { Result } from "effect"
import { useState } from "react"
import { decodeFlow, decodeShape } from "../../domain/flows/decodeFlow.ts"
import type { Flow as FlowType } from "../../domain/flows/Flow.ts"
import { call, CallFailed, issuesOf } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ActivationError, senderIssuesOf } from "./ActivationError.tsx"
import { IssueList } from "./IssueList.tsx"
import { FlowIssues, relativeToDefinition } from "./flowIssues.ts"
import { FlowEditor } from "./FlowEditor.tsx"
import { RunTable } from "./RunTable.tsx"
import { useAccount } from "../accounts/useAccount.ts"

const LoadedFlow = ({ flow }: { readonly flow: FlowType }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [draft, setDraft] = useState({ name: flow.name, definition: flow.definition })
  const params = { account, id: flow.id }
  const reload = () => queries.invalidateQueries({ queryKey: ["flows", account] })
  const save = useMutation({
    mutationFn: () => {
      // A draft without the shape of a flow can't be encoded, so its issues are found here; the API validates the rest.
      const shape = decodeShape(draft)
      if (Result.isSuccess(shape)) return call((api) => api.flows.update({ params, payload: shape.success }))
      throw new CallFailed(Result.merge(Result.flip(decodeFlow(draft, () => []))))
    },
    onSuccess: reload
  })
  const issues = relativeToDefinition(issuesOf(save.error))
  const toggleStatus = useMutation({
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
      subtitle={
        <Group gap="xs">
          <StatusBadge status={flow.status} />
          Version {flow.version}
          {draft.definition === flow.definition && draft.name === flow.name ? "" : "· unsaved changes"}
        </Group>
      }
      back={
        <PageLink to="/a/$account/flows" params={{ account }}>
          ← Flows
        </PageLink>
      }
      actions={
        <>
          <Button variant="default" loading={toggleStatus.isPending} onClick={() => toggleStatus.mutate()}>
            {flow.status === "active" ? "Pause" : "Activate"}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            Save as a new version
          </Button>
        </>
      }
    >
      {toggleStatus.isError && <ActivationError error={toggleStatus.error} />}
      {save.isError &&
        (issues.length === 0 || senderIssuesOf(save.error).length > 0 ? (
          <ActivationError error={save.error} />
        ) : (
          <IssueList issues={issues} definition={draft.definition} />
        ))}
      {save.isSuccess && <Alert color="teal">Saved. Runs in progress stay on their version.</Alert>}
      <Tabs defaultValue="steps" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="steps">Flow</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="steps">
          <FlowIssues value={issues}>
            <FlowEditor
              name={draft.name}
              definition={draft.definition}
              onName={(name) => change({ ...draft, name })}
              onChange={(definition) => change({ ...draft, definition })}
            />
          </FlowIssues>
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunTable id={flow.id} definition={flow.definition} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

/** A flow with its editor and its runs. */
export const FlowPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["flows", account, id],
    queryFn: () => call((api) => api.flows.read({ params: { account, id } }))
  })
  if (query.error !== null) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  return <LoadedFlow key={query.data.data.id} flow={query.data.data} />
}
