import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { To } from "../components/To.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { useCursor } from "../useCursor.ts"

/** Orders, newest placed first: all of an account, or those of one contact. */
export const OrderTable = ({ contact_id }: { readonly contact_id?: string }) => {
  const account = useAccount()
  const { cursor, first, next } = useCursor()
  const query = {
    per_page: contact_id === undefined ? 25 : 10,
    ...(contact_id === undefined ? {} : { contact_id }),
    ...(cursor === undefined ? {} : { cursor })
  }
  const orders = useQuery({
    queryKey: ["orders", account, query],
    queryFn: () => call((api) => api.orders.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const buyer = {
    title: "Buyer",
    of: (order: { email: string | null; phone: string | null }) => order.email ?? order.phone ?? "—"
  }
  return (
    <>
      <Table
        label="Orders"
        columns={[
          {
            title: "Order",
            of: ({ id }) => (
              <To to="/a/$account/orders/$id" params={{ account, id }} fw={500}>
                {id}
              </To>
            )
          },
          { title: "Placed", once: true, of: ({ placed_at }) => showTime(placed_at) },
          ...(contact_id === undefined ? [buyer] : []),
          { title: "Paid", of: ({ financial_status }) => <State state={financial_status} /> },
          { title: "Shipment", of: ({ shipment_status }) => <State state={shipment_status} /> },
          { title: "Store", of: ({ store_name }) => <div style={{ minWidth: 130 }}>{store_name ?? "—"}</div> },
          {
            title: "Total",
            right: true,
            once: true,
            of: ({ total_amount, currency_code }) => `${total_amount} ${currency_code}`
          }
        ]}
        rows={orders.data?.data}
        keyOf={({ id }) => id}
        error={orders.error}
        retry={() => void orders.refetch()}
        empty={<Empty title="No orders yet">Your store reports them with POST /v1/orders/placed.</Empty>}
      />
      <Pager
        total={orders.data?.pagination.total_count}
        onFirst={first}
        onNext={next(orders.data?.pagination.next_cursor)}
      />
    </>
  )
}
