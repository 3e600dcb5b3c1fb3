import { Alert, Button, Group, Tabs } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useBlocker, useParams } from "@tanstack/react-router"
import { Result } from "effect"
import { lazy, Suspense, useEffect, useState } from "react"
import { decodeFlow, decodeShape } from "../../domain/flows/decodeFlow.ts"
import type { Flow as FlowType } from "../../domain/flows/Flow.ts"
import { call, CallFailed, isFlowChanged, issuesOf } from "../call.ts"
import { isSameInput } from "../components/keptDrafts.ts"
import { DraftKept } from "../components/KeptDraft.tsx"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ActivationError, senderIssuesOf } from "./ActivationError.tsx"
import { IssueList } from "./editor/IssueList.tsx"
import { FlowIssues, relativeToDefinition } from "./editor/flowIssues.ts"
import { ChangedElsewhere } from "./editor/ChangedElsewhere.tsx"
import { flowDraftKey, flowDrafts } from "./editor/flowDrafts.ts"
import { MailNotice } from "../components/MailNotice.tsx"
import { FlowLanguagesNote } from "./editor/FlowLanguagesNote.tsx"
import { FlowSenderCheck } from "./editor/FlowSenderCheck.tsx"
import { FlowReportView } from "./runs/FlowReportView.tsx"
import { FlowActions } from "./FlowActions.tsx"
import { FlowEditor } from "./editor/FlowEditor.tsx"
import { RunTable } from "./runs/RunTable.tsx"
import { VersionTable } from "./VersionTable.tsx"
import { LazyFlowHoldout } from "../lift/lazyLift.ts"
import { useAccount } from "../accounts/useAccount.ts"
import * as words from "../words/flows/flowPage.ts"

// Its code and words are loaded when the tab is opened.
const FlowBacktestView = lazy(() =>
  import("./backtest/FlowBacktestView.tsx").then((module) => ({ default: module.FlowBacktestView }))
)

const editable = ({ name, definition }: Pick<FlowType, "name" | "definition">) => ({ name, definition })

const BackToFlows = () => {
  const account = useAccount()
  return (
    <PageLink to="/a/$account/flows" params={{ account }}>
      {words.backToFlows}
    </PageLink>
  )
}

const LoadedFlow = ({ flow }: { readonly flow: FlowType }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [tab, setTab] = useState("steps")
  const draftKey = flowDraftKey(account, flow.id)
  const [kept, setKept] = useState(() => flowDrafts.get(draftKey))
  const [draft, setDraft] = useState(kept?.draft ?? editable(flow))
  // The version that the draft is based on: saving on top of a newer one is a conflict.
  const [base, setBase] = useState(kept?.base ?? flow)
  const unsaved = !isSameInput(draft, editable(base))
  useEffect(() => flowDrafts.keep(draftKey, unsaved ? { draft, base } : undefined), [draftKey, unsaved, draft, base])
  // Another page of the dashboard keeps the draft; closing the tab would lose it.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => unsaved })
  const params = { account, id: flow.id }
  const read = () => call((api) => api.flows.get({ params }))
  const reload = () => queries.invalidateQueries({ queryKey: ["flows", account] })
  const save = useMutation({
    mutationFn: async (version: number) => {
      // A draft without the shape of a flow can't be encoded, so its issues are found here; the API validates the rest.
      const shape = decodeShape({ ...draft, version })
      if (Result.isSuccess(shape)) {
        const { data } = await call((api) => api.flows.update({ params, payload: shape.success }))
        // The draft as it was sent, so that edits during the call stay unsaved changes.
        return { ...data, ...draft }
      }
      throw new CallFailed(Result.merge(Result.flip(decodeFlow({ ...draft, version }, () => []))))
    },
    onSuccess: (saved) => {
      setBase(saved)
      setKept(undefined)
      return reload()
    }
  })
  const issues = relativeToDefinition(issuesOf(save.error))
  const toggleStatus = useMutation({
    mutationFn: async () => {
      if (flow.status === "active") return call((api) => api.flows.pause({ params }))
      if (unsaved) await save.mutateAsync(base.version)
      return call((api) => api.flows.activate({ params }))
    },
    onSuccess: reload
  })
  const discard = async () => {
    const { data } = await read()
    setDraft(editable(data))
    setBase(data)
    setKept(undefined)
    save.reset()
    await reload()
  }
  const overwrite = async () => save.mutate((await read()).data.version)
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
          {unsaved ? words.withUnsavedChanges(words.versionNumber(base.version)) : words.versionNumber(base.version)}
        </Group>
      }
      back={<BackToFlows />}
      actions={
        <>
          <FlowActions flow={flow} />
          <Button variant="default" loading={toggleStatus.isPending} onClick={() => toggleStatus.mutate()}>
            {flow.status === "active" ? words.pause : unsaved ? words.saveAndActivate : words.activate}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate(base.version)}>
            {words.saveVersion}
          </Button>
        </>
      }
    >
      {kept !== undefined && unsaved && <DraftKept onDiscard={() => void discard()} />}
      <MailNotice
        notice={flow.notice}
        isStopped={flow.status === "paused"}
        stopped={words.stopped}
        consequence={flow.status === "paused" ? words.nothingIsSent : words.flowGoesOn}
      />
      <FlowSenderCheck flow={flow} />
      <FlowLanguagesNote flow={flow} />
      {toggleStatus.isError && toggleStatus.error !== save.error && <ActivationError error={toggleStatus.error} />}
      {save.isError &&
        (isFlowChanged(save.error) ? (
          <ChangedElsewhere
            title={words.changedElsewhere}
            explanation={words.newerVersionSaved}
            onDiscard={() => void discard()}
            onOverwrite={() => void overwrite()}
          />
        ) : issues.length === 0 || senderIssuesOf(save.error).length > 0 ? (
          <ActivationError error={save.error} />
        ) : (
          <IssueList issues={issues} definition={draft.definition} />
        ))}
      {save.isSuccess && !unsaved && <Alert color="teal">{words.versionSaved}</Alert>}
      <Tabs value={tab} onChange={(next) => setTab(next ?? "steps")} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="steps">{words.flow}</Tabs.Tab>
          <Tabs.Tab value="runs">{words.runs}</Tabs.Tab>
          <Tabs.Tab value="holdout">{words.holdout}</Tabs.Tab>
          <Tabs.Tab value="backtest">{words.backtest}</Tabs.Tab>
          <Tabs.Tab value="versions">{words.versions}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="steps">
          <FlowIssues value={issues}>
            <FlowReportView id={flow.id}>
              <FlowEditor
                name={draft.name}
                definition={draft.definition}
                onName={(name) => change({ ...draft, name })}
                onChange={(definition) => change({ ...draft, definition })}
              />
            </FlowReportView>
          </FlowIssues>
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunTable id={flow.id} definition={flow.definition} />
        </Tabs.Panel>
        <Tabs.Panel value="holdout">
          <Suspense fallback={<Loading />}>
            <LazyFlowHoldout flow={flow} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="backtest">
          <Suspense fallback={<Loading />}>
            <FlowBacktestView id={flow.id} saved={base.definition} changed={unsaved ? draft.definition : undefined} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionTable
            id={flow.id}
            newest={flow.version}
            onOpen={(definition) => {
              change({ ...draft, definition })
              setTab("steps")
            }}
          />
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
    queryFn: () => call((api) => api.flows.get({ params: { account, id } }))
  })
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={<BackToFlows />} />
  if (query.data === undefined) return <Loading />
  return <LoadedFlow key={query.data.data.id} flow={query.data.data} />
}
