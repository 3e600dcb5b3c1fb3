import { DateTime } from "effect"
import type { ReviewRule } from "../campaigns/LeftOut.ts"
import { sumOf } from "../values/sumDecimals.ts"
import { maxPerPerson } from "./Backtest.ts"
import type { CampaignBacktest, CampaignBacktestMoment } from "./CampaignBacktest.ts"
import type { CampaignWave } from "./campaignWaves.ts"
import { byKey, makeExamples } from "./examples.ts"
import type { PastCampaign, PastWave } from "./pastCampaign.ts"

/** Adds up what a campaign would have done for contacts. */
export interface CampaignTally {
  /** Adds a contact. Undefined: its past is too long to be judged. */
  readonly add: (contact_id: string, past: PastCampaign | undefined) => void
  readonly read: () => CampaignBacktest
}

/** A tally of no contact, with a row for each wave. Its size does not grow with the contacts. */
export const makeCampaignTally = (waves: ReadonlyArray<CampaignWave>, notes: ReadonlyArray<string>): CampaignTally => {
  const moments = waves.map(({ at }) => makeMoment(at))
  const examples = makeExamples()
  const perPerson = new Map<number, number>()
  const sum = { contacts: 0, unjudged: 0 }
  return {
    add: (contact_id, past) => {
      sum.contacts += 1
      if (past === undefined) {
        sum.unjudged += 1
        return
      }
      for (const own of past.waves) {
        moments[own.wave]?.add(own)
        if (own.outcome !== "waiting") examples.add(own.outcome ?? "sent", contact_id, own.at)
      }
      if (past.waves.length === 0) return
      const size = Math.min(past.waves.filter(({ outcome }) => outcome === null).length, maxPerPerson)
      perPerson.set(size, (perPerson.get(size) ?? 0) + 1)
    },
    read: () => ({
      ...sum,
      moments: moments.map(({ read }) => read()),
      messages_per_person: byKey(perPerson).map(([messages, people]) => ({ messages, people })),
      examples: examples.read(),
      notes
    })
  }
}

const makeMoment = (at: number) => {
  const left_out = new Map<ReviewRule, number>()
  const revenue = new Map<string, { orders: number; amount: string }>()
  const sum = { audience: 0, sent: 0, waiting: 0, held: 0, people: 0, orders: 0 }
  return {
    add: ({ outcome, held, sales }: PastWave) => {
      sum.audience += 1
      if (held) sum.held += 1
      if (outcome === null) sum.sent += 1
      else if (outcome === "waiting") sum.waiting += 1
      else left_out.set(outcome, (left_out.get(outcome) ?? 0) + 1)
      if (sales.length > 0) sum.people += 1
      sum.orders += sales.length
      for (const { currency, amount } of sales) {
        if (amount === null) continue
        const of = revenue.get(currency) ?? { orders: 0, amount: "0" }
        revenue.set(currency, { orders: of.orders + 1, amount: sumOf([of.amount, amount]) })
      }
    },
    read: (): CampaignBacktestMoment => {
      const { people, orders, ...counts } = sum
      return {
        at: DateTime.makeUnsafe(at),
        ...counts,
        left_out: byKey(left_out).map(([rule, count]) => ({ rule, count })),
        sales: { people, orders, revenue: byKey(revenue).map(([currency, of]) => ({ currency, ...of })) }
      }
    }
  }
}
