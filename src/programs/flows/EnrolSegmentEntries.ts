import { Array as Arr, Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import type { SegmentTrigger } from "../../domain/flows/SegmentTrigger.ts"
import { makeId } from "../../domain/values/Id.ts"
import { transact } from "../../store/database/Transaction.ts"
import { makeContactRounds, type RoundFlow } from "../../store/flows/ContactRounds.ts"
import { maxChanges, SegmentEntries, type SomeContacts } from "../../store/flows/SegmentEntries.ts"
import { EnrolContacts } from "./EnrolContacts.ts"
import { inTurns } from "./inTurns.ts"
import { TouchedContacts } from "./TouchedContacts.ts"

/** Starts the flows of contacts that enter segments. */
export interface EnrolSegmentEntries {
  /**
   * Looks once for the contacts of each flow that is due. A contact starts a flow once for each entry, also when a process ends on the way or several
   * look at once. The first round after an activation, or after a change of the segment, takes its contacts for known: they start nothing.
   */
  readonly enrol: Effect.Effect<void, Unavailable>
  /** Looks at the contacts that this process wrote to. */
  readonly enrolTouched: Effect.Effect<void, Unavailable>
}

export const makeEnrolSegmentEntries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rounds = yield* makeContactRounds
  const entries = yield* SegmentEntries
  const touched = yield* TouchedContacts
  const { enrol } = yield* EnrolContacts

  const lock = Effect.fnUntraced(function* (flow: RoundFlow, options: { readonly waits: boolean }) {
    const locked = yield* rounds.lock(flow, options)
    if (locked?.trigger.type !== "entered_segment") return undefined
    const { segment_id } = locked.trigger
    const segment = yield* entries.segment(flow.account_id, segment_id)
    if (segment === undefined) return undefined
    const checked_conditions = `${segment_id}|${segment.digest}`
    const isSame = locked.position.checked_conditions === checked_conditions
    return { ...locked, segment_id, conditions: segment.conditions, checked_conditions, isSame }
  })

  // Gives the last contact whose change was taken, undefined if no more are left.
  const takeChanges = Effect.fnUntraced(function* (
    flow: RoundFlow,
    { segment_id, conditions }: { readonly segment_id: string; readonly conditions: Conditions },
    contacts: SomeContacts,
    { starts }: { readonly starts: boolean }
  ) {
    const changes = yield* entries.changes(flow, conditions, contacts)
    const idsOf = (entered: boolean) =>
      changes.filter(({ has_entered }) => has_entered === entered).map(({ contact_id }) => contact_id)
    const entered = yield* entries.add(flow, idsOf(true))
    yield* entries.remove(flow, idsOf(false))
    const source_id = yield* makeId("ent")
    const { account_id, flow_id, now } = flow
    const triggers = entered.map((contact): SegmentTrigger => {
      const { contact_id } = contact
      const entry = { account_id, flow_id, segment_id, source_id, contact_id, contact, occurred_at: now }
      return { type: "entered_segment", ...entry }
    })
    if (starts) yield* enrol(triggers)
    return changes.length === maxChanges ? changes.at(-1)?.contact_id : undefined
  })

  // Looks at the next contacts. True if more are left.
  const step = Effect.fnUntraced(function* (flow: RoundFlow) {
    const locked = yield* lock(flow, { waits: false })
    if (locked === undefined) return false
    const { checked_conditions, isSame } = locked
    const { checked_until, checking_until, checked_contact } = isSame
      ? locked.position
      : { checked_until: null, checking_until: null, checked_contact: null }
    const end = yield* rounds.stepEnd(flow.account_id, checked_contact)
    const contacts = { after: checked_contact, end }
    const last = (yield* takeChanges(flow, locked, contacts, { starts: checked_until !== null })) ?? end
    const until = checking_until ?? flow.now
    yield* rounds.save(
      flow,
      last === null
        ? { checked_until: until, checking_until: null, checked_contact: null, checked_conditions }
        : { checked_until, checking_until: until, checked_contact: last, checked_conditions }
    )
    return last !== null
  }, transact(sql))

  const look = Effect.fnUntraced(function* (flow: RoundFlow, ids: ReadonlyArray<string>) {
    const locked = yield* lock(flow, { waits: true })
    // A first round is under way.
    if (locked === undefined || !locked.isSame || locked.position.checked_until === null) return false
    yield* takeChanges(flow, locked, { ids }, { starts: true })
    return false
  }, transact(sql))

  // Of some contacts of an account. Most writes change no segment of any flow, which one transaction tells for all of them.
  const lookAt = Effect.fnUntraced(function* ({ flows, ids }: TouchedOfAccount) {
    const [first] = flows
    if (first === undefined) return false
    const changed = new Set(yield* transact(sql)(entries.changed(first, ids)))
    const own = flows.filter(({ flow_id }) => changed.has(flow_id))
    yield* inTurns(own, (flow) => look(flow, ids))
    return false
  })

  const part: EnrolSegmentEntries = {
    enrol: Effect.gen(function* () {
      yield* inTurns(yield* rounds.due("entered_segment", yield* Clock.currentTimeMillis), step)
    }),
    enrolTouched: Effect.gen(function* () {
      const contacts = Map.groupBy(yield* touched.take, ({ account_id }) => account_id)
      if (contacts.size === 0) return
      const active = yield* rounds.active("entered_segment", [...contacts.keys()], yield* Clock.currentTimeMillis)
      const flows = Map.groupBy(active, ({ account_id }) => account_id)
      const parts = [...flows].flatMap(([account_id, own]) => {
        const ids = (contacts.get(account_id) ?? []).map(({ contact_id }) => contact_id)
        return Arr.chunksOf(ids, maxChanges).map((some) => ({ account_id, flows: own, ids: some }))
      })
      yield* inTurns(parts, lookAt)
    })
  }
  return part
})

/** Contacts of an account that were written to, and its flows of segments. */
interface TouchedOfAccount {
  readonly flows: ReadonlyArray<RoundFlow>
  readonly ids: ReadonlyArray<string>
}
