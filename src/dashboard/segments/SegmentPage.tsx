import { Alert, Button, Group, Stack, Tabs, TextInput } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import type { Segment } from "../../domain/segments/Segment.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { ConditionsInput } from "../conditions/ConditionsInput.tsx"
import { FlowIssues } from "../flows/editor/flowIssues.ts"
import { UnsavedChanges } from "../flows/editor/UnsavedChanges.tsx"
import { DraftCount } from "./DraftCount.tsx"
import { SegmentMembers } from "./SegmentMembers.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/segments.ts"

// Loaded when its tab is opened.
const SegmentBacktestView = lazy(() =>
  import("./backtest/SegmentBacktestView.tsx").then((module) => ({ default: module.SegmentBacktestView }))
)

const editable = ({ name, conditions }: Pick<Segment, "name" | "conditions">) => ({ name, conditions })

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const BackToSegments = () => {
  const account = useAccount()
  return (
    <PageLink to="/a/$account/segments" params={{ account }}>
      {words.backToSegments}
    </PageLink>
  )
}

const LoadedSegment = ({ segment }: { readonly segment: Segment }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(editable(segment))
  const params = { account, id: segment.id }
  const unsaved = JSON.stringify(draft) !== JSON.stringify(editable(segment))
  const reload = () => queries.invalidateQueries({ queryKey: ["segments", account] })
  const save = useMutation({
    mutationFn: () => call((api) => api.segments.update({ params, payload: draft })),
    onSuccess: reload
  })
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part })
    if (save.isSuccess) save.reset()
  }
  const issues = issuesOf(save.error)
  return (
    <Page
      title={segment.name}
      back={<BackToSegments />}
      actions={
        <>
          <ConfirmButton
            label={common.deleting}
            title={words.deleteTitle}
            action={async () => {
              await call((api) => api.segments.remove({ params }))
              await navigate({ to: "/a/$account/segments", params: { account }, ignoreBlocker: true })
              await reload()
            }}
          >
            {words.deleteText}
          </ConfirmButton>
          <Button loading={save.isPending} disabled={!unsaved} onClick={() => save.mutate()}>
            {common.save}
          </Button>
        </>
      }
    >
      <UnsavedChanges unsaved={unsaved} />
      {save.isError && issues.length === 0 && <ErrorAlert error={save.error} />}
      {issues.length > 0 && (
        <Alert color="orange" role="alert">
          {words.fixProblems(issues.length)}
        </Alert>
      )}
      {save.isSuccess && !unsaved && <Alert color="teal">{words.saved}</Alert>}
      <Section title={words.conditions}>
        <Stack>
          <TextInput
            label={common.name}
            maxLength={255}
            error={issueOf(save.error, "name")}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <FlowIssues value={issues}>
            <ConditionsInput
              label={draft.conditions.length === 0 ? words.everyContact : words.contactsThatMatch}
              path="conditions"
              groups={["contact", "history"]}
              value={draft.conditions}
              onChange={(conditions) => change({ conditions })}
            />
          </FlowIssues>
          <Group>
            <DraftCount conditions={draft.conditions} />
          </Group>
        </Stack>
      </Section>
      <Tabs defaultValue="contacts" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="contacts">{words.contacts}</Tabs.Tab>
          <Tabs.Tab value="backtest">{words.backtest}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="contacts">
          <SegmentMembers id={segment.id} />
        </Tabs.Panel>
        <Tabs.Panel value="backtest">
          <Suspense fallback={<Loading />}>
            <SegmentBacktestView
              id={segment.id}
              saved={segment.conditions}
              changed={same(draft.conditions, segment.conditions) ? undefined : draft.conditions}
            />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

/** A segment: its conditions with the number of contacts that match them, and its contacts. */
export const SegmentPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const segment = useQuery({
    queryKey: ["segments", account, id],
    queryFn: () => call((api) => api.segments.get({ params: { account, id } }))
  })
  if (segment.data === undefined)
    return segment.isError ? (
      <ErrorAlert error={segment.error} retry={() => void segment.refetch()} back={<BackToSegments />} />
    ) : (
      <Loading />
    )
  return <LoadedSegment key={id} segment={segment.data.data} />
}
