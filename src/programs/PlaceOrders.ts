import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { decideOrders } from "../domain/decideOrders.ts"
import type { OrderDecision } from "../domain/decideOrder.ts"
import type { Unavailable } from "../domain/Failure.ts"
import { invalid, type ValidationFailed } from "../domain/Fault.ts"
import type { PlaceOrder } from "../domain/Order.ts"
import { type OrderPreview, orderPreview } from "../domain/orderPreview.ts"
import { FlowDispatcher } from "../flows/FlowDispatcher.ts"
import { batched } from "../store/Batch.ts"
import { Orders } from "../store/Orders.ts"
import { readOnly, transact } from "../store/Transaction.ts"

/** The main job: an order comes in, and what follows from it is on disk before the answer goes out. */
export class PlaceOrders extends Context.Service<
  PlaceOrders,
  {
    /** Calls that wait at the same moment share a transaction. Repeating a call is always safe. */
    readonly place: (call: PlaceOrder) => Effect.Effect<OrderDecision, ValidationFailed | Unavailable>
    /** What `place` would do at this moment. Writes and locks nothing. */
    readonly preview: (call: PlaceOrder) => Effect.Effect<OrderPreview, ValidationFailed | Unavailable>
  }
>()("tally/programs/PlaceOrders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orders = yield* Orders
      const flows = yield* FlowDispatcher

      const placeAll = Effect.fnUntraced(function* (calls: ReadonlyArray<PlaceOrder>) {
        yield* orders.lock(calls)
        const snapshot = yield* orders.load(calls, { hold: true })
        const batch = decideOrders(yield* Clock.currentTimeMillis, calls, snapshot)
        yield* orders.save(batch)
        yield* flows.record(batch.triggers.filter(({ account_id }) => snapshot.listening.has(account_id)))
        return batch.answers.map((answer) =>
          Result.isSuccess(answer) ? Exit.succeed(answer.success) : Exit.fail(unknownIntegration)
        )
      }, transact(sql))

      const preview = Effect.fnUntraced(function* (call: PlaceOrder) {
        const snapshot = yield* orders.load([call], { hold: false })
        // Without a batch the clock is the caller's account's already.
        const batch = decideOrders(yield* Clock.currentTimeMillis, [{ ...call, clock_offset: 0 }], snapshot)
        const [answer] = batch.answers
        if (answer === undefined || Result.isFailure(answer)) return yield* unknownIntegration
        const { order, integration } = answer.success
        const others = yield* orders.others(call, batch.inexact)
        const verdicts = yield* flows.preview(batch.triggers)
        const dry_run = orderPreview(call, answer.success, snapshot.contacts, others, verdicts)
        return { order, integration, dry_run }
      }, readOnly(sql))

      return PlaceOrders.of({
        preview,
        place: yield* batched({
          name: "orders",
          run: placeAll,
          lineOf: ({ account_id }) => account_id,
          workers: 2,
          most: 64,
          capacity: 10_000
        })
      })
    })
  )
}

const unknownIntegration = invalid(
  "X-Service-Integration-Token",
  "The integration token matches no active Custom Integration of this account"
)
