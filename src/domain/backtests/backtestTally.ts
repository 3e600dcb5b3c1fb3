import { sumOf } from "../values/sumDecimals.ts"
import { type Backtest, maxPerPerson } from "./Backtest.ts"
import { byKey, makeExamples } from "./examples.ts"
import type { Replay } from "./replay.ts"

/** Adds up what a flow would have done for contacts. */
export interface BacktestTally {
  /** Adds a contact. Undefined: its past is too long to be judged. */
  readonly add: (contact_id: string, replayed: Replay | undefined) => void
  readonly read: () => Backtest
}

interface Count {
  times: number
  people: number
}
interface DayCounts {
  entered: number
  sent: number
  skipped: number
}

/** A tally of no contact. Its size does not grow with the contacts. */
export const makeBacktestTally = (dayOf: (at: number) => string, notes: ReadonlyArray<string> = []): BacktestTally => {
  const [refused, skipped] = [new Map<string, Count>(), new Map<string, Count>()]
  const days = new Map<string, DayCounts>()
  const perPerson = new Map<number, number>()
  const revenue = new Map<string, { orders: number; amount: string }>()
  const examples = makeExamples()
  const sum = {
    contacts: 0,
    unjudged: 0,
    runs: 0,
    entered: 0,
    messages: 0,
    sent: 0,
    under_way: 0,
    bought: 0,
    orders: 0
  }

  const countDay = (at: number, name: keyof DayCounts) => {
    const day = dayOf(at)
    const counts = days.get(day) ?? { entered: 0, sent: 0, skipped: 0 }
    counts[name] += 1
    days.set(day, counts)
  }
  const countReasons = (
    contact_id: string,
    counts: Map<string, Count>,
    found: ReadonlyArray<{ readonly at: number; readonly reason: string | null }>
  ) => {
    const own = new Set<string>()
    for (const { at, reason } of found) {
      if (reason === null) continue
      const count = counts.get(reason) ?? { times: 0, people: 0 }
      count.times += 1
      if (!own.has(reason)) count.people += 1
      own.add(reason)
      counts.set(reason, count)
      examples.add(reason, contact_id, at)
    }
  }

  return {
    add: (contact_id, replayed) => {
      sum.contacts += 1
      if (replayed === undefined) {
        sum.unjudged += 1
        return
      }
      const { starts, messages, sales } = replayed
      const entries = starts.filter((start) => start.refused === null)
      const sent = messages.filter(({ reason }) => reason === null)
      sum.runs += entries.length
      sum.messages += sent.length
      sum.under_way += replayed.under_way
      if (entries.length > 0) sum.entered += 1
      if (sent.length > 0) sum.sent += 1
      entries.forEach(({ at }) => countDay(at, "entered"))
      messages.forEach(({ at, reason }) => countDay(at, reason === null ? "sent" : "skipped"))
      const [first] = entries
      if (first !== undefined) examples.add("entered", contact_id, first.at)
      countReasons(
        contact_id,
        refused,
        starts.map(({ at, refused: reason }) => ({ at, reason }))
      )
      countReasons(contact_id, skipped, messages)
      if (entries.length > 0) {
        const size = Math.min(sent.length, maxPerPerson)
        perPerson.set(size, (perPerson.get(size) ?? 0) + 1)
      }
      if (sales.length > 0) sum.bought += 1
      sum.orders += sales.length
      for (const { currency, amount } of sales) {
        if (amount === null) continue
        const of = revenue.get(currency) ?? { orders: 0, amount: "0" }
        revenue.set(currency, { orders: of.orders + 1, amount: sumOf([of.amount, amount]) })
      }
    },
    read: () => ({
      contacts: sum.contacts,
      unjudged: sum.unjudged,
      entered: { runs: sum.runs, people: sum.entered },
      refused: reasonsOf(refused),
      sent: { messages: sum.messages, people: sum.sent },
      skipped: reasonsOf(skipped),
      under_way: sum.under_way,
      days: byKey(days).map(([day, counts]) => ({ day, ...counts })),
      messages_per_person: byKey(perPerson).map(([messages, people]) => ({ messages, people })),
      sales: {
        people: sum.bought,
        orders: sum.orders,
        revenue: byKey(revenue).map(([currency, of]) => ({ currency, ...of }))
      },
      examples: examples.read(),
      notes
    })
  }
}

const reasonsOf = (counts: ReadonlyMap<string, Count>): Backtest["refused"] =>
  byKey(counts).map(([reason, count]) => ({ reason, ...count }))
