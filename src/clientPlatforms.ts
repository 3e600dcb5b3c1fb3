import { Effect, Result } from "effect"
import { ContactInput } from "./domain/contacts/ContactInput.ts"
import { readBigCommerce } from "./domain/integrations/bigcommerce.ts"
import { readShopify } from "./domain/integrations/shopify.ts"
import type { PlatformCommand } from "./domain/integrations/PlatformCommand.ts"
import { readWooCommerce } from "./domain/integrations/woocommerce.ts"
import { decodeJson } from "./domain/json/decodeJson.ts"
import { isObject, type JsonObject, parseObject } from "./domain/json/Json.ts"
import { readBody } from "./domain/json/readBody.ts"
import { OrderInput } from "./domain/orders/OrderInput.ts"
import { mergeReport, statusesOf } from "./domain/orders/PlatformOrder.ts"
import { ValidationFailed } from "./domain/ValidationIssue.ts"

/** The calls of the API that a webhook of a store's platform stands for. */
export type PlatformCall =
  /** `order` is the payload of `orders.place`. */
  | { readonly type: "order"; readonly order: OrderInput }
  /** `contact` is the payload of `contacts.create` and `contacts.update`. */
  | { readonly type: "contact"; readonly contact: ContactInput }
  /** A shipment or refund alone: read the order from the platform, and convert that. */
  | { readonly type: "order_part"; readonly order_id: string }
  | Exclude<PlatformCommand, { readonly type: "order" | "order_part" | "customer" }>

// Members that the API needs; it would leave out any other that it cannot read.
const orderMembers = new Set(["order_id", "total", "currency", "order_date"])

const decodeLeniently = <S extends typeof OrderInput | typeof ContactInput>(schema: S, needed: ReadonlySet<string>) => {
  const decode = decodeJson<S["Type"], S["Encoded"]>(schema)
  const reader = {
    decode,
    unreadable: [],
    rules: () => [],
    isSecondary: (member: string) => !needed.has(member),
    orphaned: () => []
  }
  return (body: JsonObject): S["Type"] => Effect.runSync(readBody(reader, body, "lenient")).input
}

const decodeOrder = decodeLeniently(OrderInput, orderMembers)
const decodeContact = decodeLeniently(ContactInput, new Set())

const consentOf = (consent: { readonly subscribed: boolean } | null) =>
  consent === null ? undefined : consent.subscribed ? "subscribed" : "unsubscribed"

const callOf = (command: PlatformCommand): PlatformCall => {
  if (command.type === "order_part") return { type: "order_part", order_id: command.order_id }
  if (command.type === "order") {
    const reported = mergeReport(undefined, command.report)
    return { type: "order", order: decodeOrder({ ...command.order, ...(reported && statusesOf(reported)) }) }
  }
  if (command.type !== "customer") return command
  const { contact, email_consent, sms_consent } = command.customer
  // By the platform's customer id alone, the API finds nobody.
  if (!("email" in contact) && !("phone" in contact)) return { type: "ignored", reason: "no_address" }
  const consents = { email_consent: consentOf(email_consent), sms_consent: consentOf(sms_consent) }
  const known = Object.entries(consents).filter(([, consent]) => consent !== undefined)
  return { type: "contact", contact: decodeContact({ ...contact, ...Object.fromEntries(known) }) }
}

const bodyOf = (body: string | Uint8Array | object): JsonObject => {
  if (isObject(body) && !(body instanceof Uint8Array)) return body
  const parsed = parseObject(typeof body === "string" ? new TextEncoder().encode(body) : toBytes(body))
  if (Result.isFailure(parsed)) throw new ValidationFailed({ issues: [parsed.failure] })
  return parsed.success
}

const toBytes = (body: object): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

type Convert = (topic: string, body: string | Uint8Array | object) => PlatformCall

/**
 * Converts a webhook of Shopify, the topic from `X-Shopify-Topic`. Give the raw body: parsed JSON has lost digits of large ids. Check the signature
 * first. Throws `ValidationFailed` for an order that the API would refuse.
 */
export const fromShopify: Convert = (topic, body) => callOf(readShopify(topic, bodyOf(body)))

/** As `fromShopify`, for WooCommerce, the topic from `X-WC-Webhook-Topic`. */
export const fromWooCommerce: Convert = (topic, body) => callOf(readWooCommerce(topic, bodyOf(body)))

/**
 * As `fromShopify`, for BigCommerce, whose webhooks carry ids alone. `body` is the resource of its API: an order of version 2 with its products as
 * `products`, or a customer of version 3.
 */
export const fromBigCommerce: Convert = (topic, body) => callOf(readBigCommerce(topic, bodyOf(body)))
