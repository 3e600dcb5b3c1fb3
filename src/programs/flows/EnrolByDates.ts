import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contactZone } from "../../domain/contacts/contactZone.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import {
  comesWithin,
  dateOfStart,
  type DateRule,
  datesOn,
  type DateTrigger,
  daysInZones,
  startDays,
  type TimeSpan
} from "../../domain/flows/dateTriggers.ts"
import { timezones } from "../../domain/zones/zoneData.ts"
import { transact } from "../../store/database/Transaction.ts"
import { makeContactRounds, type RoundFlow } from "../../store/flows/ContactRounds.ts"
import { makeDatedContacts, maxDated } from "../../store/flows/DatedContacts.ts"
import { EnrolContacts } from "./EnrolContacts.ts"
import { inTurns } from "./inTurns.ts"

/** The longest span of time that one round covers, in milliseconds. */
const maxSpan = 366 * 86_400_000

/** Starts flows by dates in custom fields of contacts. */
export interface EnrolByDates {
  /**
   * Looks once for the contacts of each flow that is due. A contact starts a flow once for a day, also when a process ends on the way or
   * several look at once; days that were over when the flow was activated start nothing.
   */
  readonly enrol: Effect.Effect<void, Unavailable>
}

export const makeEnrolByDates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rounds = yield* makeContactRounds
  const dated = yield* makeDatedContacts
  const { enrol } = yield* EnrolContacts

  const enrolDated = Effect.fnUntraced(function* (
    flow: RoundFlow,
    rule: DateRule,
    span: TimeSpan,
    days: ReadonlyArray<string>,
    ids: ReadonlyArray<string>
  ) {
    const { account_id, flow_id, now, timezone } = flow
    const { field } = rule
    const contacts = yield* dated.lock(account_id, field, ids)
    yield* enrol(
      contacts.flatMap(({ value, zone_fields, ...contact }) => {
        const place = { phone: contact.phone, custom_fields: zone_fields ?? {} }
        const ownZone = rule.zone === "contact" ? (contactZone(place) ?? timezone) : timezone
        const { contact_id } = contact
        return startDays(rule, value, days)
          .filter((day) => comesWithin(day, rule.time, ownZone, span))
          .map((day): DateTrigger => {
            return { account_id, type: "date", flow_id, field, day, contact_id, contact, occurred_at: now }
          })
      })
    )
  })

  // Looks at the next contacts. True if more are left.
  const step = Effect.fnUntraced(function* (flow: RoundFlow) {
    const locked = yield* rounds.lock(flow)
    if (locked?.trigger.type !== "date") return false
    const { trigger: rule, position } = locked
    const { account_id, now, timezone } = flow
    const done = { checking_until: null, checked_contact: null, checked_conditions: null }
    const after = position.checked_until
    if (after === null) {
      yield* rounds.save(flow, { ...done, checked_until: now })
      return false
    }
    const until = position.checking_until ?? Math.min(now, after + maxSpan)
    if (until <= after) return false
    const span = { after, until }
    const inZones = rule.zone === "contact" ? [timezone, ...timezones()] : [timezone]
    const days = daysInZones(rule.time, inZones, span)
    if (days.size === 0) {
      yield* rounds.save(flow, { ...done, checked_until: until })
      return until < now
    }
    const dates = [...new Set([...days].flatMap((day) => datesOn(rule, dateOfStart(rule, day))))]
    const end = yield* rounds.stepEnd(account_id, position.checked_contact)
    const ids = yield* dated.find({ account_id, after: position.checked_contact, end }, rule, dates)
    yield* enrolDated(flow, rule, span, [...days], ids)
    const last = ids.length === maxDated ? (ids.at(-1) ?? null) : end
    yield* rounds.save(
      flow,
      last === null
        ? { ...done, checked_until: until }
        : { ...done, checked_until: after, checking_until: until, checked_contact: last }
    )
    return last !== null || until < now
  }, transact(sql))

  const part: EnrolByDates = {
    enrol: Effect.gen(function* () {
      yield* inTurns(yield* rounds.due("date", yield* Clock.currentTimeMillis), step)
    })
  }
  return part
})
