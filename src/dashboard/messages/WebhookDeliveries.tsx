import { Button } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../call.ts"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useCursor } from "../useCursor.ts"

/** The deliveries of webhook steps, with a button to deliver each again. */
export const WebhookDeliveries = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const { cursor, first, next } = useCursor()
  const query = { per_page: 25, ...(cursor === undefined ? {} : { cursor }) }
  const deliveries = useQuery({
    queryKey: ["deliveries", account, query],
    queryFn: () => call((api) => api.messages.deliveries({ params: { account }, query }))
  })
  const redeliver = (id: string) =>
    call((api) => api.messages.redeliver({ params: { account, id } })).then(() =>
      queries.invalidateQueries({ queryKey: ["deliveries", account] })
    )
  return (
    <>
      <Table
        label="Webhook deliveries"
        columns={[
          { title: "Created", nowrap: true, cell: ({ created_at }) => showTime(created_at) },
          { title: "URL", cell: ({ url }) => url },
          { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
          { title: "Attempts", alignRight: true, cell: ({ tries }) => tries.length },
          {
            title: "Actions",
            alignRight: true,
            cell: ({ id }) => (
              <Button size="compact-xs" variant="default" onClick={() => void redeliver(id)}>
                Deliver again
              </Button>
            )
          }
        ]}
        rows={deliveries.data?.data}
        rowKey={({ id }) => id}
        error={deliveries.error}
        retry={() => void deliveries.refetch()}
        empty={<EmptyState title="No deliveries">Each run of a webhook step adds one.</EmptyState>}
      />
      <Pager
        total={deliveries.data?.pagination.total_count}
        onFirst={first}
        onNext={next(deliveries.data?.pagination.next_cursor)}
      />
    </>
  )
}
