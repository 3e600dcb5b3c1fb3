import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type CartTrigger, isAbandoned } from "../../domain/carts/cartTriggers.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { transact } from "../../store/database/Transaction.ts"
import { type DueCart, makeAbandonedCarts } from "../../store/flows/AbandonedCarts.ts"
import type { CheckedFlow } from "../../store/flows/checkedFlows.ts"
import { EnrolContacts } from "./EnrolContacts.ts"

/**
 * Milliseconds that a look reaches back over what was looked at: a change that was decided then may have been committed since. The key of its
 * cause keeps a cart from starting a flow twice.
 */
const overlap = 60_000

/** Sorts after the key of every cart: what came due at the moment itself is looked at already. */
const afterAll = "z"

/** Starts the flows of contacts who left a cart for as long as a flow says. */
export interface EnrolAbandonedCarts {
  /**
   * Looks once for the carts of each flow that is due. A cart starts a flow once for its last change, also when a process ends on the way or
   * several look at once; carts whose time had come when the flow was activated do not.
   */
  readonly enrol: Effect.Effect<void, Unavailable>
}

export const makeEnrolAbandonedCarts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const abandoned = yield* makeAbandonedCarts
  const { enrol } = yield* EnrolContacts

  // Gives the place for the next page; null when there is none.
  const enrolPage = Effect.fnUntraced(function* (flow: CheckedFlow, after: DueCart | null) {
    const locked = yield* abandoned.lock(flow)
    if (locked === undefined) return null
    const { rule, checked_until, since } = locked
    const { account_id, flow_id, now } = flow
    if (checked_until === null || checked_until >= now) {
      if (checked_until === null) yield* abandoned.setChecked(flow, now)
      return null
    }
    const from = { due_at: Math.max(checked_until - overlap, Math.min(since, checked_until)), cart_key: afterAll }
    const { carts, next } = yield* abandoned.page(flow, rule, after ?? from)
    const left = carts.filter((known) => isAbandoned(now, rule, known.cart, known))
    yield* enrol(
      left.map(({ cart, contact }): CartTrigger => {
        const { contact_id } = contact
        const { duration } = rule
        return {
          account_id,
          type: "cart_abandoned",
          flow_id,
          duration,
          contact_id,
          contact,
          cart,
          occurred_at: now
        }
      })
    )
    // Carts of the same moment may follow on the next page, so that a process that continues begins with this moment.
    yield* abandoned.setChecked(flow, next === null ? now : next.due_at - 1)
    return next
  }, transact(sql))

  const enrolFlow = Effect.fnUntraced(function* (flow: CheckedFlow) {
    let after = yield* enrolPage(flow, null)
    while (after !== null) after = yield* enrolPage(flow, after)
  })

  const part: EnrolAbandonedCarts = {
    enrol: Effect.gen(function* () {
      const flows = yield* abandoned.due(yield* Clock.currentTimeMillis)
      const results = yield* Effect.forEach(flows, (flow) => Effect.result(enrolFlow(flow)))
      yield* Effect.forEach(results, (result) => Effect.fromResult(result), { discard: true })
    })
  }
  return part
})
