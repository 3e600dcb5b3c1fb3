import { Button } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../call.ts"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { useCursor } from "../useCursor.ts"

/** What webhook steps sent, and how it was received. */
export const Deliveries = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const { cursor, first, next } = useCursor()
  const query = { per_page: 25, ...(cursor === undefined ? {} : { cursor }) }
  const deliveries = useQuery({
    queryKey: ["deliveries", account, query],
    queryFn: () => call((api) => api.messages.deliveries({ params: { account }, query }))
  })
  const again = (id: string) =>
    call((api) => api.messages.redeliver({ params: { account, id } })).then(() =>
      queries.invalidateQueries({ queryKey: ["deliveries", account] })
    )
  return (
    <>
      <Table
        label="Webhook deliveries"
        columns={[
          { title: "Written", once: true, of: ({ created_at }) => showTime(created_at) },
          { title: "URL", of: ({ url }) => url },
          { title: "Status", of: ({ status }) => <State state={status} /> },
          { title: "Tries", right: true, of: ({ tries }) => tries.length },
          {
            title: "Actions",
            right: true,
            of: ({ id }) => (
              <Button size="compact-xs" variant="default" onClick={() => void again(id)}>
                Deliver again
              </Button>
            )
          }
        ]}
        rows={deliveries.data?.data}
        keyOf={({ id }) => id}
        error={deliveries.error}
        retry={() => void deliveries.refetch()}
        empty={<Empty title="No deliveries">A webhook step of a flow writes one here each time.</Empty>}
      />
      <Pager
        total={deliveries.data?.pagination.total_count}
        onFirst={first}
        onNext={next(deliveries.data?.pagination.next_cursor)}
      />
    </>
  )
}
