import { type Condition, type Conditions, isRecency } from "../../../src/domain/conditions/Condition.ts"
import { fieldKindOf, type FieldKind, fieldNames, openNames } from "../../../src/domain/conditions/Facts.ts"
import { fieldOps } from "../../../src/domain/conditions/fieldOps.ts"
import { historyFieldOf } from "../../../src/domain/conditions/History.ts"
import type { HistoryFilter } from "../../../src/domain/conditions/HistoryFilter.ts"
import type { Draws } from "./draws.ts"

/** The fields of the language that each name of an open form is drawn as. */
const completed: Readonly<Record<(typeof openNames)[number], ReadonlyArray<string>>> = {
  "contact.custom_fields": ["size", "plan", "__proto__", "plan.deeper", "day"],
  "contact.total_spent": ["EUR"],
  "contact.average_order": ["EUR"],
  "event.event_data": ["size"]
}

/** Every field of the language that segments can compare: those of contacts, and what is counted of their history. */
export const drawnFields: ReadonlyArray<string> = [
  ...fieldNames,
  ...openNames.flatMap((name) => completed[name].map((rest) => `${name}.${rest}`))
].filter((name) => name.startsWith("contact.") || historyFieldOf(name) !== undefined)

type Values = ReadonlyArray<string | number | boolean>
const texts: Values = [
  "",
  "a",
  "Ada",
  "Zoë",
  "DE",
  "de",
  "subscribed",
  "pending",
  "vip",
  "ada1@example.com",
  "+4915112345602",
  "😀",
  "\uff5e",
  "pro"
]
const numbers: Values = [0, 1, 2, 0.1, 5, 59.9, 60.2, 100, -1]
const values: Record<FieldKind, Values> = {
  text: texts,
  number: numbers,
  boolean: [true, false],
  list: [...texts, 5, true],
  time: ["2026-06-29", "2026-06-30T12:00:00Z", "2026-05-31T12:00:00Z", "2020-01-01"],
  any: [...texts, ...numbers, true, false, "5", "5.0", "05", "9", "true", "False", "2026-06-15"]
}
const durations = ["1 day", "30 days", "365 days"]

const filters = {
  within: durations,
  product_id: ["7", "70"],
  sku: ["A-1", "B-2", "😀", '5" pot', "15"],
  product_type: ["Mug", "mug"],
  vendor: ["Acme"],
  product_tag: ["gift", "😀", '5" pot'],
  event_type: ["seen"],
  flow_id: ["flo_1"],
  campaign_id: ["cmp_1"],
  channel: ["email", "sms"]
} as const

const conditionOf = ({ pick, list }: Draws, field = pick(drawnFields)): Condition => {
  const kind = fieldKindOf(field) ?? "any"
  const op = pick(fieldOps[kind])
  const given: HistoryFilter = {
    within: pick(filters.within),
    product_id: pick(filters.product_id),
    sku: pick(filters.sku),
    product_type: pick(filters.product_type),
    vendor: pick(filters.vendor),
    product_tag: pick(filters.product_tag),
    event_type: pick(filters.event_type),
    flow_id: pick(filters.flow_id),
    campaign_id: pick(filters.campaign_id),
    channel: pick(filters.channel)
  }
  const names = (historyFieldOf(field)?.filters ?? []).filter(() => pick([true, false, false]))
  const where = Object.fromEntries(Object.entries(given).filter(([name]) => names.some((one) => one === name)))
  const one = pick(isRecency(op) ? durations : values[kind])
  const value =
    op === "exists" || op === "not_exists"
      ? {}
      : { value: op === "in" ? [one, ...list(2, () => pick(values[kind]))] : one }
  return { field, op, ...value, ...(names.length === 0 ? {} : { where }) }
}

/** Every comparison of a custom field by these operators, alone. */
export const customComparisons: ReadonlyArray<Condition> = ["size", "plan", "day"].flatMap((name) =>
  (["eq", "gt", "lt", "within", "within_next"] as const).flatMap((op) =>
    (isRecency(op) ? durations : values.any).map((value) => ({ field: `contact.custom_fields.${name}`, op, value }))
  )
)

/** One condition on each field. */
export const conditionsOnAll = (draws: Draws): ReadonlyArray<Conditions> =>
  drawnFields.map((field) => [[conditionOf(draws, field)]])

/** Valid conditions of a segment: mostly one condition, so that each is seen to hold and not to hold. */
export const conditionsOf = (draws: Draws): Conditions => {
  const { pick, list } = draws
  if (pick([true, true, false])) return [[conditionOf(draws)]]
  return list(3, () => [conditionOf(draws), ...list(2, () => conditionOf(draws))])
}
