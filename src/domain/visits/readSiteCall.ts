import { Option, Result, Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { exactElements, exactObject, isObject, type JsonObject, parseObject } from "../json/Json.ts"
import { Currency } from "../orders/Currency.ts"
import { productIdOf } from "../products/restockRequest.ts"
import { Amount } from "../values/Decimal.ts"
import { beginning, isBlank, singleLine } from "../values/Text.ts"
import { webAddress } from "../values/WebAddress.ts"
import type { ReportedView } from "./ProductView.ts"
import { webOrigin } from "./Site.ts"

/** The most events of a call; further ones are left out. */
export const maxSiteEvents = 20

/** The most requests of a call to be told when a product is back. */
const maxRestockRequests = 5

/** A call of a page of the site. */
export interface PageCall {
  readonly visitor_id: string | null
  /** The mark of the link of a message that led to the page, not yet checked. */
  readonly mark: string | null
  readonly views: ReadonlyArray<ReportedView>
  /** The cart of the browser as it was changed last. */
  readonly cart: { readonly body: JsonObject; readonly age: number } | null
  readonly restocks: ReadonlyArray<RestockRequest>
}

/** A wish to be told once when a product is in stock again. */
export interface RestockRequest {
  readonly product_id: string
  readonly email: string
}

// Older than a page that was open over night counts as that old: the clock of the browser may have jumped.
const maxAge = 12 * 3_600_000

const visitorForm = /^[A-Za-z0-9_-]{16,64}$/

/** Whether a text has the form of a visitor's id. */
export const isVisitorId = (text: string): boolean => visitorForm.test(text)

const viewForm = /^[A-Za-z0-9_-]{8,64}$/
const maxMark = 500

const titleOf = (value: unknown): string | null =>
  typeof value === "string" && !isBlank(value) ? beginning(singleLine(value), 255) : null

const optionally = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (value: unknown): A | null => Option.getOrNull(decode(value))
}
const amountOf = optionally(Amount)
const currencyOf = optionally(Currency)
const emailOf = optionally(Email)

const addressOf = (value: unknown): string | null => (typeof value === "string" ? (webAddress(value) ?? null) : null)

// A product has a page of the site, or none: the call of a stranger must not put another address into a mail.
const pageOf = (value: unknown, origin: string): string | null => {
  const address = addressOf(value)
  return address !== null && webOrigin(new URL(address).origin) === origin ? address : null
}

const ageOf = (value: unknown): number =>
  typeof value === "number" && value > 0 ? Math.min(Math.round(value), maxAge) : 0

const viewOf = (event: JsonObject, origin: string): ReportedView | undefined => {
  const { id, age } = event
  const product = isObject(event["product"]) ? exactObject(event["product"]) : undefined
  const product_id = productIdOf(product?.["id"])
  if (typeof id !== "string" || !viewForm.test(id) || product === undefined || product_id === undefined)
    return undefined
  return {
    view_id: id,
    age: ageOf(age),
    product_id,
    title: titleOf(product["title"]),
    url: pageOf(product["url"], origin),
    image_url: addressOf(product["image_url"]),
    price: amountOf(product["price"]),
    currency: currencyOf(product["currency"])
  }
}

const restockOf = ({ product_id, email }: JsonObject): RestockRequest | undefined => {
  const [id, address] = [productIdOf(product_id), emailOf(email)]
  return id === undefined || address === null ? undefined : { product_id: id, email: address }
}

const present = <A>(values: ReadonlyArray<A | undefined>): ReadonlyArray<A> =>
  values.filter((value) => value !== undefined)

/**
 * Reads the body of a call of a page. What cannot be read is left out without a word, as no person reads the answer: members, events, in the
 * end the call, which is undefined then. Pure.
 */
export const readSiteCall = (bytes: Uint8Array, origin: string): PageCall | undefined => {
  const parsed = parseObject(bytes)
  if (Result.isFailure(parsed)) return undefined
  const { visitor, mark, events } = parsed.success
  const known = typeof visitor === "string" && isVisitorId(visitor) ? visitor : null
  const listed = Array.isArray(events) ? exactElements(events, maxSiteEvents).filter(isObject) : []
  const of = (type: string) => listed.filter((event) => event["type"] === type)
  const changed = of("cart").at(-1)
  const cart = changed?.["cart"]
  return {
    visitor_id: known,
    mark: known !== null && typeof mark === "string" && mark.length <= maxMark ? mark : null,
    views: known === null ? [] : present(of("viewed").map((event) => viewOf(event, origin))),
    cart: known !== null && isObject(cart) ? { body: exactObject(cart), age: ageOf(changed?.["age"]) } : null,
    restocks: present(of("restock").map(restockOf)).slice(0, maxRestockRequests)
  }
}
