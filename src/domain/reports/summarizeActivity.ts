import { poolLevel } from "../coupons/poolLevel.ts"
import type { FlowStatus } from "../flows/Flow.ts"
import { addUpAudience, type MessageCounts, type SkippedCount } from "./addUpAudience.ts"
import { deliveredByDay } from "./deliveredCount.ts"
import type { Activity, Attention, Counts, Sales, TopFlow } from "./Activity.ts"

/** A day's figures; `at` is the number of the day among those of both periods, from 1. */
interface OfDay {
  readonly at: number
}

interface DayCount extends OfDay {
  readonly total: number
}

interface MessageDay extends OfDay, MessageCounts {
  /** Null for those of campaigns. */
  readonly flow_id: string | null
  readonly clicked: number
  readonly bounced: number
}

interface SalesDay extends OfDay {
  readonly currency: string
  readonly orders: number
  readonly revenue: string
  readonly attributed: string
}

/** The counts of the stores over `2 * days.length` days; `days` are the period's. */
export interface CountedActivity {
  readonly timezone: string
  readonly previous_days: ReadonlyArray<string>
  readonly days: ReadonlyArray<string>
  readonly sales: ReadonlyArray<SalesDay>
  readonly subscribers: ReadonlyArray<DayCount>
  readonly complaints: ReadonlyArray<DayCount>
  /** Texts beyond those that the account allows its forms. */
  readonly unsent_texts: ReadonlyArray<DayCount>
  /** Stores whose last order of another store's number came on that day. */
  readonly taking_stores: ReadonlyArray<DayCount>
  readonly messages: ReadonlyArray<MessageDay>
  /** The skipped among the messages of `days`, by reason. */
  readonly skipped: ReadonlyArray<SkippedCount>
  readonly delivered: ReadonlyArray<DayCount>
  readonly runs: ReadonlyArray<DayCount & { readonly flow_id: string; readonly failed: number }>
  readonly flows: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly status: FlowStatus
    readonly is_stopped: boolean
  }>
  /** The pools of single codes. `free` need not be counted beyond the tenth of `total` at which a pool is low. */
  readonly pools: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly total: number
    readonly free: number
  }>
  readonly flow_sales: ReadonlyArray<{
    readonly flow_id: string
    readonly currency: string
    readonly orders: number
    readonly amount: string
  }>
}

/** The currencies, and the flows, that a summary lists. */
const maxListed = 5

/** Rates above which mailbox providers begin to hold back a sender's mail. */
const maxRates = { bounces: 0.02, complaints: 0.001 } as const

const perDay = <T extends OfDay, A>(count: number, rows: ReadonlyArray<T>, read: (rows: ReadonlyArray<T>) => A) => {
  const byDay = Map.groupBy(rows, ({ at }) => at)
  const all = Array.from({ length: 2 * count }, (_, index) => read(byDay.get(index + 1) ?? []))
  return { previous: all.slice(0, count), days: all.slice(count) }
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const counts = <T extends OfDay>(count: number, rows: ReadonlyArray<T>, value: (row: T) => number): Counts =>
  perDay(count, rows, (ofDay) => sum(ofDay.map(value)))

const salesOf = (count: number, rows: ReadonlyArray<SalesDay>): ReadonlyArray<Sales> =>
  [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      orders: counts(count, own, ({ orders }) => orders),
      revenue: perDay(count, own, ([day]) => day?.revenue ?? "0"),
      attributed: perDay(count, own, ([day]) => day?.attributed ?? "0")
    }))
    .toSorted((a, b) => sum([...b.orders.days, ...b.orders.previous]) - sum([...a.orders.days, ...a.orders.previous]))
    .slice(0, maxListed)

const ofAccount = { flow: null, coupon: null } as const

