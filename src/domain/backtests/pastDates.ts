import {
  type DateRule,
  dateOfStart,
  datesOn,
  daysInZones,
  momentOf,
  startDays,
  yearlyDay
} from "../flows/dateTriggers.ts"

/** A start of a flow by a date: its local day, and its moment in milliseconds. */
export interface DateStart {
  readonly day: string
  readonly at: number
}

/** The starts of a value of the field, for a contact in a zone; null for the account's. Oldest first. */
export type PastDates = (value: unknown, zone: string | null) => ReadonlyArray<DateStart>

/**
 * The starts of a date trigger in a span, by the rules of live flows. The days of the span are sorted by their dates once, and each day's moment in
 * a zone is found once: a backtest asks for every contact, and the offset of a zone is slow to find. Pure, but for what it remembers.
 */
export const makePastDates = (
  rule: DateRule,
  timezone: string,
  { from, to }: { readonly from: number; readonly to: number }
): PastDates => {
  // A span of more than a day has the days of every zone.
  const days = daysInZones(rule.time, [timezone], { after: Math.min(from, to - 2 * 86_400_000) - 1, until: to })
  const byDate = new Map<string, Array<string>>()
  for (const day of days)
    for (const date of datesOn(rule, dateOfStart(rule, day))) byDate.set(date, [...(byDate.get(date) ?? []), day])
  const moments = new Map<string, number | undefined>()
  const momentIn = (day: string, zone: string) => {
    const key = `${day} ${zone}`
    if (!moments.has(key)) moments.set(key, momentOf(day, rule.time, zone))
    return moments.get(key)
  }
  return (value, zone) => {
    if (typeof value !== "string") return []
    const date = rule.repeat === "once" ? value.slice(0, 10) : (yearlyDay(value) ?? value.slice(5, 10))
    return startDays(rule, value, byDate.get(date) ?? []).flatMap((day) => {
      const at = momentIn(day, zone ?? timezone)
      return at === undefined || at < from || at >= to ? [] : [{ day, at }]
    })
  }
}
