import { Struct } from "effect"
import type { Cart } from "../carts/Cart.ts"
import type { Contact } from "../contacts/Contact.ts"
import { isObject, type JsonObject, numberText } from "../json/Json.ts"
import { languageOfContact } from "../languages/messageWords.ts"
import type { Order } from "../orders/Order.ts"
import type { Product } from "../products/Product.ts"
import { variantFigures } from "../products/productJson.ts"
import type { Condition } from "./Condition.ts"
import {
  historyFieldOf,
  type HistoryName,
  historyNames,
  historyKeyOf,
  type HistoryValues,
  moneyNames
} from "./History.ts"

/** A contact with the fields that only flows read. */
export interface ContactFacts extends Contact {
  readonly tags: ReadonlyArray<string>
  readonly custom_fields: JsonObject
  /** The topics that the contact left. */
  readonly left_topics: ReadonlyArray<string>
}

/** The data that conditions compare: the order, event, cart or product that started the flow, and the contact. */
export interface Facts {
  readonly order: Order | null
  readonly contact: ContactFacts
  /** The cart that started the flow; absent or null for flows of other triggers. */
  readonly cart?: Cart | null
  /** The product that started the flow, as it is now; absent or null for flows of other triggers. */
  readonly product?: Product | null
  /** The data of the event. */
  readonly event: JsonObject | null
  /** The values looked up in the contact's orders, events, messages and views of products. */
  readonly history: HistoryValues
  /** The time on the account's clock, in milliseconds. */
  readonly now: number
}

type NamedCondition = Pick<Condition, "field" | "where">

/** Reads the values that conditions compare. */
export interface FactReader {
  readonly now: number
  /** The value of a condition's field; numbers of JSON as numbers, lists as sets. Undefined for a name that is no field. */
  readonly read: (condition: NamedCondition) => unknown
}

/** Reads facts, each once: an order may hold a megabyte of line items, and a flow a thousand conditions on them. */
export const factReader = (facts: Facts): FactReader => {
  const fields = memo()
  const json = memo()
  return {
    now: facts.now,
    read: (condition) => {
      const { field, historyKey, empty } = namedBy(condition)
      return historyKey === undefined
        ? fields(condition.field, () => comparable(field?.read(facts, json)))
        : (facts.history.get(historyKey) ?? empty)
    }
  }
}

/** What a condition's name stands for. `empty`: the value of a contact without such history. */
interface Named {
  readonly kind: FieldKind | undefined
  readonly field: Field | undefined
  readonly historyKey: string | undefined
  readonly empty: unknown
}

// Kept as long as its condition: a backtest judges one condition millions of times.
const known = new WeakMap<NamedCondition, Named>()

const namedBy = (condition: NamedCondition): Named => {
  const found = known.get(condition)
  if (found !== undefined) return found
  const history = historyFieldOf(condition.field)
  const field = history === undefined ? fieldOf(condition.field) : undefined
  const named = {
    kind: (history ?? field)?.kind,
    field,
    historyKey: history === undefined ? undefined : historyKeyOf(condition),
    empty: history?.empty
  }
  known.set(condition, named)
  return named
}

/** The kind of the field of a condition; undefined for a name that is no field. */
export const kindOfCondition = (condition: NamedCondition): FieldKind | undefined => namedBy(condition).kind

type Once = (name: string, read: () => unknown) => unknown

const memo = (): Once => {
  const cache = new Map<string, unknown>()
  return (name, read) => {
    if (!cache.has(name)) cache.set(name, read())
    return cache.get(name)
  }
}

const comparable = (value: unknown): unknown =>
  Array.isArray(value) ? new Set(value.map(numberOrSame)) : numberOrSame(value)

const numberOrSame = (value: unknown): unknown => {
  const number = numberText(value)
  return number === undefined ? value : Number(number)
}

/** Which operators and values a field is compared with. */
export type FieldKind = "number" | "text" | "boolean" | "list" | "time" | "any"

interface Field {
  readonly kind: FieldKind
  readonly read: (facts: Facts, once: Once) => unknown
}

const ofOrder = (kind: FieldKind, read: (order: Order, once: Once) => unknown): Field => ({
  kind,
  read: ({ order }, once) => (order === null ? undefined : read(order, once))
})

const ofCart = (kind: FieldKind, read: (cart: Cart, once: Once) => unknown): Field => ({
  kind,
  read: ({ cart }, once) => (cart == null ? undefined : read(cart, once))
})

const ofProduct = (kind: FieldKind, read: (product: Product) => unknown): Field => ({
  kind,
  read: ({ product }) => (product == null ? undefined : read(product))
})

const ofContact = (kind: FieldKind, read: (contact: ContactFacts) => unknown): Field => ({
  kind,
  read: ({ contact }) => read(contact)
})

const number = (decimal: string | null) => (decimal === null ? undefined : Number(decimal))

type FreeForm = "line_items" | "discounts" | "shipping_address"

const parsed = (order: Order, name: FreeForm, once: Once): unknown =>
  once(name, () => (order[name] === null ? undefined : JSON.parse(order[name])))