const attentionOf = (
  counted: CountedActivity,
  { bounced, complained, sent }: Record<"bounced" | "complained" | "sent", Counts>
) => {
  const count = counted.days.length
  const mails = sum(sent.days)
  const rated = (kind: keyof typeof maxRates, total: number): ReadonlyArray<Attention> =>
    total > maxRates[kind] * mails ? [{ kind, ...ofAccount, count: total }] : []
  const unsent = sum(counts(count, counted.unsent_texts, ({ total }) => total).days)
  const taking = sum(counts(count, counted.taking_stores, ({ total }) => total).days)
  const failed = Map.groupBy(
    counted.runs.filter(({ at, failed: runs }) => at > count && runs > 0),
    ({ flow_id }) => flow_id
  )
  return [
    ...counted.flows.flatMap(({ id, name, is_stopped }): ReadonlyArray<Attention> =>
      is_stopped ? [{ kind: "flow_stopped", flow: { id, name }, coupon: null, count: 0 }] : []
    ),
    ...counted.flows.flatMap(({ id, name }): ReadonlyArray<Attention> => {
      const runs = sum((failed.get(id) ?? []).map(({ failed: total }) => total))
      return runs > 0 ? [{ kind: "runs_failed", flow: { id, name }, coupon: null, count: runs }] : []
    }),
    ...counted.pools.flatMap(({ id, name, ...codes }): ReadonlyArray<Attention> => {
      const level = poolLevel(codes)
      const kind = level === "empty" ? "coupon_empty" : "coupon_low"
      return level === "ok" ? [] : [{ kind, flow: null, coupon: { id, name }, count: codes.free }]
    }),
    ...rated("bounces", sum(bounced.days)),
    ...rated("complaints", sum(complained.days)),
    ...(unsent > 0 ? [{ kind: "texts_unsent", ...ofAccount, count: unsent } as const] : []),
    ...(taking > 0 ? [{ kind: "orders_taken", ...ofAccount, count: taking } as const] : [])
  ]
}

/**
 * The summary of an account (contract §13). Currencies with most orders first; flows by attributed revenue in the first currency, then by
 * messages. Pure.
 */
export const summarizeActivity = (counted: CountedActivity): Activity => {
  const count = counted.days.length
  const sales = salesOf(count, counted.sales)
  const messages = (value: (row: MessageDay) => number) => counts(count, counted.messages, value)
  const figures = {
    sent: messages(({ sent }) => sent),
    captured: messages(({ captured }) => captured),
    clicked: messages(({ clicked }) => clicked),
    bounced: messages(({ bounced }) => bounced),
    complained: counts(count, counted.complaints, ({ total }) => total)
  }
  const ofPeriod = counted.messages.filter(({ at }) => at > count)
  const current = Map.groupBy(ofPeriod, ({ flow_id }) => flow_id)
  const reported = counts(count, counted.delivered, ({ total }) => total)
  const { sent, bounced } = figures
  const delivered = deliveredByDay([
    ...reported.previous.map((total, at) => ({
      sent: sent.previous[at] ?? 0,
      bounced: bounced.previous[at] ?? 0,
      delivered: total
    })),
    ...reported.days.map((total, at) => ({
      sent: sent.days[at] ?? 0,
      bounced: bounced.days[at] ?? 0,
      delivered: total
    }))
  ])
  const flows = counted.flows.map(({ id, name, status }): TopFlow => {
    const own = current.get(id) ?? []
    return {
      id,
      name,
      status,
      sent: sum(own.map(({ sent }) => sent)),
      captured: sum(own.map(({ captured }) => captured)),
      clicked: sum(own.map(({ clicked }) => clicked)),
      revenue: counted.flow_sales.flatMap(({ flow_id, ...revenue }) => (flow_id === id ? [revenue] : []))
    }
  })
  const earned = ({ revenue }: TopFlow) =>
    Number(revenue.find(({ currency }) => currency === sales[0]?.currency)?.amount ?? 0)
  return {
    timezone: counted.timezone,
    days: counted.days,
    previous_days: counted.previous_days,
    sales,
    subscribers: counts(count, counted.subscribers, ({ total }) => total),
    flow_starts: counts(count, counted.runs, ({ total }) => total),
    ...figures,
    delivered: { previous: delivered.slice(0, count), days: delivered.slice(count) },
    sums: addUpAudience({ waiting: 0, left_out: [], messages: ofPeriod, skipped: counted.skipped }),
    flows: flows
      .filter(({ sent, captured, revenue }) => sent + captured + revenue.length > 0)
      .toSorted((a, b) => earned(b) - earned(a) || b.sent + b.captured - a.sent - a.captured)
      .slice(0, maxListed),
    attention: attentionOf(counted, figures).slice(0, 20)
  }
}
