import { Effect } from "effect"
import type { ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { type JsonObject, textOf } from "../json/Json.ts"
import type { PlaceOrder } from "./Order.ts"
import { OrderInput } from "./OrderInput.ts"
import { addressCountries, normalizePhone, phoneIssue } from "../contacts/Phone.ts"
import { type Handling, readBody } from "../json/readBody.ts"
import { isBlank } from "../values/Text.ts"

// Reading a phone takes as long as checking it: both are one.
const phoneOf = (body: JsonObject, defaultCountry: string): string | undefined =>
  typeof body["phone"] === "string" && !isBlank(body["phone"])
    ? normalizePhone(body["phone"], [...addressCountries(body), defaultCountry])
    : undefined

const unreadablePhone = ({ phone }: JsonObject, readPhone: string | undefined): ReadonlyArray<ValidationIssue> =>
  typeof phone === "string" && !isBlank(phone) && readPhone === undefined ? [phoneIssue] : []

const needsPhone = "Is required when accepts_sms_marketing is true"

/** What a schema can't say of a body: who must be named (specification §2.1, §4.2). */
const orderRules = (body: JsonObject): ReadonlyArray<ValidationIssue> => {
  if (!isBlank(body["phone"])) return []
  if (body["accepts_sms_marketing"] === true) return [{ field: "phone", message: needsPhone }]
  return isBlank(body["email"]) ? [{ field: "email", message: "Either email or phone is required" }] : []
}

// What identifies or prices an order, what its buyer agreed to, and what keeps it from starting flows.
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

// A yes to texts is one for the phone beside it. Without a phone and with an e-mail, the order stays without that yes.
const bereftOfPhone = (rest: JsonObject): ReadonlyArray<ValidationIssue> =>
  rest["accepts_sms_marketing"] === true && isBlank(rest["phone"]) && !isBlank(rest["email"])
    ? [{ field: "accepts_sms_marketing", message: "Says nothing without a phone" }]
    : []

/** Whose order it is and who sends it, beside what the body says. */
export type OrderSender = Omit<PlaceOrder, "order_id" | "fields" | "initial_sync"> & {
  readonly default_country: string
}

const toPlaceOrder = (input: OrderInput, sender: OrderSender, readPhone: string | undefined): PlaceOrder => {
  const { default_country: _, ...rest } = sender
  const { order_id, order_date, initial_sync, phone, ...others } = input
  const { discounts, tax_lines, line_items, billing_address, shipping_address, ...sent } = others
  return {
    ...rest,
    order_id,
    initial_sync: initial_sync === true,
    fields: {
      ...sent,
      placed_at: order_date.epochMilliseconds,
      ...(phone === undefined ? {} : { phone: phone === null ? null : (readPhone ?? null) }),
      ...(discounts === undefined ? {} : { discounts: written(discounts) }),
      ...(tax_lines === undefined ? {} : { tax_lines: written(tax_lines) }),
      ...(line_items === undefined ? {} : { line_items: written(line_items) }),
      ...(billing_address === undefined ? {} : { billing_address: written(billing_address) }),
      ...(shipping_address === undefined ? {} : { shipping_address: written(shipping_address) })
    }
  }
}

/** An order call that was read, and what was left out of it. */
export interface ReadOrder {
  readonly call: PlaceOrder
  readonly warnings: ReadonlyArray<ValidationIssue>
}

/** A body as the call that decisions read, or everything that is wrong with it. */
export const readOrder = (
  body: JsonObject,
  sender: OrderSender,
  handling: Handling
): Effect.Effect<ReadOrder, ValidationFailed> => {
  const phone = phoneOf(body, sender.default_country)
  const reader = {
    schema: OrderInput,
    unreadable: unreadablePhone(body, phone),
    rules: orderRules,
    isSecondary: (member: string) => !essential.has(member),
    orphaned: bereftOfPhone
  }
  return Effect.map(readBody(reader, body, handling), ({ input, warnings }) => ({
    call: toPlaceOrder(input, sender, phone),
    warnings
  }))
}

const written = (value: object | null): string | null => (value === null ? null : textOf(value))
