import { Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../call.ts"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"
import { showState, showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"

/** Where each run stands, and why a message was not sent. */
export const Runs = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  const runs = useQuery({
    queryKey: ["flows", account, id, "runs"],
    queryFn: () => call((api) => api.flows.runs({ params: { account, id }, query: { per_page: 50 } })),
    refetchInterval: 5_000
  })
  return (
    <Table
      label="Runs"
      columns={[
        { title: "Started", of: ({ started_at }) => showTime(started_at) },
        {
          title: "Contact",
          of: ({ contact_id }) => (
            <Link to="/a/$account/contacts/$id" params={{ account, id: contact_id }}>
              {contact_id}
            </Link>
          )
        },
        { title: "Cause", of: ({ cause }) => `${showState(cause.type)} ${cause.order_id ?? cause.event_id ?? ""}` },
        { title: "Version", right: true, of: ({ version }) => version },
        { title: "Status", of: ({ status }) => <State state={status} /> },
        {
          title: "Stands at",
          of: ({ current_step, due_at, reason }) =>
            [current_step, due_at === null ? "" : `until ${showTime(due_at)}`, reason].filter(Boolean).join(" · ") ||
            "—"
        },
        {
          title: "Messages",
          of: ({ messages }) =>
            messages.map((message) => (
              <Text size="xs" key={message.id}>
                {message.step_id}: {showState(message.status)}
                {message.reason === null ? "" : ` (${showState(message.reason)})`}
              </Text>
            ))
        }
      ]}
      rows={runs.data?.data}
      keyOf={(run) => run.id}
      error={runs.error}
      retry={() => void runs.refetch()}
      empty={<Empty title="No runs yet">A run starts when the flow is active and its trigger happens.</Empty>}
    />
  )
}
