import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { durationMillis } from "../../domain/flows/FlowDuration.ts"
import { transact } from "../../store/database/Transaction.ts"
import { makeAbsentContacts, type OrderPosition } from "../../store/flows/AbsentContacts.ts"
import type { CheckedFlow } from "../../store/flows/checkedFlows.ts"
import { EnrolContacts } from "./EnrolContacts.ts"

/** Starts the flows of contacts that have placed no order for as long as a flow says. */
export interface EnrolAbsentContacts {
  /**
   * Looks once for the contacts of each flow that is due. A contact starts a flow once for its last order, also when a process ends on
   * the way or several look at once; contacts whose time had passed when the flow was activated do not.
   */
  readonly enrol: Effect.Effect<void, Unavailable>
}

export const makeEnrolAbsentContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const absent = yield* makeAbsentContacts
  const { enrol } = yield* EnrolContacts

  // Gives the position for the next page; null when there is none.
  const enrolPage = Effect.fnUntraced(function* (flow: CheckedFlow, after: OrderPosition | null) {
    const checked = yield* absent.lock(flow)
    if (checked === undefined) return null
    const { duration, checked_until } = checked
    const { account_id, now } = flow
    if (checked_until === null || checked_until >= now) {
      if (checked_until === null) yield* absent.setChecked(flow, now)
      return null
    }
    const millis = durationMillis(duration)
    const from = after ?? { placed_at: checked_until - millis, order_id: 0n }
    const { contacts, next } = yield* absent.page(account_id, from, now - millis)
    yield* enrol(
      contacts.map((contact) => {
        const { contact_id } = contact
        return { account_id, type: "no_order_for", duration, contact_id, contact, occurred_at: now }
      })
    )
    // Orders of the same moment may follow on the next page, so that a process that continues begins with this moment.
    yield* absent.setChecked(flow, next === null ? now : next.placed_at + millis - 1)
    return next
  }, transact(sql))

  const enrolFlow = Effect.fnUntraced(function* (flow: CheckedFlow) {
    let after = yield* enrolPage(flow, null)
    while (after !== null) after = yield* enrolPage(flow, after)
  })

  const part: EnrolAbsentContacts = {
    enrol: Effect.gen(function* () {
      const flows = yield* absent.due(yield* Clock.currentTimeMillis)
      const results = yield* Effect.forEach(flows, (flow) => Effect.result(enrolFlow(flow)))
      yield* Effect.forEach(results, (result) => Effect.fromResult(result), { discard: true })
    })
  }
  return part
})
