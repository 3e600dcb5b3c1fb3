import { sumOf } from "../values/sumDecimals.ts"
import type { CampaignBacktest, CampaignBacktestMoment } from "./CampaignBacktest.ts"
import { joinExamples, joinRows } from "./examples.ts"

/**
 * The figures of two parts of a backtest of a campaign together. The order of the parts makes no difference, but for which examples are kept. Pure.
 */
export const joinCampaignBacktests = (one: CampaignBacktest, other: CampaignBacktest): CampaignBacktest => {
  const further = new Map(other.moments.map((moment) => [moment.at.epochMilliseconds, moment]))
  return {
    contacts: one.contacts + other.contacts,
    unjudged: one.unjudged + other.unjudged,
    moments: one.moments.map((moment) => {
      const more = further.get(moment.at.epochMilliseconds)
      return more === undefined ? moment : joinMoments(moment, more)
    }),
    messages_per_person: joinRows("messages", one.messages_per_person, other.messages_per_person, (a, b) => ({
      ...a,
      people: a.people + b.people
    })),
    examples: joinExamples(one.examples, other.examples),
    notes: [...new Set([...one.notes, ...other.notes])]
  }
}

/** The figures of two moments together, at the first one. Pure. */
export const joinMoments = (one: CampaignBacktestMoment, other: CampaignBacktestMoment): CampaignBacktestMoment => ({
  at: one.at,
  audience: one.audience + other.audience,
  sent: one.sent + other.sent,
  waiting: one.waiting + other.waiting,
  held: one.held + other.held,
  left_out: joinRows("rule", one.left_out, other.left_out, (a, b) => ({ ...a, count: a.count + b.count })),
  sales: {
    people: one.sales.people + other.sales.people,
    orders: one.sales.orders + other.sales.orders,
    revenue: joinRows("currency", one.sales.revenue, other.sales.revenue, (a, b) => ({
      ...a,
      orders: a.orders + b.orders,
      amount: sumOf([a.amount, b.amount])
    }))
  }
})
