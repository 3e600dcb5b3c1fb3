import { Schema } from "effect"
import { Millis, millisOf } from "../database/timestamps.ts"

/** A row of `orders` as `orderColumns` reads it. Numbers and free-form members are text, exact to the digit. */
export const OrderRow = Schema.Struct({
  account_id: Schema.String,
  order_id: Schema.BigInt,
  contact_id: Schema.NullOr(Schema.String),
  integration_id: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  total: Schema.String,
  currency: Schema.String,
  placed_at: Millis,
  customer_id: Schema.NullOr(Schema.String),
  subtotal: Schema.NullOr(Schema.String),
  total_items: Schema.NullOr(Schema.Int),
  financial_status: Schema.NullOr(Schema.String),
  fulfillment_status: Schema.NullOr(Schema.String),
  shipment_status: Schema.NullOr(Schema.String),
  discounts: Schema.NullOr(Schema.String),
  tax_lines: Schema.NullOr(Schema.String),
  line_items: Schema.NullOr(Schema.String),
  billing_address: Schema.NullOr(Schema.String),
  shipping_address: Schema.NullOr(Schema.String),
  accepts_email_marketing: Schema.NullOr(Schema.Boolean),
  accepts_sms_marketing: Schema.NullOr(Schema.Boolean),
  platform: Schema.NullOr(Schema.String),
  deliveries: Schema.Int,
  attributed_message_id: Schema.NullOr(Schema.String),
  created_at: Millis,
  updated_at: Millis
})

const asText = new Set([
  "total",
  "subtotal",
  "discounts",
  "tax_lines",
  "line_items",
  "billing_address",
  "shipping_address",
  "platform"
])

/** The select list of an `OrderRow`. */
export const orderColumns = Object.keys(OrderRow.fields)
  .map((name) =>
    asText.has(name) ? `orders.${name}::text` : name === "total_items" ? `orders.${name}::float8` : `orders.${name}`
  )
  .join(", ")

/** An `OrderRow` as `orderJsonColumns` gives it inside a JSON row. */
export const OrderJson = Schema.Struct({
  ...OrderRow.fields,
  order_id: Schema.BigIntFromString,
  placed_at: Schema.Number,
  created_at: Schema.Number,
  updated_at: Schema.Number
})

export const orderJsonColumns = Object.keys(OrderJson.fields)
  .map((name) =>
    name.endsWith("_at") ? millisOf(name) : asText.has(name) || name === "order_id" ? `${name}::text` : name
  )
  .join(", ")
