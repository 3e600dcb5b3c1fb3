import type { AudienceConditions } from "../campaigns/audienceConditions.ts"
import { type ReviewRule, reviewRuleOf } from "../campaigns/LeftOut.ts"
import { comparedValues } from "../conditions/conditionCost.ts"
import type { FactReader } from "../conditions/Facts.ts"
import type { HistoryLookup } from "../conditions/History.ts"
import { matches } from "../conditions/matches.ts"
import type { Channel } from "../contacts/Consent.ts"
import { contactZone } from "../contacts/contactZone.ts"
import { isHeldOut } from "../lift/holdout.ts"
import { decideSend } from "../messages/decideSend.ts"
import type { PastSpan } from "./BacktestPlan.ts"
import type { CampaignWave } from "./campaignWaves.ts"
import { isSold, netAmount } from "./historyCounters.ts"
import type { PastPerson } from "./Past.ts"
import { makePastFacts } from "./pastFacts.ts"
import { firstKnown, readerAt } from "./pastMembership.ts"
import { maxWork, salesWithin } from "./replay.ts"
import { makeSortedRows } from "./sortedRows.ts"

/** A campaign, and the times at which it goes out. */
export interface CampaignPlan extends PastSpan {
  readonly channel: Channel
  readonly topic: string | null
  readonly conditions: AudienceConditions
  readonly lookups: ReadonlyArray<HistoryLookup>
  /** Whether each contact is due at that time of day in its own zone. */
  readonly own_zones: boolean
  /** Oldest first. */
  readonly waves: ReadonlyArray<CampaignWave>
  readonly timezone: string
  readonly dayOf: (at: number) => string
}

/** What became of a contact of the audience; null for a message that was sent. */
export type WaveOutcome = ReviewRule | "waiting" | null

/** A wave of which the contact was in the audience. */
export interface PastWave {
  /** Its place among the waves. */
  readonly wave: number
  outcome: WaveOutcome
  /** When that was decided, in milliseconds. */
  at: number
  /** Whether the message waited for quiet hours. */
  held: boolean
  /** The orders within `salesWithin` of the message. An amount is null for an order that is no revenue. */
  readonly sales: Array<{ readonly currency: string; readonly amount: string | null }>
}

/** What a campaign would have done for one contact. */
export interface PastCampaign {
  readonly waves: ReadonlyArray<PastWave>
  /** The contact when the campaign went out last; undefined if it was not known by then. */
  readonly last: FactReader | undefined
  readonly work: number
}

/**
 * What a campaign would have done for a contact, by the decisions of live campaigns; undefined for a contact whose past takes too much work.
 * Requires the items in order. Pure.
 */
export const pastCampaign = (plan: CampaignPlan, person: PastPerson): PastCampaign | undefined => {
  const { channel, topic, conditions, frequency_cap, holdouts, timezone, dayOf } = plan
  const { items, places } = person
  const facts = makePastFacts(person, plan.lookups)
  const bornAt = firstKnown(person)
  const timers = makeSortedRows<() => void>()
  const waves: Array<PastWave> = []
  const sent: Array<PastWave> = []
  const sentOn = new Map<string, number>()
  const held_out = isHeldOut(places.account, holdouts.account) || isHeldOut(places.own, holdouts.own)
  const cost = 1 + comparedValues(conditions.include) + comparedValues(conditions.exclude ?? [])
  const message = { channel, purpose: "campaign", class: "marketing", topic, held_out } as const
  let work = 0
  let last: FactReader | undefined
  const at = (time: number, run: () => void) => {
    if (time < plan.until) timers.add(time, run)
  }
  const zoneNow = () => contactZone(facts.contact())

  const decide = (own: PastWave, now: number) => {
    work += 10
    const { email, phone, email_consent, sms_consent, left_topics } = facts.contact()
    // No record tells when a pause that is over, or that goes on, began.
    const recipient = { email, phone, email_consent, sms_consent, left_topics, paused_until: null }
    const day = frequency_cap === null ? "" : dayOf(now)
    const frequency =
      frequency_cap === null ? undefined : { cap: frequency_cap, sent: sentOn.get(day) ?? 0, sending: 0 }
    const zone = channel === "sms" ? zoneNow() : null
    const decision = decideSend(now, message, { ...recipient, timezone: zone }, timezone, frequency)
    own.at = now
    if (decision._tag === "hold") {
      own.held = true
      return at(decision.until, () => decide(own, decision.until))
    }
    own.outcome = decision._tag === "skip" ? reviewRuleOf(decision.reason) : null
    if (decision._tag === "skip") return
    sent.push(own)
    if (frequency_cap !== null) sentOn.set(day, (sentOn.get(day) ?? 0) + 1)
  }

  const begin = (wave: number, { begins, dueAt }: CampaignWave) => {
    if (begins < bornAt) return
    work += cost
    const reader = readerAt(facts, begins)
    last = reader
    if (!matches(conditions.include, reader)) return
    const own: PastWave = { wave, outcome: "waiting", at: begins, held: false, sales: [] }
    waves.push(own)
    if (conditions.exclude !== null && matches(conditions.exclude, reader)) {
      own.outcome = "excluded_segment"
      return
    }
    const due = dueAt(plan.own_zones ? zoneNow() : null)
    if (due > begins) at(due, () => decide(own, due))
    else decide(own, begins)
  }

  const sell = (time: number, sale: PastWave["sales"][number]) => {
    for (let place = sent.length - 1; place >= 0; place -= 1) {
      const own = sent[place]
      if (own === undefined || own.at < time - salesWithin) return
      work += 1
      if (own.at < time) own.sales.push(sale)
    }
  }

  const isSpent = () => work > maxWork
  const drain = (until: number) => {
    for (let run = timers.shift(until); run !== undefined && !isSpent(); run = timers.shift(until)) run()
  }
  plan.waves.forEach((wave, place) => at(wave.begins, () => begin(place, wave)))
  for (let next = 0; next < items.length && work <= maxWork;) {
    const now = items[next]?.at ?? 0
    drain(now - 1)
    for (let item = items[next]; item?.at === now; item = items[(next += 1)]) {
      work += 1
      facts.apply(item)
      if (item.type === "counted") sentOn.set(item.day, (sentOn.get(item.day) ?? 0) + 1)
      if (item.type === "order")
        sell(now, { currency: item.order.currency, amount: isSold(item.order) ? netAmount(item.order) : null })
    }
  }
  drain(plan.until)
  return work > maxWork ? undefined : { waves, last, work }
}
