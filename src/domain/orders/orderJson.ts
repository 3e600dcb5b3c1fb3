import { formatAmount } from "./Currency.ts"
import type { Integration, Order } from "./Order.ts"
import { formatTime } from "../values/Time.ts"

const isEmpty = (json: string): boolean => /^(?:null|""|\[\s*\]|\{\s*\})$/.test(json)

const member = (name: string, value: string | number | boolean | null): string =>
  value === null || value === "" ? "" : `,"${name}":${JSON.stringify(value)}`

const free = (name: string, json: string | null): string => (json === null || isEmpty(json) ? "" : `,"${name}":${json}`)

/** The order as JSON text, exact to the digit (specification §2.2). Empty values are left out. */
export const orderJson = (
  order: Order,
  integration: Pick<Integration, "store_name" | "store_url"> | undefined
): string =>
  `{"order_id":${order.order_id},"source":"api"` +
  member("email", order.email) +
  member("phone", order.phone) +
  member("total_amount", formatAmount(order.total, order.currency)) +
  member("currency_code", order.currency) +
  member("placed_at", formatTime(order.placed_at)) +
  member("financial_status", order.financial_status) +
  member("fulfillment_status", order.fulfillment_status) +
  member("shipment_status", order.shipment_status) +
  member("customer_id", order.customer_id) +
  free("subtotal", order.subtotal) +
  free("discounts", order.discounts) +
  free("tax_lines", order.tax_lines) +
  member("total_items", order.total_items) +
  free("line_items", order.line_items) +
  free("billing_address", order.billing_address) +
  free("shipping_address", order.shipping_address) +
  member("accepts_email_marketing", order.accepts_email_marketing) +
  member("accepts_sms_marketing", order.accepts_sms_marketing) +
  (integration === undefined
    ? ""
    : `,"integration":${JSON.stringify({ store_name: integration.store_name, store_url: integration.store_url })}`) +
  member("created_at", formatTime(order.created_at)) +
  `${member("updated_at", formatTime(order.updated_at))}}`
