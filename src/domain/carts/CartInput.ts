import { Schema } from "effect"
import { Email, emailJson } from "../contacts/Email.ts"
import { lineItems } from "../json/FreeForm.ts"
import { optional, optionalText } from "../json/Optional.ts"
import { Currency } from "../orders/Currency.ts"
import { OrderId } from "../orders/OrderId.ts"
import { Amount } from "../values/Decimal.ts"
import { text, Text, textJson } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { CartStage, maxCartItems } from "./Cart.ts"
import { WebAddress } from "../values/WebAddress.ts"

/** The body of `PUT /carts/{id}` (contract §18). It replaces the cart. */
export const CartInput = Schema.Struct({
  email: optionalText(Email, emailJson),
  phone: optionalText(Text, textJson),
  contact_id: optionalText(Text, textJson),
  visitor_id: optionalText(text(255), { maxLength: 255 }),
  stage: optional(CartStage),
  currency: optional(Currency),
  total: optional(Amount),
  line_items: lineItems(maxCartItems),
  url: optionalText(WebAddress, { maxLength: 2_048 }),
  completed_order_id: optional(OrderId),
  updated_at: optional(Timestamp)
}).annotate({ identifier: "PutCart" })
export type CartInput = typeof CartInput.Type
