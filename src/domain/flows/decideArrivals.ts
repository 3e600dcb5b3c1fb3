import type { FiredTrigger } from "./triggerKinds.ts"
import { eventOf, orderOf } from "./decideStarts.ts"
import { factReader } from "../conditions/Facts.ts"
import { noHistory } from "../conditions/History.ts"
import { matches } from "../conditions/matches.ts"
import type { WaitFor } from "./WaitFor.ts"

/** A run that waits, and an order or event that it may wait for. */
export interface Arrival {
  readonly run_id: string
  readonly step: WaitFor
  /** When the wait ends, in milliseconds on the account's clock. */
  readonly due_at: number
  readonly trigger: FiredTrigger
}

/**
 * The first arrival of each run that came before its time-out and that its step counts. `started` are the triggers that started runs in
 * the same transaction: what comes up to them was no wait yet. Pure.
 */
export const decideArrivals = <A extends Arrival>(
  arrivals: ReadonlyArray<A>,
  triggers: ReadonlyArray<FiredTrigger>,
  started: ReadonlyMap<string, FiredTrigger>
): ReadonlyArray<A> => {
  const order = new Map(triggers.map((trigger, at) => [trigger, at]))
  const place = (trigger: FiredTrigger | undefined) => (trigger === undefined ? -1 : (order.get(trigger) ?? -1))
  const counted = arrivals
    .filter(
      ({ run_id, trigger, due_at }) => trigger.occurred_at < due_at && place(trigger) > place(started.get(run_id))
    )
    .filter(({ step, trigger }) => matches(step.where ?? [], readerOf(trigger)))
    .toSorted((one, other) => place(one.trigger) - place(other.trigger))
  return [...new Map(counted.toReversed().map((arrival) => [arrival.run_id, arrival])).values()]
}

const readerOf = (trigger: FiredTrigger) =>
  factReader({
    order: orderOf(trigger)?.order ?? null,
    event: eventOf(trigger)?.data ?? null,
    // `checkDefinition` keeps fields of the contact and of its history out of waits.
    contact: { ...trigger.contact, tags: [], custom_fields: {}, left_topics: [] },
    history: noHistory,
    now: trigger.occurred_at
  })
