import { bigId, count, decimal, integer, jsonText, orNull, text, time, truth } from "../sql/column.ts"

/** The columns of `orders` that the service reads and writes. */
export const orderColumns = {
  account_id: text("none"),
  order_id: bigId("identifier"),
  contact_id: orNull(text("identifier")),
  integration_id: orNull(text("none")),
  email: orNull(text("personal")),
  phone: orNull(text("personal")),
  total: decimal("none"),
  currency: text("none"),
  placed_at: time("none"),
  customer_id: orNull(text("personal")),
  order_number: orNull(text("identifier")),
  subtotal: orNull(decimal("none")),
  total_items: orNull(count("none")),
  financial_status: orNull(text("none")),
  fulfillment_status: orNull(text("none")),
  shipment_status: orNull(text("none")),
  discounts: orNull(jsonText("free text")),
  tax_lines: orNull(jsonText("free text")),
  line_items: orNull(jsonText("free text")),
  billing_address: orNull(jsonText("personal")),
  shipping_address: orNull(jsonText("personal")),
  accepts_email_marketing: orNull(truth("none")),
  accepts_sms_marketing: orNull(truth("none")),
  platform: orNull(jsonText("identifier")),
  refunded: orNull(decimal("none")),
  deliveries: integer("none"),
  attributed_message_id: orNull(text("identifier")),
  created_at: time("none"),
  updated_at: time("none")
}

/** The column that the database computes of the others. */
export const computedOrderColumns = { country: orNull(text("personal")) }
