import type { Condition, Conditions } from "../conditions/Condition.ts"
import { type ContactFacts, memberOf } from "../conditions/Facts.ts"
import { dayForm } from "../conditions/freeValue.ts"
import { durationMillis } from "../flows/FlowDuration.ts"
import type { PastItem } from "./Past.ts"

/** The moments, in milliseconds, at which conditions on a contact may change although nothing happens to it. */
export interface SegmentTicks {
  /** The moments that its creation and the dates in its custom fields lead to. */
  readonly ofContact: (contact: ContactFacts) => ReadonlyArray<number>
  /** The moments that something which happened leads to: when it becomes older than a condition's `within`. */
  readonly ofItem: (item: PastItem) => ReadonlyArray<number>
}

/** The ticks of conditions. Pure. */
export const segmentTicks = (conditions: Conditions): SegmentTicks => {
  const all = conditions.flat()
  const lengths = [...new Set(all.flatMap(recenciesOf))]
  const dates = all.filter(isOfDay)
  return {
    ofContact: (contact) => [
      ...lengths.map((length) => contact.created_at + length),
      ...new Set(dates.flatMap((condition) => ticksOfDay(condition, contact)))
    ],
    ofItem: (item) => {
      if (lengths.length === 0) return []
      const time = item.type === "order" ? item.order.placed_at : item.type === "event" ? item.event_time : item.at
      return lengths.map((length) => time + length)
    }
  }
}

/** The names of custom fields whose dates conditions compare with the day. Pure. */
export const fieldsByDay = (conditions: Conditions): ReadonlyArray<string> => [
  ...new Set(
    conditions
      .flat()
      .filter(isOfDay)
      .map(({ field }) => field.slice(fieldRoot.length))
  )
]

const fieldRoot = "contact.custom_fields."

const isOfDay = ({ field, op }: Condition): boolean =>
  field.startsWith(fieldRoot) && (op === "within" || op === "not_within" || op === "within_next")

const recenciesOf = (condition: Condition): ReadonlyArray<number> => {
  const { op, value, where } = condition
  const isRecent = (op === "within" || op === "not_within") && !isOfDay(condition)
  return [
    ...(isRecent && typeof value === "string" ? [durationMillis(value)] : []),
    ...(where?.within === undefined ? [] : [durationMillis(where.within)])
  ]
}

/** When the days around now, in UTC, begin and cease to hold the date in a field: `isDayWithin` changes at these moments alone. */
const ticksOfDay = ({ field, op, value }: Condition, { custom_fields }: ContactFacts): ReadonlyArray<number> => {
  const text = memberOf(custom_fields, field.slice(fieldRoot.length).split("."))
  if (typeof text !== "string" || !dayForm.test(text) || typeof value !== "string") return []
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  // Texts are compared, so that a day that its month does not have is one between its last and the first of the next.
  const next = utc(year, month + 1, 1)
  const [begins, ends] = [Math.min(utc(year, month, day), next), Math.min(utc(year, month, day + 1), next)]
  const length = durationMillis(value)
  return op === "within_next" ? [begins - length, ends] : [begins, ends + length]
}

// `Date.UTC` takes years below 100 for those of the last century.
const utc = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day)
