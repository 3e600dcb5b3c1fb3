import { formatAmount } from "./Currency.ts"
import type { Integration, Order } from "./Order.ts"
import { formatTime } from "./Time.ts"

const isEmpty = (json: string): boolean => /^(?:null|""|\[\s*\]|\{\s*\})$/.test(json)

/** The order as JSON text, exact to the digit (specification §2.2). Empty values are left out. */
export const orderAnswer = (
  order: Order,
  integration: Pick<Integration, "store_name" | "store_url"> | undefined
): string => {
  const members: Array<readonly [name: string, json: string | null]> = [
    ["order_id", String(order.order_id)],
    ["source", '"api"'],
    ["email", JSON.stringify(order.email)],
    ["phone", JSON.stringify(order.phone)],
    ["total_amount", JSON.stringify(formatAmount(order.total, order.currency))],
    ["currency_code", JSON.stringify(order.currency)],
    ["placed_at", JSON.stringify(formatTime(order.placed_at))],
    ["financial_status", JSON.stringify(order.financial_status)],
    ["fulfillment_status", JSON.stringify(order.fulfillment_status)],
    ["shipment_status", JSON.stringify(order.shipment_status)],
    ["customer_id", JSON.stringify(order.customer_id)],
    ["subtotal", order.subtotal],
    ["discounts", order.discounts],
    ["tax_lines", order.tax_lines],
    ["total_items", JSON.stringify(order.total_items)],
    ["line_items", order.line_items],
    ["billing_address", order.billing_address],
    ["shipping_address", order.shipping_address],
    ["accepts_email_marketing", JSON.stringify(order.accepts_email_marketing)],
    ["accepts_sms_marketing", JSON.stringify(order.accepts_sms_marketing)],
    [
      "integration",
      integration === undefined
        ? null
        : JSON.stringify({ store_name: integration.store_name, store_url: integration.store_url })
    ],
    ["created_at", JSON.stringify(formatTime(order.created_at))],
    ["updated_at", JSON.stringify(formatTime(order.updated_at))]
  ]
  const shown = members.flatMap(([name, json]) => (json === null || isEmpty(json) ? [] : [`"${name}":${json}`]))
  return `{${shown.join(",")}}`
}
