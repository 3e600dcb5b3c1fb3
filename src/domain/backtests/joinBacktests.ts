import { sumOf } from "../values/sumDecimals.ts"
import type { Backtest } from "./Backtest.ts"
import { joinExamples, joinRows } from "./examples.ts"

/** The figures of two parts of a backtest together. The order of the parts makes no difference, but for which examples are kept. Pure. */
export const joinBacktests = (one: Backtest, other: Backtest): Backtest => ({
  contacts: one.contacts + other.contacts,
  unjudged: one.unjudged + other.unjudged,
  entered: {
    runs: one.entered.runs + other.entered.runs,
    people: one.entered.people + other.entered.people
  },
  refused: joinRows("reason", one.refused, other.refused, addReason),
  sent: {
    messages: one.sent.messages + other.sent.messages,
    people: one.sent.people + other.sent.people
  },
  skipped: joinRows("reason", one.skipped, other.skipped, addReason),
  under_way: one.under_way + other.under_way,
  days: joinRows("day", one.days, other.days, (a, b) => ({
    ...a,
    entered: a.entered + b.entered,
    sent: a.sent + b.sent,
    skipped: a.skipped + b.skipped
  })),
  messages_per_person: joinRows("messages", one.messages_per_person, other.messages_per_person, (a, b) => ({
    ...a,
    people: a.people + b.people
  })),
  sales: {
    people: one.sales.people + other.sales.people,
    orders: one.sales.orders + other.sales.orders,
    revenue: joinRows("currency", one.sales.revenue, other.sales.revenue, (a, b) => ({
      ...a,
      orders: a.orders + b.orders,
      amount: sumOf([a.amount, b.amount])
    }))
  },
  examples: joinExamples(one.examples, other.examples),
  notes: [...new Set([...one.notes, ...other.notes])]
})

type Reason = Backtest["refused"][number]

const addReason = (a: Reason, b: Reason): Reason => ({
  ...a,
  times: a.times + b.times,
  people: a.people + b.people
})
