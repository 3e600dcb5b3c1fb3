import { comparedValues } from "../conditions/conditionCost.ts"
import { factReader } from "../conditions/Facts.ts"
import type { Conditions } from "../conditions/Condition.ts"
import { matches } from "../conditions/matches.ts"
import { consentTriggers } from "../flows/consentTriggers.ts"
import { cartOf, decideStarts, eventOf, orderOf } from "../flows/decideStarts.ts"
import { causeKey, type FiredTrigger, triggerDetail } from "../flows/triggerKinds.ts"
import { isHeldOut } from "../lift/holdout.ts"
import type { MessageReason, StartRefusal } from "../reasons.ts"
import type { BacktestPlan, PastNeeds } from "./BacktestPlan.ts"
import { isSold, netAmount } from "./historyCounters.ts"
import { makePastRuns } from "./pastRuns.ts"
import type { PastItem, PastPerson } from "./Past.ts"
import { makePastFacts } from "./pastFacts.ts"
import { makePastWatch } from "./pastWatch.ts"
import { segmentTicks } from "./segmentTicks.ts"
import { makeSortedRows } from "./sortedRows.ts"

/** A trigger of the flow, and the rule that would have kept the contact out; null: the contact would have entered. */
export interface PastStart {
  readonly at: number
  readonly cause: string
  readonly refused: StartRefusal | null
}

/** A message that a run would have come to, and why it would not have been sent; null: it would. */
export interface PastMessage {
  readonly at: number
  readonly step: string
  readonly reason: MessageReason | null
}

/** What a flow would have done for one contact. */
export interface Replay {
  readonly starts: ReadonlyArray<PastStart>
  readonly messages: ReadonlyArray<PastMessage>
  /** Runs that had not ended. */
  readonly under_way: number
  /** Orders within `salesWithin` of an entry. An amount is null for an order that is no revenue. */
  readonly sales: ReadonlyArray<{ readonly currency: string; readonly amount: string | null }>
  /** Conditions and steps that it took. */
  readonly work: number
}

/** Milliseconds after an entry in which an order counts as placed after it. */
export const salesWithin = 7 * 86_400_000

/** Conditions and steps that one contact may take. What takes more holds the process for too long. */
export const maxWork = 300_000

/**
 * What the flow of a plan would have done for a contact, by the decisions that flows take live; undefined for a contact whose past takes too
 * much work. Requires the items in order. Pure.
 */
