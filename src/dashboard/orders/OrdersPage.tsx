import { DateTime } from "effect"
import { ExportButton } from "../components/ExportButton.tsx"
import { Page } from "../components/Page.tsx"
import { noInputs, OrderFilters, orderFilter, orderInputNames } from "./OrderFilters.tsx"
import { OrderTable } from "./OrderTable.tsx"
import { useListState } from "../useListState.ts"
import * as words from "../words/orders.ts"

const textOf = (value: string | DateTime.Utc): string =>
  DateTime.isDateTime(value) ? DateTime.formatIso(value) : value

/** All orders of an account, with search and filters. */
export const OrdersPage = () => {
  const list = useListState()
  const inputs = { ...noInputs, ...Object.fromEntries(orderInputNames.map((name) => [name, list.filter(name)])) }
  const filter = orderFilter(inputs)
  const exported = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, textOf(value)]))
  return (
    <Page title={words.orders} actions={<ExportButton path="order-export" file="orders" filter={exported} />}>
      <OrderFilters value={inputs} onChange={list.setFilters} />
      <OrderTable filter={filter} />
    </Page>
  )
}
