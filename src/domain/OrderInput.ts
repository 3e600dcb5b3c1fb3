import { Schema } from "effect"
import { Currency } from "./Currency.ts"
import { Amount, Decimal, Int } from "./Decimal.ts"
import { Email } from "./Email.ts"
import type { Fault } from "./Fault.ts"
import { Address, Discounts, LineItems, TaxLines } from "./FreeForm.ts"
import { isObject, type JsonObject, textOf } from "./Json.ts"
import { type BuyerName, FinancialStatus, FulfillmentStatus, type PlaceOrder, ShipmentStatus } from "./Order.ts"
import { OrderId } from "./OrderId.ts"
import { normalizePhone } from "./Phone.ts"
import { Text } from "./Text.ts"
import { Timestamp } from "./Time.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The body of `POST /orders/placed` (specification §2.1). Left out keeps the stored value, null clears it. */
export const OrderInput = Schema.Struct({
  order_id: OrderId,
  email: optional(Email),
  phone: optional(Text),
  customer_id: optional(Text),
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

const countriesOf = (input: JsonObject, defaultCountry: string): ReadonlyArray<string | undefined> => [
  ...[input["shipping_address"], input["billing_address"]].map((address) => {
    const code = isObject(address) ? address["country_code"] : undefined
    return typeof code === "string" ? code : undefined
  }),
  defaultCountry
]

/** What a schema can't say of a body: who must be named, and whether the phone is one (specification §2.1, §4.2). */
export const orderRules = (input: JsonObject, defaultCountry: string): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const phone = input["phone"] ?? undefined
  if (phone === undefined && input["accepts_sms_marketing"] === true) {
    faults.push({ field: "phone", message: "Is required when accepts_sms_marketing is true" })
  } else if (phone === undefined && (input["email"] ?? undefined) === undefined) {
    faults.push({ field: "email", message: "Either email or phone is required" })
  }
  if (typeof phone === "string" && normalizePhone(phone, countriesOf(input, defaultCountry)) === undefined) {
    faults.push({ field: "phone", message: "Must be a phone number without letters or extension" })
  }
  return faults
}

/** The call as decisions read it. Contract: the body passed `OrderInput` and `orderRules` with the same country. */
export const toPlaceOrder = (
  input: OrderInput,
  call: Omit<PlaceOrder, "order_id" | "fields" | "name" | "initial_sync"> & { readonly default_country: string }
): PlaceOrder => {
  const { default_country, ...rest } = call
  const { order_id, order_date, initial_sync, phone, customer_id, ...others } = input
  const { discounts, tax_lines, line_items, billing_address, shipping_address, ...sent } = others
  const countries = countriesOf(input, default_country)
  return {
    ...rest,
    order_id,
    name: nameOf(shipping_address) ?? nameOf(billing_address) ?? { first_name: null, last_name: null },
    initial_sync: initial_sync === true,
    fields: {
      ...sent,
      placed_at: order_date.epochMilliseconds,
      ...(phone === undefined ? {} : { phone: written(phone, (text) => normalizePhone(text, countries) ?? null) }),
      ...(customer_id === undefined ? {} : { customer_id: customer_id === "" ? null : customer_id }),
      ...(discounts === undefined ? {} : { discounts: written(discounts, textOf) }),
      ...(tax_lines === undefined ? {} : { tax_lines: written(tax_lines, textOf) }),
      ...(line_items === undefined ? {} : { line_items: written(line_items, textOf) }),
      ...(billing_address === undefined ? {} : { billing_address: written(billing_address, textOf) }),
      ...(shipping_address === undefined ? {} : { shipping_address: written(shipping_address, textOf) })
    }
  }
}

const written = <A>(value: A | null, write: (value: A) => string | null): string | null =>
  value === null ? null : write(value)

// Specification §2.3: first and last name, or a single name split on white space.
const nameOf = (address: Address | null | undefined): BuyerName | undefined => {
  const first = address?.first_name?.trim() ?? ""
  const last = address?.last_name?.trim() ?? ""
  if (first !== "" || last !== "")
    return { first_name: first === "" ? null : first, last_name: last === "" ? null : last }
  const [head = "", ...tail] = (address?.name ?? "").trim().split(/\s+/)
  return head === "" ? undefined : { first_name: head, last_name: tail.length === 0 ? null : tail.join(" ") }
}
