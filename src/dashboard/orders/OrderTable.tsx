import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useCursor } from "../useCursor.ts"

/** The orders of an account or of one contact, newest first. */
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
  const buyerColumn = {
    title: "Buyer",
    cell: (order: { email: string | null; phone: string | null }) => order.email ?? order.phone ?? "—"
  }
  return (
    <>
      <Table
        label="Orders"
        columns={[
          {
            title: "Order",
            cell: ({ id }) => (
              <PageLink to="/a/$account/orders/$id" params={{ account, id }} fw={500}>
                {id}
              </PageLink>
            )
          },
          { title: "Placed", nowrap: true, cell: ({ placed_at }) => showTime(placed_at) },
          ...(contact_id === undefined ? [buyerColumn] : []),
          { title: "Paid", cell: ({ financial_status }) => <StatusBadge status={financial_status} /> },
          { title: "Shipment", cell: ({ shipment_status }) => <StatusBadge status={shipment_status} /> },
          { title: "Store", cell: ({ store_name }) => <div style={{ minWidth: 130 }}>{store_name ?? "—"}</div> },
          {
            title: "Total",
            alignRight: true,
            nowrap: true,
            cell: ({ total_amount, currency_code }) => `${total_amount} ${currency_code}`
          }
        ]}
        rows={orders.data?.data}
        rowKey={({ id }) => id}
        error={orders.error}
        retry={() => void orders.refetch()}
        empty={<EmptyState title="No orders yet">Your store sends them with POST /v1/orders/placed.</EmptyState>}
      />
      <Pager
        total={orders.data?.pagination.total_count}
        onFirst={first}
        onNext={next(orders.data?.pagination.next_cursor)}
      />
    </>
  )
}
