import type { Contact } from "../contacts/Contact.ts"
import { isObject, type JsonObject, numberText } from "../json/Json.ts"
import type { Order } from "../orders/Order.ts"
import type { Condition } from "./Condition.ts"
import { historyFieldOf, historyValue, type HistoryValues } from "./History.ts"

/** A contact with the fields that only flows read. */
export interface ContactFacts extends Contact {
  readonly tags: ReadonlyArray<string>
  readonly custom_fields: JsonObject
}

/** The data that conditions compare: the order or event that started the flow, and the contact. */
export interface Facts {
  readonly order: Order | null
  readonly contact: ContactFacts
  /** The data of the event. */
  readonly event: JsonObject | null
  /** What was looked up of the contact's orders, events and messages. */
  readonly history: HistoryValues
  /** The time on the account's clock, in milliseconds. */
  readonly now: number
}

/** Reads the values that conditions compare. */
export interface FactReader {
  readonly now: number
  /** The value of a condition's field; numbers of JSON as numbers, lists as sets. Undefined for a name that is no field. */
  readonly read: (condition: Pick<Condition, "field" | "where">) => unknown
}

/** Reads facts, each once: an order may hold a megabyte of line items, and a flow a thousand conditions on them. */
export const factReader = (facts: Facts): FactReader => {
  const fields = memo()
  const json = memo()
  return {
    now: facts.now,
    read: (condition) =>
      historyFieldOf(condition.field) === undefined
        ? fields(condition.field, () => comparable(fieldOf(condition.field)?.read(facts, json)))
        : historyValue(condition, facts.history)
  }
}

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
export type FieldKind = "number" | "text" | "list" | "time" | "any"

interface Field {
  readonly kind: FieldKind
  readonly read: (facts: Facts, once: Once) => unknown
}

const ofOrder = (kind: FieldKind, read: (order: Order, once: Once) => unknown): Field => ({
  kind,
  read: ({ order }, once) => (order === null ? undefined : read(order, once))
})

const ofContact = (kind: FieldKind, read: (contact: ContactFacts) => unknown): Field => ({
  kind,
  read: ({ contact }) => read(contact)
})

const number = (decimal: string | null) => (decimal === null ? undefined : Number(decimal))

type FreeForm = "line_items" | "discounts" | "shipping_address"

const parsed = (order: Order, name: FreeForm, once: Once): unknown =>
  once(name, () => (order[name] === null ? undefined : JSON.parse(order[name])))

const valuesOf = (name: FreeForm, member: string): Field =>
  ofOrder("list", (order, once) => {
    const items = parsed(order, name, once)
    return Array.isArray(items) ? items.flatMap((item) => (isObject(item) ? (item[member] ?? []) : [])) : []
  })

const memberOf = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value)

const fields = new Map<string, Field>([
  ["order.total", ofOrder("number", ({ total }) => number(total))],
  ["order.subtotal", ofOrder("number", ({ subtotal }) => number(subtotal))],
  ["order.total_items", ofOrder("number", ({ total_items }) => total_items)],
  ["order.currency", ofOrder("text", ({ currency }) => currency)],
  ["order.customer_id", ofOrder("text", ({ customer_id }) => customer_id)],
  ["order.financial_status", ofOrder("text", ({ financial_status }) => financial_status)],
  ["order.fulfillment_status", ofOrder("text", ({ fulfillment_status }) => fulfillment_status)],
  ["order.shipment_status", ofOrder("text", ({ shipment_status }) => shipment_status)],
  ["order.line_items.sku", valuesOf("line_items", "sku")],
  ["order.line_items.title", valuesOf("line_items", "title")],
  ["order.discounts.code", valuesOf("discounts", "code")],
  [
    "order.shipping_address.country_code",
    ofOrder("text", (order, once) => memberOf(parsed(order, "shipping_address", once), ["country_code"]))
  ],
  ["contact.email", ofContact("text", ({ email }) => email)],
  ["contact.phone", ofContact("text", ({ phone }) => phone)],
  ["contact.first_name", ofContact("text", ({ first_name }) => first_name)],
  ["contact.last_name", ofContact("text", ({ last_name }) => last_name)],
  ["contact.email_consent", ofContact("text", ({ email_consent }) => email_consent)],
  ["contact.sms_consent", ofContact("text", ({ sms_consent }) => sms_consent)],
  ["contact.order_count", ofContact("number", ({ order_count }) => order_count)],
  ["contact.first_order_at", ofContact("time", ({ first_order_at }) => first_order_at)],
  ["contact.last_order_at", ofContact("time", ({ last_order_at }) => last_order_at)],
  ["contact.created_at", ofContact("time", ({ created_at }) => created_at)],
  ["contact.tags", ofContact("list", ({ tags }) => tags)]
])

/** A field of the contact, order or event by its dotted name. Any name below `contact.custom_fields` and `event.event_data` is a field; undefined for others. */
export const fieldOf = (name: string): Field | undefined => {
  const [root, ...path] = name.split(".")
  if (path.length === 0 || path.includes("")) return undefined
  if (root === "event" && path[0] === "event_data" && path.length > 1) {
    return { kind: "any", read: ({ event }) => memberOf(event, path.slice(1)) }
  }
  if (root === "contact" && path[0] === "custom_fields" && path.length > 1) {
    return { kind: "any", read: ({ contact }) => memberOf(contact.custom_fields, path.slice(1)) }
  }
  return fields.get(name)
}

/** The kind of the field of this name; undefined for a name that is no field. */
export const fieldKindOf = (name: string): FieldKind | undefined => (historyFieldOf(name) ?? fieldOf(name))?.kind
