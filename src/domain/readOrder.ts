import { Effect } from "effect"
import { decodeJson } from "./decodeJson.ts"
import type { Fault, ValidationFailed } from "./Fault.ts"
import { type JsonObject, textOf } from "./Json.ts"
import type { PlaceOrder } from "./Order.ts"
import { OrderInput } from "./OrderInput.ts"
import { addressCountries, normalizePhone } from "./Phone.ts"

// Reading a phone takes as long as checking it: both are one.
const phoneOf = (input: JsonObject, defaultCountry: string): string | undefined =>
  typeof input["phone"] === "string"
    ? normalizePhone(input["phone"], [...addressCountries(input), defaultCountry])
    : undefined

/** What a schema can't say of a body: who must be named, and whether the phone is one (specification §2.1, §4.2). */
const orderRules = (input: JsonObject, readPhone: string | undefined): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const phone = input["phone"] ?? undefined
  if (phone === undefined && input["accepts_sms_marketing"] === true) {
    faults.push({ field: "phone", message: "Is required when accepts_sms_marketing is true" })
  } else if (phone === undefined && (input["email"] ?? undefined) === undefined) {
    faults.push({ field: "email", message: "Either email or phone is required" })
  }
  if (typeof phone === "string" && readPhone === undefined) {
    faults.push({ field: "phone", message: "Must be a phone number without letters or extension" })
  }
  return faults
}

/** Whose order it is and who sends it, beside what the body says. */
export type OrderSender = Omit<PlaceOrder, "order_id" | "fields" | "initial_sync"> & {
  readonly default_country: string
}

const toPlaceOrder = (input: OrderInput, sender: OrderSender, readPhone: string | undefined): PlaceOrder => {
  const { default_country: _, ...rest } = sender
  const { order_id, order_date, initial_sync, phone, customer_id, ...others } = input
  const { discounts, tax_lines, line_items, billing_address, shipping_address, ...sent } = others
  return {
    ...rest,
    order_id,
    initial_sync: initial_sync === true,
    fields: {
      ...sent,
      placed_at: order_date.epochMilliseconds,
      ...(phone === undefined ? {} : { phone: phone === null ? null : (readPhone ?? null) }),
      ...(customer_id === undefined ? {} : { customer_id: customer_id === "" ? null : customer_id }),
      ...(discounts === undefined ? {} : { discounts: written(discounts) }),
      ...(tax_lines === undefined ? {} : { tax_lines: written(tax_lines) }),
      ...(line_items === undefined ? {} : { line_items: written(line_items) }),
      ...(billing_address === undefined ? {} : { billing_address: written(billing_address) }),
      ...(shipping_address === undefined ? {} : { shipping_address: written(shipping_address) })
    }
  }
}

/** A body as the call that decisions read, or everything that is wrong with it. */
export const readOrder = (body: JsonObject, sender: OrderSender): Effect.Effect<PlaceOrder, ValidationFailed> => {
  const phone = phoneOf(body, sender.default_country)
  return Effect.map(decodeJson(OrderInput, (raw) => orderRules(raw, phone))(body), (input) =>
    toPlaceOrder(input, sender, phone)
  )
}

const written = (value: object | null): string | null => (value === null ? null : textOf(value))
