import { addressCell, csvCell } from "../values/csvCell.ts"
import { formatTime } from "../values/Time.ts"
import { formatAmount } from "./Currency.ts"
import type { Order } from "./Order.ts"
import { orderName } from "./orderJson.ts"

interface ExportedOrder {
  readonly order: Order
  readonly integration: { readonly store_name: string } | undefined
}

/** The columns of an export of orders (contract §9). States, amounts and times cannot begin a formula. */
export const orderCsvColumns = {
  order_id: ({ order }) => csvCell(String(order.order_id)),
  name: ({ order }) => csvCell(orderName(order) ?? ""),
  contact_id: ({ order }) => order.contact_id ?? "",
  email: ({ order }) => csvCell(order.email ?? ""),
  phone: ({ order }) => addressCell(order.phone),
  total_amount: ({ order }) => formatAmount(order.total, order.currency),
  currency_code: ({ order }) => order.currency,
  placed_at: ({ order }) => formatTime(order.placed_at),
  financial_status: ({ order }) => order.financial_status ?? "",
  fulfillment_status: ({ order }) => order.fulfillment_status ?? "",
  shipment_status: ({ order }) => order.shipment_status ?? "",
  store_name: ({ integration }) => csvCell(integration?.store_name ?? "")
} satisfies Record<string, (order: ExportedOrder) => string>
