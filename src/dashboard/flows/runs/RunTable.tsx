import { Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { reasonText } from "../../../domain/reasons.ts"
import type { Definition } from "../../../domain/flows/Definition.ts"
import type { FlowRun, RunFilter } from "../../../domain/flows/FlowRun.ts"
import { stepsOf } from "../../../domain/flows/stepsOf.ts"
import { call } from "../../call.ts"
import { ConfirmButton } from "../../components/ConfirmButton.tsx"
import { StatusBadge } from "../../components/StatusBadge.tsx"
import { EmptyState } from "../../components/Feedback.tsx"
import { Pager, Table } from "../../components/Table.tsx"
import { PageLink } from "../../components/PageLink.tsx"
import { ContactLink } from "../../contacts/ContactLink.tsx"
import { capitalized, shortened, showCause, showTime } from "../../format.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { RunFilters } from "./RunFilters.tsx"
import { RunMessage } from "./RunMessage.tsx"
import { useProductTitles } from "../../products/useProductTitles.ts"
import { productsInSteps, showStep } from "../steps/stepDisplay.ts"
import * as common from "../../words/common.ts"
import * as words from "../../words/flows/flowRuns.ts"
import { showAwaited } from "../../words/flows/flowSteps.ts"

const Cause = ({ cause }: { readonly cause: FlowRun["cause"] }) => {
  const account = useAccount()
  const label = capitalized(showCause(cause.type))
  if (cause.event_id !== null) {
    return (
      <PageLink to="/a/$account/events/$id" params={{ account, id: cause.event_id }}>
        {label}
      </PageLink>
    )
  }
  if (cause.order_id === null) return label
  return (
    <PageLink to="/a/$account/orders/$id" params={{ account, id: String(cause.order_id) }}>
      {`${label} ${cause.order_id}`}
    </PageLink>
  )
}

/** The runs of a flow: cause, status, current step and messages. Refreshed every 5 seconds. */
export const RunTable = ({ id, definition }: { readonly id: string; readonly definition: Definition }) => {
  const account = useAccount()
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState<RunFilter>({})
  const runs = useQuery({
    queryKey: ["flows", account, id, "runs", page, filter],
    queryFn: () => call((api) => api.flows.runs({ params: { account, id }, query: { ...filter, page, per_page: 25 } })),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000
  })
  const pages = runs.data?.pagination.total_pages ?? 0
  const titleOf = useProductTitles(productsInSteps(definition))
  const stepName = (step_id: string | null) => {
    const step = stepsOf(definition).find((entry) => entry.step.id === step_id)?.step
    return step === undefined ? (step_id ?? "") : shortened(showStep(step, titleOf), 60)
  }
  const cancel = async (run: string) => {
    await call((api) => api.flows.cancelRun({ params: { account, id, run } }))
    await runs.refetch()
  }
  return (
    <>
      <RunFilters
        definition={definition}
        titleOf={titleOf}
        value={filter}
        onChange={(next) => {
          setFilter(next)
          setPage(1)
        }}
      />
      <Table
        label={words.runs}
        minWidth={960}
        columns={[
          {
            title: common.contact,
            fills: true,
            cell: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact} />
          },
          { title: words.trigger, nowrap: true, cell: ({ cause }) => <Cause cause={cause} /> },
          { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
          {
            title: words.currentStep,
            cell: ({ current_step, due_at, awaits, reason, ended_at }) => (
              <div style={{ minWidth: 150 }}>
                {current_step === null ? words.ended(showTime(ended_at)) : stepName(current_step)}
                <Text size="xs" c="dimmed">
                  {[
                    awaits === null ? "" : words.waitsFor(showAwaited(awaits)),
                    due_at === null ? "" : words.until(showTime(due_at)),
                    reason === null ? "" : reasonText(reason)
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </Text>
              </div>
            )
          },
          {
            title: words.messages,
            fills: true,
            cell: ({ messages }) =>
              messages.length === 0 ? "—" : messages.map((message) => <RunMessage key={message.id} message={message} />)
          },
          { title: words.version, alignRight: true, cell: ({ version }) => version },
          { title: words.started, nowrap: true, cell: ({ started_at }) => showTime(started_at) },
          {
            title: words.actions,
            alignRight: true,
            cell: (run) =>
              run.ended_at === null && (
                <ConfirmButton
                  size="xs"
                  label={words.cancelRun}
                  title={words.cancelTitle}
                  action={() => cancel(run.id)}
                >
                  {words.cancelConsequences(run.contact)}
                </ConfirmButton>
              )
          }
        ]}
        rows={runs.data?.data}
        rowKey={(run) => run.id}
        error={runs.error}
        retry={() => void runs.refetch()}
        empty={
          Object.keys(filter).length > 0 ? (
            <EmptyState title={words.noMatchingRuns}>{words.changeFilter}</EmptyState>
          ) : (
            <EmptyState title={words.noRunsYet}>{words.aboutRuns}</EmptyState>
          )
        }
      />
      <Pager
        total={runs.data?.pagination.total_count}
        onFirst={page === 1 ? undefined : () => setPage(1)}
        onPrevious={page === 1 ? undefined : () => setPage(page - 1)}
        onNext={page < pages ? () => setPage(page + 1) : undefined}
      />
    </>
  )
}
