import type { Condition, Conditions } from "../../../src/domain/flows/Condition.ts"
import { fieldKindOf, type FieldKind } from "../../../src/domain/flows/Facts.ts"
import { fieldOps } from "../../../src/domain/flows/fieldOps.ts"
import { historyFieldOf } from "../../../src/domain/flows/History.ts"
import type { HistoryFilter } from "../../../src/domain/flows/HistoryFilter.ts"
import type { Draws } from "./draws.ts"

const fields = [
  "contact.email",
  "contact.first_name",
  "contact.email_consent",
  "contact.order_count",
  "contact.tags",
  "contact.custom_fields.size",
  "contact.custom_fields.plan",
  "contact.custom_fields.__proto__",
  "contact.custom_fields.plan.deeper",
  "contact.created_at",
  "contact.first_order_at",
  "contact.last_order_at",
  "contact.country",
  "contact.total_spent.EUR",
  "contact.average_order.EUR",
  "order.count",
  "event.count",
  "message.received",
  "message.clicked"
]

type Values = ReadonlyArray<string | number | boolean>
const texts: Values = ["", "a", "Ada", "Zoë", "DE", "subscribed", "vip", "😀", "\uff5e", "pro"]
const numbers: Values = [0, 1, 2, 0.1, 5, 59.9, 60.2, 100, -1]
const values: Record<FieldKind, Values> = {
  text: texts,
  number: numbers,
  list: [...texts, 5, true],
  time: ["2026-06-29", "2026-06-30T12:00:00Z", "2026-05-31T12:00:00Z", "2020-01-01"],
  any: [...texts, ...numbers, true, false]
}
const durations = ["1 day", "30 days", "365 days"]

const filters = {
  within: durations,
  product_id: ["7", "70"],
  sku: ["A-1", "B-2", "😀", '5" pot', "15"],
  event_type: ["seen"],
  flow_id: ["flo_1"],
  campaign_id: ["cmp_1"],
  channel: ["email", "sms"]
} as const

const conditionOf = ({ pick, list }: Draws): Condition => {
  const field = pick(fields)
  const kind = fieldKindOf(field) ?? "any"
  const op = pick(fieldOps[kind])
  const given: HistoryFilter = {
    within: pick(filters.within),
    product_id: pick(filters.product_id),
    sku: pick(filters.sku),
    event_type: pick(filters.event_type),
    flow_id: pick(filters.flow_id),
    campaign_id: pick(filters.campaign_id),
    channel: pick(filters.channel)
  }
  const names = (historyFieldOf(field)?.filters ?? []).filter(() => pick([true, false, false]))
  const where = Object.fromEntries(Object.entries(given).filter(([name]) => names.some((one) => one === name)))
  const one = pick(op === "within" || op === "not_within" ? durations : values[kind])
  const value =
    op === "exists" || op === "not_exists"
      ? {}
      : { value: op === "in" ? [one, ...list(2, () => pick(values[kind]))] : one }
  return { field, op, ...value, ...(names.length === 0 ? {} : { where }) }
}

/** Valid conditions of a segment: mostly one condition, so that each is seen to hold and not to hold. */
export const conditionsOf = (draws: Draws): Conditions => {
  const { pick, list } = draws
  if (pick([true, true, false])) return [[conditionOf(draws)]]
  return list(3, () => [conditionOf(draws), ...list(2, () => conditionOf(draws))])
}