const membersOf = (items: unknown, member: string) =>
  Array.isArray(items) ? items.flatMap((item) => (isObject(item) ? (item[member] ?? []) : [])) : []

const valuesOf = (name: FreeForm, member: string): Field =>
  ofOrder("list", (order, once) => membersOf(parsed(order, name, once), member))

const valuesInCart = (member: string): Field =>
  ofCart("list", ({ line_items }, once) =>
    membersOf(
      once("cart.line_items", () => (line_items === null ? undefined : JSON.parse(line_items))),
      member
    )
  )

/** The value below an object by the path of its members; undefined where there is none. */
export const memberOf = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value)

/** The fields that are read of the contact, the order, the cart or the product of a flow by a name of their own. */
const fields = {
  "order.total": ofOrder("number", ({ total }) => number(total)),
  "order.subtotal": ofOrder("number", ({ subtotal }) => number(subtotal)),
  "order.total_items": ofOrder("number", ({ total_items }) => total_items),
  "order.currency": ofOrder("text", ({ currency }) => currency),
  "order.customer_id": ofOrder("text", ({ customer_id }) => customer_id),
  "order.financial_status": ofOrder("text", ({ financial_status }) => financial_status),
  "order.fulfillment_status": ofOrder("text", ({ fulfillment_status }) => fulfillment_status),
  "order.shipment_status": ofOrder("text", ({ shipment_status }) => shipment_status),
  "order.line_items.sku": valuesOf("line_items", "sku"),
  "order.line_items.title": valuesOf("line_items", "title"),
  "order.discounts.code": valuesOf("discounts", "code"),
  "order.shipping_address.country_code": ofOrder("text", (order, once) =>
    memberOf(parsed(order, "shipping_address", once), ["country_code"])
  ),
  "cart.total": ofCart("number", ({ total }) => number(total)),
  "cart.currency": ofCart("text", ({ currency }) => currency),
  "cart.stage": ofCart("text", ({ stage }) => stage),
  "cart.line_items.sku": valuesInCart("sku"),
  "cart.line_items.title": valuesInCart("title"),
  "product.id": ofProduct("text", ({ product_id }) => product_id),
  "product.title": ofProduct("text", ({ title }) => title),
  "product.vendor": ofProduct("text", ({ vendor }) => vendor),
  "product.product_type": ofProduct("text", ({ product_type }) => product_type),
  "product.tags": ofProduct("list", ({ tags }) => tags),
  // The least price of its variants, as lists of products show it.
  "product.price": ofProduct("number", ({ variants }) => number(variantFigures(variants).price_from)),
  "product.in_stock": ofProduct("boolean", ({ in_stock }) => in_stock),
  "contact.email": ofContact("text", ({ email }) => email),
  "contact.phone": ofContact("text", ({ phone }) => phone),
  "contact.first_name": ofContact("text", ({ first_name }) => first_name),
  "contact.last_name": ofContact("text", ({ last_name }) => last_name),
  "contact.email_consent": ofContact("text", ({ email_consent }) => email_consent),
  "contact.sms_consent": ofContact("text", ({ sms_consent }) => sms_consent),
  "contact.order_count": ofContact("number", ({ order_count }) => order_count),
  "contact.first_order_at": ofContact("time", ({ first_order_at }) => first_order_at),
  "contact.last_order_at": ofContact("time", ({ last_order_at }) => last_order_at),
  "contact.created_at": ofContact("time", ({ created_at }) => created_at),
  "contact.tags": ofContact("list", ({ tags }) => tags),
  "contact.language": ofContact("text", ({ custom_fields }) => languageOfContact(custom_fields) ?? undefined),
  "contact.left_topics": ofContact("list", ({ left_topics }) => left_topics)
} satisfies Readonly<Record<string, Field>>

/** Fields whose names end with a path that the account chooses. */
const openFields = {
  "event.event_data": (path: ReadonlyArray<string>): Field => ({
    kind: "any",
    read: ({ event }) => memberOf(event, path)
  }),
  "contact.custom_fields": (path: ReadonlyArray<string>): Field => ({
    kind: "any",
    read: ({ contact }) => memberOf(contact.custom_fields, path)
  })
}

/** The names of all fields, but for those that the account completes. */
export type FieldName = keyof typeof fields | HistoryName
export const fieldNames: ReadonlyArray<FieldName> = [...Struct.keys(fields), ...historyNames]

/** The names that the account completes: by a path, or by a currency. */
export const openNames = [...Struct.keys(openFields), ...moneyNames]

const fieldsByName = new Map<string, Field>(Object.entries(fields))
const openByName = new Map(Object.entries(openFields))

/** A field of the contact, order, event, cart or product by its dotted name. Any name below `contact.custom_fields` and `event.event_data` is a field; undefined for others. */
export const fieldOf = (name: string): Field | undefined => {
  const [root, member, ...path] = name.split(".")
  const open = path.length === 0 || path.includes("") ? undefined : openByName.get(`${root}.${member}`)
  return open === undefined ? fieldsByName.get(name) : open(path)
}

/** The kind of the field of this name; undefined for a name that is no field. */
export const fieldKindOf = (name: string): FieldKind | undefined => (historyFieldOf(name) ?? fieldOf(name))?.kind
