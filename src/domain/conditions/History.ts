import { Struct } from "effect"
import type { Condition, Conditions } from "./Condition.ts"
import type { HistoryFilter } from "./HistoryFilter.ts"

/** How one value is made of a contact's orders, events, messages or views of products. Money is in one currency. */
export type HistoryMeasure =
  | { readonly type: "orders" | "events" | "received" | "clicked" | "viewed" | "country" }
  | { readonly type: "spent" | "average_order"; readonly currency: string }

/** A field that is read from a contact's orders, events, messages or views of products. */
interface HistoryField {
  readonly measure: HistoryMeasure
  readonly kind: "number" | "text"
  /** The members of `where` that the field takes. */
  readonly filters: ReadonlyArray<keyof HistoryFilter>
  /** The value of a contact without such rows. */
  readonly empty: 0 | undefined
}

/** A value that conditions need of each contact. */
export interface HistoryLookup {
  readonly key: string
  readonly measure: HistoryMeasure
  readonly where: HistoryFilter
}

/** The values of one contact by the `key` of their lookup. A contact without such rows has none. */
export type HistoryValues = ReadonlyMap<string, number | string>

export const noHistory: HistoryValues = new Map()

const counted = (
  type: "orders" | "events" | "received" | "clicked" | "viewed",
  ...filters: ReadonlyArray<keyof HistoryFilter>
): HistoryField => ({ measure: { type }, kind: "number", filters: ["within", ...filters], empty: 0 })

const fields = {
  "order.count": counted("orders", "product_id", "sku"),
  "event.count": counted("events", "event_type"),
  "message.received": counted("received", "flow_id", "campaign_id", "channel"),
  "message.clicked": counted("clicked", "flow_id", "campaign_id", "channel"),
  "viewed.count": counted("viewed", "product_id", "product_type", "vendor", "product_tag"),
  "contact.country": { measure: { type: "country" }, kind: "text", filters: [], empty: undefined }
} satisfies Readonly<Record<string, HistoryField>>

const ofMoney =
  (type: "spent" | "average_order", empty: 0 | undefined) =>
  (currency: string): HistoryField => ({
    measure: { type, currency },
    kind: "number",
    filters: ["within"],
    empty
  })

/** Fields whose names end with a currency. */
const moneyFields = {
  "contact.total_spent": ofMoney("spent", 0),
  "contact.average_order": ofMoney("average_order", undefined)
}

export type HistoryName = keyof typeof fields
export const historyNames = Struct.keys(fields)
export const moneyNames = Struct.keys(moneyFields)

const fieldsByName = new Map<string, HistoryField>(Object.entries(fields))
const moneyByName = new Map(Object.entries(moneyFields))

/** The field of this dotted name; undefined for names of other fields. */
export const historyFieldOf = (name: string): HistoryField | undefined => {
  const end = name.lastIndexOf(".")
  const money = moneyByName.get(name.slice(0, end))
  const currency = name.slice(end + 1)
  return money !== undefined && /^[A-Z]{3}$/.test(currency) ? money(currency) : fieldsByName.get(name)
}

/** The key of the value that a condition compares, among the values that were looked up. */
export const historyKeyOf = ({ field, where = {} }: Pick<Condition, "field" | "where">): string =>
  JSON.stringify([field, ...Object.entries(where).toSorted(([a], [b]) => (a < b ? -1 : 1))])

/** The lookups of conditions, each once, in the order of the conditions. */
export const historyLookups = (conditions: Conditions): ReadonlyArray<HistoryLookup> => {
  const lookups = new Map<string, HistoryLookup>()
  for (const condition of conditions.flat()) {
    const field = historyFieldOf(condition.field)
    if (field === undefined) continue
    const key = historyKeyOf(condition)
    lookups.set(key, { key, measure: field.measure, where: condition.where ?? {} })
  }
  return [...lookups.values()]
}
