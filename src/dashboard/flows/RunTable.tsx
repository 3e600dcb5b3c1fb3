import { Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { reasonText } from "../../domain/reasons.ts"
import type { Definition } from "../../domain/flows/Definition.ts"
import type { FlowRun } from "../../domain/flows/FlowRun.ts"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import { call } from "../call.ts"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { shortened, showCause, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { RunMessage } from "./RunMessage.tsx"
import { showStep } from "./stepKinds.ts"

const Cause = ({ cause }: { readonly cause: FlowRun["cause"] }) => {
  const account = useAccount()
  const label = showCause(cause.type)
  if (cause.event_id !== null) {
    return (
      <PageLink to="/a/$account/events/$id" params={{ account, id: cause.event_id }}>
        {label}
      </PageLink>
    )
  }
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
  const runs = useQuery({
    queryKey: ["flows", account, id, "runs", page],
    queryFn: () => call((api) => api.flows.runs({ params: { account, id }, query: { page, per_page: 25 } })),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000
  })
  const pages = runs.data?.pagination.total_pages ?? 0
  const stepName = (step_id: string | null) => {
    const step = stepsOf(definition).find((entry) => entry.step.id === step_id)?.step
    return step === undefined ? (step_id ?? "") : shortened(showStep(step), 60)
  }
  return (
    <>
      <Table
        label="Runs"
        columns={[
          {
            title: "Contact",
            cell: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact} />
          },
          { title: "Trigger", cell: ({ cause }) => <Cause cause={cause} /> },
          { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
          {
            title: "Current step",
            cell: ({ current_step, due_at, reason, ended_at }) => (
              <div style={{ minWidth: 150 }}>
                {current_step === null ? `Ended ${showTime(ended_at)}` : stepName(current_step)}
                <Text size="xs" c="dimmed">
                  {[due_at === null ? "" : `until ${showTime(due_at)}`, reason === null ? "" : reasonText(reason)]
                    .filter(Boolean)
                    .join(" · ")}
                </Text>
              </div>
            )
          },
          {
            title: "Messages",
            cell: ({ messages }) =>
              messages.length === 0 ? "—" : messages.map((message) => <RunMessage key={message.id} message={message} />)
          },
          { title: "Version", alignRight: true, cell: ({ version }) => version },
          { title: "Started", nowrap: true, cell: ({ started_at }) => showTime(started_at) }
        ]}
        rows={runs.data?.data}
        rowKey={(run) => run.id}
        error={runs.error}
        retry={() => void runs.refetch()}
        empty={
          <EmptyState title="No runs yet">
            A run starts each time the trigger happens while the flow is active.
          </EmptyState>
        }
      />
      <Pager
        total={runs.data?.pagination.total_count}
        onFirst={page === 1 ? undefined : () => setPage(1)}
        onNext={page < pages ? () => setPage(page + 1) : undefined}
      />
    </>
  )
}
