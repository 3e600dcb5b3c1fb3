import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { isViewedAndLeft, type ViewTrigger } from "../../domain/visits/viewTriggers.ts"
import { transact } from "../../store/database/Transaction.ts"
import type { CheckedFlow } from "../../store/flows/checkedFlows.ts"
import { type DueView, makeViewedProducts } from "../../store/flows/ViewedProducts.ts"
import { EnrolContacts } from "./EnrolContacts.ts"

/**
 * Milliseconds that a look reaches back over what was looked at: a view that was decided then may have been committed since. The key of its cause
 * keeps it from starting a flow twice.
 */
const overlap = 60_000

/** Starts the flows of contacts who looked at a product and left it for as long as a flow says. */
export interface EnrolByViews {
  /**
   * Looks once for the views of each flow that is due. A contact and a product start a flow once for the last view, also when a process ends on
   * the way or several look at once; views whose time had come when the flow was activated do not.
   */
  readonly enrol: Effect.Effect<void, Unavailable>
}

export const makeEnrolByViews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const viewed = yield* makeViewedProducts
  const { enrol } = yield* EnrolContacts

  // Gives the place for the next page; null when there is none.
  const enrolPage = Effect.fnUntraced(function* (flow: CheckedFlow, after: DueView | null) {
    const locked = yield* viewed.lock(flow)
    if (locked === undefined) return null
    const { rule, checked_until, since } = locked
    const { account_id, flow_id, now } = flow
    if (checked_until === null || checked_until >= now) {
      if (checked_until === null) yield* viewed.setChecked(flow, now)
      return null
    }
    // The step before looked at the views that came due up to `checked_until`, that millisecond included.
    const from = Math.max(checked_until - overlap, Math.min(since, checked_until)) + 1
    const { products, next } = yield* viewed.page(flow, rule, after ?? { due_at: from, visitor_id: "", view_id: "" })
    yield* enrol(
      products.flatMap(({ contact, product_id, views }): ReadonlyArray<ViewTrigger> => {
        const [last] = views
        if (last === undefined || !isViewedAndLeft(now, rule, views, contact)) return []
        const { contact_id } = contact
        const { type, duration } = rule
        const product = { product_id, variant_id: null, old_price: null }
        const { viewed_at } = last
        return [{ account_id, type, flow_id, duration, contact_id, contact, product, viewed_at, occurred_at: now }]
      })
    )
    // Views of the same moment may follow on the next page, so that a process that continues begins with this moment.
    yield* viewed.setChecked(flow, next === null ? now : next.due_at - 1)
    return next
  }, transact(sql))

  const enrolFlow = Effect.fnUntraced(function* (flow: CheckedFlow) {
    let after = yield* enrolPage(flow, null)
    while (after !== null) after = yield* enrolPage(flow, after)
  })

  const part: EnrolByViews = {
    enrol: Effect.gen(function* () {
      const flows = yield* viewed.due(yield* Clock.currentTimeMillis)
      const results = yield* Effect.forEach(flows, (flow) => Effect.result(enrolFlow(flow)))
      yield* Effect.forEach(results, (result) => Effect.fromResult(result), { discard: true })
    })
  }
  return part
})
