import type { Activity, Sales } from "../../domain/reports/Activity.ts"
import { deliveryRate } from "../../domain/reports/deliveredCount.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import * as words from "../words/home/homeFigures.ts"

/** A figure of Home by day, with the same days of the period before, and how it is written. */
export interface Figure {
  readonly key: string
  readonly label: string
  readonly days: ReadonlyArray<number>
  readonly previous: ReadonlyArray<number>
  readonly format: (value: number) => string
  /** The total of a period, from its days. */
  readonly total: (days: ReadonlyArray<number>, isPrevious: boolean) => number
  readonly note?: string
  /** Whether there is nothing to calculate the figure from. */
  readonly isUnknown?: boolean
  readonly isRevenue?: boolean
}

export const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

const count = (value: number): string => Math.round(value).toLocaleString()

/** An amount in whole and minor units as the browser's locale writes it. */
export const money =
  (currency: string) =>
  (value: number): string => {
    try {
      return value.toLocaleString(undefined, { style: "currency", currency })
    } catch {
      return `${formatAmount(value.toFixed(2), currency)} ${currency}`
    }
  }

export const percent = (value: number): string =>
  value.toLocaleString(undefined, { style: "percent", maximumFractionDigits: 2 })

/** The four figures that Home leads with, in one currency. */
export const figuresOf = (activity: Activity, currency: string | null): ReadonlyArray<Figure> => {
  const sales = activity.sales.find((entry) => entry.currency === currency)
  const none: Sales["revenue"] = { days: activity.days.map(() => "0"), previous: activity.days.map(() => "0") }
  const amounts = (key: string, label: string, { days, previous }: Sales["revenue"]): Figure => ({
    key,
    label,
    days: days.map(Number),
    previous: previous.map(Number),
    format: currency === null ? count : money(currency),
    total: sumOf,
    isRevenue: true
  })
  const { sent, delivered, complained } = activity
  const rate = deliveryRate(sent.days, delivered.days)
  const previousRate = deliveryRate(sent.previous, delivered.previous)
  // A day without a known rate continues the one before it, so that the line has no gap.
  const rates = (of: "days" | "previous") => {
    let last = (of === "days" ? rate : previousRate) ?? 0
    return sent[of].map((total, at) => (last = deliveryRate([total], [delivered[of][at] ?? null]) ?? last))
  }
  const sentAndSpam = words.sentAndSpam(count(sumOf(sent.days)), count(sumOf(complained.days)))
  return [
    amounts("attributed", words.attributedRevenue, sales?.attributed ?? none),
    amounts("revenue", words.revenue, sales?.revenue ?? none),
    {
      key: "subscribers",
      label: words.newSubscribers,
      ...activity.subscribers,
      format: count,
      total: sumOf
    },
    {
      key: "health",
      label: words.deliveryRate,
      days: rates("days"),
      previous: rates("previous"),
      format: percent,
      total: (_, isPrevious) => (isPrevious ? previousRate : rate) ?? 0,
      isUnknown: rate === null,
      note:
        sumOf(sent.days) === 0
          ? sumOf(activity.captured.days) === 0
            ? words.nothingSent
            : words.captured(count(sumOf(activity.captured.days)))
          : rate === null
            ? words.notReported(sentAndSpam)
            : sentAndSpam
    }
  ]
}