export const replay = (plan: BacktestPlan, needs: PastNeeds, person: PastPerson): Replay | undefined => {
  const { account_id, flow_id, definition, segment, from, to } = plan
  const { contact_id } = person.contact
  const { trigger } = definition
  const detail = triggerDetail(trigger)
  const facts = makePastFacts(person, needs.lookups)
  const timers = makeSortedRows<() => void>()
  const starts = new Map<string, PastStart>()
  const sales: Array<Replay["sales"][number]> = []
  let work = 0
  let last = person.last_started_at
  let lastInSpan = -Infinity
  const at = (time: number, run: () => void) => {
    if (time < plan.until) timers.add(time, run)
  }
  const costs = new Map<Conditions, number>()
  const costOf = (conditions: Conditions) => {
    const cost = costs.get(conditions) ?? 1 + comparedValues(conditions)
    costs.set(conditions, cost)
    return cost
  }
  const judge = (conditions: Conditions, now: number, fired?: FiredTrigger) => {
    work += costOf(conditions)
    return matches(
      conditions,
      factReader({
        order: fired === undefined ? null : (orderOf(fired)?.order ?? null),
        event: fired === undefined ? null : (eventOf(fired)?.data ?? null),
        cart: fired === undefined ? null : cartOf(fired),
        contact: facts.contact(),
        history: facts.history(now),
        now
      })
    )
  }
  const spend = (units: number) => {
    work += units
  }
  const { account, own } = plan.holdouts
  const held_out = isHeldOut(person.places.account, account) || isHeldOut(person.places.own, own)
  const runs = makePastRuns(plan, { facts, at, judge, spend, held_out })

  /** Lets runs go on that wait for what happened, and starts one if it is a trigger of the flow. */
  const fire = (fired: FiredTrigger) => {
    const now = fired.occurred_at
    if (fired.type === "order_placed") runs.exitOnPurchase(now)
    let started = false
    if (now >= from && now < to && fired.type === trigger.type && triggerDetail(fired) === detail) {
      const cause = causeKey(fired)
      const { tags, custom_fields, left_topics } = facts.contact()
      const [decision] = starts.has(cause)
        ? []
        : decideStarts([
            {
              trigger: fired,
              flow_id,
              name: "",
              version: 0,
              definition,
              tags,
              custom_fields,
              left_topics,
              history: facts.history(now),
              last_started_at: last
            }
          ])
      work += costOf(definition.filters)
      if (decision !== undefined) {
        starts.set(cause, { at: now, cause, refused: decision.reason })
        if (decision.starts) {
          started = true
          last = now
          lastInSpan = now
          runs.start(fired)
        }
      }
    }
    runs.arrive(fired, started)
  }

  const ticks = segment === null ? undefined : segmentTicks(segment)
  const bornAt = Math.min(person.contact.created_at, person.items[0]?.at ?? Infinity)
  let isMember = false
  const lookAtSegment = (now: number) => {
    if (segment === null || trigger.type !== "entered_segment" || now < bornAt) return
    const was = isMember
    isMember = judge(segment, now)
    if (!isMember || was || now < from) return
    const { segment_id } = trigger
    const source_id = String(now)
    fire({
      account_id,
      type: "entered_segment",
      flow_id,
      segment_id,
      source_id,
      contact_id,
      contact: facts.contact(),
      occurred_at: now
    })
  }
  const lookLater = (times: ReadonlyArray<number>, after: number) => {
    for (const time of times) if (time > Math.max(after, from)) at(time, () => lookAtSegment(time))
  }
  if (ticks !== undefined) {
    at(from - 1, () => lookAtSegment(from - 1))
    at(bornAt, () => lookAtSegment(bornAt))
    lookLater(ticks.ofContact(person.contact), bornAt)
  }

  const watchTime = makePastWatch(plan, { facts, at, fire, spend, bornAt })
  const watch = (item: PastItem) => {
    watchTime(item)
    if (ticks !== undefined) lookLater(ticks.ofItem(item), item.at)
  }

  const happen = (item: PastItem) => {
    if (item.type === "order" && item.at > lastInSpan && item.at - lastInSpan <= salesWithin)
      sales.push({ currency: item.order.currency, amount: isSold(item.order) ? netAmount(item.order) : null })
    for (const fired of firedBy(account_id, item, facts.contact())) fire(fired)
  }

  const isSpent = () => work > maxWork
  const drain = (until: number) => {
    for (let run = timers.shift(until); run !== undefined && !isSpent(); run = timers.shift(until)) run()
  }
  for (let next = 0; next < person.items.length && work <= maxWork;) {
    const now = person.items[next]?.at ?? 0
    drain(now - 1)
    const together: Array<PastItem> = []
    for (let item = person.items[next]; item?.at === now; item = person.items[(next += 1)]) together.push(item)
    work += together.length
    together.forEach((item) => {
      facts.apply(item)
      if (item.type === "counted") runs.count(item.day)
      watch(item)
    })
    if (now < from) continue
    together.forEach(happen)
    lookAtSegment(now)
    drain(now)
  }
  drain(plan.until)
  if (isSpent()) return undefined
  return { starts: [...starts.values()], messages: runs.messages, under_way: runs.underWay(), sales, work }
}

/** The triggers that an item fires live. */
const firedBy = (account_id: string, item: PastItem, contact: PastPerson["contact"]): ReadonlyArray<FiredTrigger> => {
  const { contact_id } = contact
  const occurred_at = item.at
  switch (item.type) {
    case "order_placed":
    case "order_received": {
      const { type, order, occurrence } = item
      const { order_id } = order
      return [{ account_id, type, order_id, occurrence, contact_id, occurred_at, order, contact }]
    }
    case "event": {
      const { event_type, event_id, data } = item
      return item.starts
        ? [{ account_id, type: "event", event_type, event_id, contact_id, contact, data, occurred_at }]
        : []
    }
    case "consent": {
      const times = { effective_at: occurred_at, recorded_at: occurred_at }
      if (!item.starts) return []
      return consentTriggers([{ ...item.entry, account_id, contact_id, actor: "", ...times }], [contact])
    }
    default:
      return []
  }
}
