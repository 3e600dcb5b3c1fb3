import { Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { orderSortColumns } from "../../domain/orders/OrderQuery.ts"
import { call } from "../call.ts"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { showMoney, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import type { OrderFilter } from "./OrderFilters.tsx"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/orders.ts"

// A longer id shows its last digits, and a longer number of the shop its first ones, to leave room for the other columns.
const maxDigits = 11
const maxName = 20
const shortened = (id: string, name: string) =>
  name === id && id.length > maxDigits
    ? ({ truncate: "start", display: "block", maw: 80, title: id } as const)
    : name.length > maxName
      ? ({ truncate: "end", display: "block", maw: 150, title: name } as const)
      : {}

/** The orders of an account, by filter, or of one contact, newest first or as sorted. */
export const OrderTable = ({
  contact_id,
  filter = {}
}: {
  readonly contact_id?: string
  readonly filter?: OrderFilter
}) => {
  const account = useAccount()
  const list = useListState(contact_id === undefined ? undefined : "orders")
  const sort = list.sorted(orderSortColumns, { column: "placed_at", descending: true })
  const query = {
    per_page: contact_id === undefined ? 25 : 10,
    ...filter,
    ...sort.query,
    ...(contact_id === undefined ? {} : { contact_id }),
    ...(list.cursor === undefined ? {} : { cursor: list.cursor })
  }
  const orders = useQuery({
    queryKey: ["orders", account, query],
    queryFn: () => call((api) => api.orders.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const buyerColumn = {
    title: words.buyer,
    fills: true,
    cell: (order: { email: string | null; phone: string | null }) => order.email ?? order.phone ?? "—"
  }
  const storeColumn = {
    title: words.store,
    cell: ({ store_name }: { store_name: string | null }) => (
      <Text inherit truncate maw={140}>
        {store_name ?? "—"}
      </Text>
    )
  }
  return (
    <>
      <Table
        label={words.orders}
        columns={[
          {
            title: common.order,
            nowrap: true,
            sort: "id",
            cell: ({ id, name }) => (
              <PageLink to="/a/$account/orders/$id" params={{ account, id }} fw={500} {...shortened(id, name ?? id)}>
                {name ?? id}
              </PageLink>
            )
          },
          { title: words.placed, nowrap: true, sort: "placed_at", cell: ({ placed_at }) => showTime(placed_at) },
          ...(contact_id === undefined ? [buyerColumn] : []),
          { title: words.payment, cell: ({ financial_status }) => <StatusBadge status={financial_status} /> },
          { title: words.shipment, cell: ({ shipment_status }) => <StatusBadge status={shipment_status} /> },
          ...(contact_id === undefined ? [storeColumn] : []),
          {
            title: words.total,
            alignRight: true,
            nowrap: true,
            cell: ({ total_amount, currency_code }) => showMoney(total_amount, currency_code)
          }
        ]}
        sort={sort.table}
        rows={orders.data?.data}
        rowKey={({ id }) => id}
        error={orders.error}
        retry={() => void orders.refetch()}
        empty={
          Object.keys(filter).length > 0 ? (
            <EmptyState title={words.noMatchingOrders}>{words.changeFilters}</EmptyState>
          ) : contact_id !== undefined ? (
            <EmptyState title={words.noOrdersYet} />
          ) : (
            <EmptyState
              title={words.noOrdersYet}
              sample={[
                "1001",
                words.sampleTime,
                "ada@example.com",
                <StatusBadge key="status" status="paid" />,
                "59.90 USD"
              ]}
              action={
                <LinkButton to="/a/$account/settings/$section" params={{ account, section: "integrations" }}>
                  {words.connectShop}
                </LinkButton>
              }
            >
              {words.howOrdersArriveBefore}
              <PageLink to="/a/$account/imports" params={{ account }} underline="always">
                {words.howOrdersArriveLink}
              </PageLink>
              {words.howOrdersArriveAfter}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager(orders)} />
    </>
  )
}
