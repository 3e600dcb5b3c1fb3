import { Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Definition } from "../../domain/flows/Definition.ts"
import type { FlowRun } from "../../domain/flows/FlowRun.ts"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import { call } from "../call.ts"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { To } from "../components/To.tsx"
import { ContactLink } from "../contact/ContactLink.tsx"
import { shortened, showTime } from "../format.ts"
import { showCause, showReason } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"
import { RunMessage } from "./RunMessage.tsx"
import { showStep } from "./stepKinds.ts"

const Cause = ({ cause }: { readonly cause: FlowRun["cause"] }) => {
  const account = useAccount()
  const words = showCause(cause.type)
  if (cause.event_id !== null) {
    return (
      <To to="/a/$account/events/$id" params={{ account, id: cause.event_id }}>
        {words}
      </To>
    )
  }
  return (
    <To to="/a/$account/orders/$id" params={{ account, id: String(cause.order_id) }}>
      {`${words} ${cause.order_id}`}
    </To>
  )
}

/** Where each run stands, and why a message was not sent. */
export const Runs = ({ id, definition }: { readonly id: string; readonly definition: Definition }) => {
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
    const step = stepsOf(definition).find((placed) => placed.step.id === step_id)?.step
    return step === undefined ? (step_id ?? "") : shortened(showStep(step), 60)
  }
  return (
    <>
      <Table
        label="Runs"
        columns={[
          {
            title: "Contact",
            of: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact} />
          },
          { title: "Started by", of: ({ cause }) => <Cause cause={cause} /> },
          { title: "Status", of: ({ status }) => <State state={status} /> },
          {
            title: "Stands at",
            of: ({ current_step, due_at, reason, ended_at }) => (
              <div style={{ minWidth: 150 }}>
                {current_step === null ? `Ended ${showTime(ended_at)}` : stepName(current_step)}
                <Text size="xs" c="dimmed">
                  {[due_at === null ? "" : `until ${showTime(due_at)}`, reason === null ? "" : showReason(reason)]
                    .filter(Boolean)
                    .join(" · ")}
                </Text>
              </div>
            )
          },
          {
            title: "Messages",
            of: ({ messages }) =>
              messages.length === 0 ? "—" : messages.map((message) => <RunMessage key={message.id} message={message} />)
          },
          { title: "Version", right: true, of: ({ version }) => version },
          { title: "Started", once: true, of: ({ started_at }) => showTime(started_at) }
        ]}
        rows={runs.data?.data}
        keyOf={(run) => run.id}
        error={runs.error}
        retry={() => void runs.refetch()}
        empty={<Empty title="No runs yet">A run starts when the flow is active and its trigger happens.</Empty>}
      />
      <Pager
        total={runs.data?.pagination.total_count}
        onFirst={page === 1 ? undefined : () => setPage(1)}
        onNext={page < pages ? () => setPage(page + 1) : undefined}
      />
    </>
  )
}
