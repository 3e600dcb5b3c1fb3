import { comparedValues } from "../conditions/conditionCost.ts"
import type { Conditions } from "../conditions/Condition.ts"
import { type FactReader, factReader } from "../conditions/Facts.ts"
import type { HistoryLookup } from "../conditions/History.ts"
import { matches } from "../conditions/matches.ts"
import type { PastPerson } from "./Past.ts"
import { makePastFacts, type PastFacts } from "./pastFacts.ts"
import { maxWork } from "./replay.ts"
import { segmentTicks } from "./segmentTicks.ts"
import { makeSortedRows } from "./sortedRows.ts"

/** The conditions and the span of a backtest of a segment. Times in milliseconds; `from` belongs to the span, `to` does not. */
export interface MembershipPlan {
  readonly conditions: Conditions
  readonly lookups: ReadonlyArray<HistoryLookup>
  readonly from: number
  readonly to: number
}

/** A contact's time in a segment. */
export interface PastMembership {
  /** Whether it was in at the beginning of the span. */
  readonly was_member: boolean
  /** Each change after that, oldest first. */
  readonly changes: ReadonlyArray<{ readonly at: number; readonly is_member: boolean }>
  /** The contact at the end of the span. */
  readonly end: () => FactReader
  /** Whether the contact was known by then. */
  readonly known: boolean
  /** Conditions that it took. */
  readonly work: number
}

/**
 * When a contact was in a segment, by the rule of live segments; undefined for a contact whose past takes too much work. Requires the items in
 * order, and none from `to` on. Pure.
 */
export const pastMembership = (plan: MembershipPlan, person: PastPerson): PastMembership | undefined => {
  const { conditions, lookups, from, to } = plan
  const { items, contact } = person
  const facts = makePastFacts(person, lookups)
  const bornAt = firstKnown(person)
  const cost = 1 + comparedValues(conditions)
  const ticks = segmentTicks(conditions)
  const timers = makeSortedRows<number>()
  const changes: Array<PastMembership["changes"][number]> = []
  let [work, was_member, is_member] = [0, false, false]
  const look = (now: number) => {
    if (now < bornAt) return
    work += cost
    const holds = matches(conditions, readerAt(facts, now))
    if (now <= from) was_member = holds
    else if (holds !== is_member) changes.push({ at: now, is_member: holds })
    is_member = holds
  }
  const lookLater = (times: ReadonlyArray<number>, after: number) => {
    for (const time of times) if (time > Math.max(after, from) && time < to) timers.add(time, time)
  }
  const isSpent = () => work > maxWork
  // Ticks of one moment are looked at once.
  const drain = (until: number) => {
    let last = -Infinity
    for (let time = timers.shift(until); time !== undefined && !isSpent(); time = timers.shift(until))
      if (time > last) look((last = time))
  }
  timers.add(from, from)
  lookLater([bornAt, ...ticks.ofContact(contact)], -Infinity)
  for (let next = 0; next < items.length && work <= maxWork;) {
    const now = items[next]?.at ?? 0
    drain(now - 1)
    for (let item = items[next]; item?.at === now; item = items[(next += 1)]) {
      work += 1
      facts.apply(item)
      lookLater(ticks.ofItem(item), now)
    }
    if (now >= from) look(now)
  }
  drain(to - 1)
  if (work > maxWork) return undefined
  return { was_member, changes, end: () => readerAt(facts, to - 1), known: bornAt < to, work }
}

/** When a contact was first known, in milliseconds: of imported history, before it was created. */
export const firstKnown = ({ contact, items }: Pick<PastPerson, "contact" | "items">): number =>
  Math.min(contact.created_at, items[0]?.at ?? Infinity)

/** The facts of a contact at a moment. */
export const readerAt = (facts: PastFacts, now: number): FactReader =>
  factReader({ order: null, event: null, contact: facts.contact(), history: facts.history(now), now })
