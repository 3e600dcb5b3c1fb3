import type { Known } from "./Template.ts"

const contact = {
  id: true,
  email: true,
  phone: true,
  first_name: true,
  last_name: true,
  tags: true,
  custom_fields: true,
  order_count: true,
  first_order_at: true,
  last_order_at: true
} as const

const order = {
  order_id: true,
  total: true,
  total_amount: true,
  currency: true,
  placed_at: true,
  email: true,
  phone: true,
  customer_id: true,
  subtotal: true,
  total_items: true,
  financial_status: true,
  fulfillment_status: true,
  shipment_status: true,
  discounts: true,
  tax_lines: true,
  line_items: true,
  billing_address: true,
  shipping_address: true
} as const

const always = { account: { name: true }, contact, unsubscribe_url: true } as const

const event = { event_type: true, event_time: true, event_data: true } as const

/**
 * What templates may name, by what started the flow, `any` when that is not known; `event_data` and free-form members of
 * orders are the caller's own.
 */
export const templateVariables: Readonly<Record<"order_placed" | "order_received" | "event" | "any", Known>> = {
  order_placed: { ...always, order },
  order_received: { ...always, order },
  event: { ...always, event },
  any: { ...always, order, event }
}
