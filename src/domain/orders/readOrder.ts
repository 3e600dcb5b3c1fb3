import { Effect, Schema } from "effect"
import type { ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { type JsonObject, textOf } from "../json/Json.ts"
import type { ShopBuyer } from "../integrations/PlatformCommand.ts"
import { nameOf } from "./BuyerName.ts"
import type { PlaceOrder } from "./Order.ts"
import { OrderInput } from "./OrderInput.ts"
import { addressCountries, normalizePhone, phoneIssue } from "../contacts/Phone.ts"
import { decodeJson } from "../json/decodeJson.ts"
import { type Handling, readBody } from "../json/readBody.ts"
import { Decimal } from "../values/Decimal.ts"
import { isBlank } from "../values/Text.ts"

const decodeOrderInput = decodeJson(OrderInput)

// A store's total may be negative: a return or an exchange may pay out more than it takes in.
const PlatformOrderInput = Schema.Struct({ ...OrderInput.fields, total: Decimal })
const decodePlatformOrderInput = decodeJson(PlatformOrderInput)

// Parsed once: checking a phone costs as much as reading it.
const phoneOf = (body: JsonObject, countries: ReadonlyArray<string | undefined>): string | undefined =>
  typeof body["phone"] === "string" && !isBlank(body["phone"]) ? normalizePhone(body["phone"], countries) : undefined

const unreadablePhone = ({ phone }: JsonObject, readPhone: string | undefined): ReadonlyArray<ValidationIssue> =>
  typeof phone === "string" && !isBlank(phone) && readPhone === undefined ? [phoneIssue] : []

const needsPhone = "Is required when accepts_sms_marketing is true"

/** Rules that span fields: the addresses that an order needs (contract §3). */
const orderRules = (body: JsonObject): ReadonlyArray<ValidationIssue> => {
  if (!isBlank(body["phone"])) return []
  if (body["accepts_sms_marketing"] === true) return [{ field: "phone", message: needsPhone }]
  return isBlank(body["email"]) ? [{ field: "email", message: "Either email or phone is required" }] : []
}

// Lenient handling never drops these: identity, price, consents and `initial_sync`. "" is an issue of the whole body.
const essential = new Set([
  "order_id",
  "total",
  "currency",
  "order_date",
  "accepts_email_marketing",
  "accepts_sms_marketing",
  "initial_sync",
  ""
])

// Lenient handling may drop the phone of an order with an e-mail: consent to texts goes with it.
const consentWithoutPhone = (rest: JsonObject): ReadonlyArray<ValidationIssue> =>
  rest["accepts_sms_marketing"] === true && isBlank(rest["phone"]) && !isBlank(rest["email"])
    ? [{ field: "accepts_sms_marketing", message: "Has no effect without a phone" }]
    : []

/** The values of a call that are not in its body. */
export type OrderContext = Omit<PlaceOrder, "order_id" | "fields" | "initial_sync"> & {
  readonly default_country: string
}

const jsonOf = (value: object | null): string | null => (value === null ? null : textOf(value))

const toPlaceOrder = (input: OrderInput, context: OrderContext, readPhone: string | undefined): PlaceOrder => {
  const { default_country: _, ...rest } = context
  const { order_id, order_date, initial_sync, phone, ...fields } = input
  const { discounts, tax_lines, line_items, billing_address, shipping_address, ...plain } = fields
  return {
    ...rest,
    order_id,
    initial_sync: initial_sync === true,
    fields: {
      ...plain,
      placed_at: order_date.epochMilliseconds,
      ...(phone === undefined ? {} : { phone: phone === null ? null : (readPhone ?? null) }),
      ...(discounts === undefined ? {} : { discounts: jsonOf(discounts) }),
      ...(tax_lines === undefined ? {} : { tax_lines: jsonOf(tax_lines) }),
      ...(line_items === undefined ? {} : { line_items: jsonOf(line_items) }),
      ...(billing_address === undefined ? {} : { billing_address: jsonOf(billing_address) }),
      ...(shipping_address === undefined ? {} : { shipping_address: jsonOf(shipping_address) })
    }
  }
}

/** A call, and warnings for the members that were left out of it. */
export interface ReadOrder {
  readonly call: PlaceOrder
  readonly warnings: ReadonlyArray<ValidationIssue>
}

type DecodeOrder = typeof decodeOrderInput

const readWith = (
  { decode, phone }: { readonly decode: DecodeOrder; readonly phone: string | undefined },
  body: JsonObject,
  context: OrderContext,
  handling: Handling
): Effect.Effect<ReadOrder, ValidationFailed> => {
  const reader = {
    decode,
    unreadable: unreadablePhone(body, phone),
    rules: orderRules,
    isSecondary: (member: string) => !essential.has(member),
    orphaned: consentWithoutPhone
  }
  return Effect.map(readBody(reader, body, handling), ({ input, warnings }) => ({
    call: toPlaceOrder(input, context, phone),
    warnings
  }))
}

/** The call of a body, or all issues of the body. The name of a `customer` beside the addresses is read, and not stored with the order. */
export const readOrder = (
  body: JsonObject,
  context: OrderContext,
  handling: Handling
): Effect.Effect<ReadOrder, ValidationFailed> => {
  const phone = phoneOf(body, [...addressCountries(body), context.default_country])
  const customer_name = nameOf(body["customer"])
  const named = customer_name === undefined ? context : { ...context, customer_name }
  return readWith({ decode: decodeOrderInput, phone }, body, named, handling)
}

/**
 * The call of an order that a connected store reports, leniently: its total may be negative, and name and phone are those of the buyer, whose
 * country is that of a national phone.
 */
export const readPlatformOrder = (
  { order, buyer }: { readonly order: JsonObject; readonly buyer: ShopBuyer },
  context: OrderContext
): Effect.Effect<ReadOrder, ValidationFailed> => {
  const countries = [buyer.country ?? undefined, ...addressCountries(order).toReversed(), context.default_country]
  const decode: DecodeOrder = decodePlatformOrderInput
  const phone = phoneOf(order, countries)
  return readWith({ decode, phone }, order, { ...context, buyer: buyer.name ?? null }, "lenient")
}
