import { Schema } from "effect"
import { Currency } from "./Currency.ts"
import { Amount, Decimal, Int } from "../values/Decimal.ts"
import { Email, emailJson } from "../contacts/Email.ts"
import { Address, Discounts, LineItems, TaxLines } from "../json/FreeForm.ts"
import { FinancialStatus, FulfillmentStatus, ShipmentStatus } from "./Order.ts"
import { optional, optionalText } from "../json/Optional.ts"
import { OrderId } from "./OrderId.ts"
import { text, Text, textJson } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** The body of `POST /orders/placed` (contract §3). A field that is left out keeps its stored value; null clears it. */
export const OrderInput = Schema.Struct({
  order_id: OrderId,
  email: optionalText(Email, emailJson),
  phone: optionalText(Text, textJson),
  customer_id: optionalText(Text, textJson),
  order_number: optionalText(text(100), { maxLength: 100 }),
  subtotal: optional(Decimal),
  discounts: optional(Discounts),
  tax_lines: optional(TaxLines),
  total: Amount,
  currency: Currency,
  total_items: optional(Int),
  financial_status: optional(FinancialStatus),
  fulfillment_status: optional(FulfillmentStatus),
  shipment_status: optional(ShipmentStatus),
  line_items: optional(LineItems),
  billing_address: optional(Address),
  shipping_address: optional(Address),
  accepts_email_marketing: optional(Schema.Boolean),
  accepts_sms_marketing: optional(Schema.Boolean),
  order_date: Timestamp,
  initial_sync: optional(Schema.Boolean)
}).annotate({ identifier: "PlaceOrder" })
export type OrderInput = typeof OrderInput.Type
