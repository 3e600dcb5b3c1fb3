import type { Contact } from "../contacts/Contact.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import type { Order } from "../orders/Order.ts"

/** A contact with what only flows ask of it. */
export interface ContactFacts extends Contact {
  readonly tags: ReadonlyArray<string>
  readonly custom_fields: JsonObject
}

/** What conditions are judged on: the order or the event that started the flow, and the contact. */
export interface Facts {
  readonly order: Order | null
  readonly contact: ContactFacts
  /** The data of the event. */
  readonly event: JsonObject | null
}

export type Kind = "number" | "text" | "list" | "any"

interface Field {
  readonly kind: Kind
  readonly read: (facts: Facts) => unknown
}

const ofOrder = (kind: Kind, read: (order: Order) => unknown): Field => ({
  kind,
  read: ({ order }) => (order === null ? undefined : read(order))
})

const ofContact = (kind: Kind, read: (contact: ContactFacts) => unknown): Field => ({
  kind,
  read: ({ contact }) => read(contact)
})

const number = (decimal: string | null) => (decimal === null ? undefined : Number(decimal))

const facts = new WeakMap<Order, Map<string, unknown>>()

// An order may be a megabyte, and hundreds of conditions ask for the same of it.
const once = <A>(order: Order, name: string, read: () => A): unknown => {
  const known = facts.get(order) ?? new Map<string, unknown>()
  facts.set(order, known)
  if (!known.has(name)) known.set(name, read())
  return known.get(name)
}

type FreeForm = "line_items" | "discounts" | "shipping_address"

const parsed = (order: Order, name: FreeForm): unknown =>
  once(order, name, () => (order[name] === null ? undefined : JSON.parse(order[name])))

const each = (order: Order, name: FreeForm, member: string): unknown =>
  once(order, `${name}.${member}`, () => {
    const items = parsed(order, name)
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
  ["order.line_items.sku", ofOrder("list", (order) => each(order, "line_items", "sku"))],
  ["order.line_items.title", ofOrder("list", (order) => each(order, "line_items", "title"))],
  ["order.discounts.code", ofOrder("list", (order) => each(order, "discounts", "code"))],
  [
    "order.shipping_address.country_code",
    ofOrder("text", (order) => memberOf(parsed(order, "shipping_address"), ["country_code"]))
  ],
  ["contact.email", ofContact("text", ({ email }) => email)],
  ["contact.phone", ofContact("text", ({ phone }) => phone)],
  ["contact.first_name", ofContact("text", ({ first_name }) => first_name)],
  ["contact.last_name", ofContact("text", ({ last_name }) => last_name)],
  ["contact.email_consent", ofContact("text", ({ email_consent }) => email_consent)],
  ["contact.sms_consent", ofContact("text", ({ sms_consent }) => sms_consent)],
  ["contact.order_count", ofContact("number", ({ order_count }) => order_count)],
  ["contact.tags", ofContact("list", ({ tags }) => tags)]
])

/** A field by its dotted name; below `contact.custom_fields` and `event.event_data` any. Undefined for a name that means nothing. */
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
