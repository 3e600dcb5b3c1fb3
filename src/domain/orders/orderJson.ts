import { formatAmount } from "./Currency.ts"
import type { Integration, Order } from "./Order.ts"
import { decodePlatformOrder } from "./PlatformOrder.ts"
import { formatTime } from "../values/Time.ts"

const isEmpty = (json: string): boolean => /^(?:null|""|\[\s*\]|\{\s*\})$/.test(json)

const member = (name: string, value: string | number | boolean | null): string =>
  value === null || value === "" ? "" : `,"${name}":${JSON.stringify(value)}`

const freeFormMember = (name: string, json: string | null): string =>
  json === null || isEmpty(json) ? "" : `,"${name}":${json}`

/** The origin of an order: the platform of the connected store that reported it, or the API. */
export const sourceOf = ({ platform }: Pick<Order, "platform">) =>
  platform === null ? ("api" as const) : decodePlatformOrder(platform).platform

/** The name of the order, such as `#1001`: that of the store's platform, else the number it was sent with; null without one. */
export const orderName = ({ platform, order_number }: Pick<Order, "platform" | "order_number">): string | null =>
  (platform === null ? null : decodePlatformOrder(platform).name) ?? order_number

/** The order of a response as JSON text, exact to the digit and without empty values (contract §3). */
export const orderJson = (
  order: Order,
  integration: Pick<Integration, "store_name" | "store_url"> | undefined
): string =>
  `{"order_id":${order.order_id},"source":"${sourceOf(order)}"` +
  member("email", order.email) +
  member("phone", order.phone) +
  member("total_amount", formatAmount(order.total, order.currency)) +
  member("currency_code", order.currency) +
  member("placed_at", formatTime(order.placed_at)) +
  member("financial_status", order.financial_status) +
  member("fulfillment_status", order.fulfillment_status) +
  member("shipment_status", order.shipment_status) +
  member("customer_id", order.customer_id) +
  member("order_number", order.order_number) +
  freeFormMember("subtotal", order.subtotal) +
  freeFormMember("discounts", order.discounts) +
  freeFormMember("tax_lines", order.tax_lines) +
  member("total_items", order.total_items) +
  freeFormMember("line_items", order.line_items) +
  freeFormMember("billing_address", order.billing_address) +
  freeFormMember("shipping_address", order.shipping_address) +
  member("accepts_email_marketing", order.accepts_email_marketing) +
  member("accepts_sms_marketing", order.accepts_sms_marketing) +
  (integration === undefined
    ? ""
    : `,"integration":${JSON.stringify({ store_name: integration.store_name, store_url: integration.store_url })}`) +
  member("created_at", formatTime(order.created_at)) +
  `${member("updated_at", formatTime(order.updated_at))}}`
