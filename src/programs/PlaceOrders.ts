import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { decideOrders } from "../domain/decideOrders.ts"
import type { OrderDecision } from "../domain/decideOrder.ts"
import type { Unavailable } from "../domain/Failure.ts"
import { invalid, type ValidationFailed } from "../domain/Fault.ts"
import type { PlaceOrder } from "../domain/Order.ts"
import { FlowDispatcher } from "../flows/FlowDispatcher.ts"
import { batched } from "../store/Batch.ts"
import { Orders } from "../store/Orders.ts"
import { transact } from "../store/Transaction.ts"

/** The main job: an order comes in, and what follows from it is on disk before the answer goes out. */
export class PlaceOrders extends Context.Service<
  PlaceOrders,
  {
    /** Calls that wait at the same moment share a transaction. Repeating a call is always safe. */
    readonly place: (call: PlaceOrder) => Effect.Effect<OrderDecision, ValidationFailed | Unavailable>
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
        const snapshot = yield* orders.load(calls)
        const batch = decideOrders(yield* Clock.currentTimeMillis, calls, snapshot)
        yield* orders.save(batch)
        yield* flows.record(batch.triggers)
        return batch.answers.map((answer) =>
          Result.isSuccess(answer) ? Exit.succeed(answer.success) : Exit.fail(unknownIntegration)
        )
      }, transact(sql))

      return PlaceOrders.of({
        place: yield* batched({ run: placeAll, workers: 2, most: 64, capacity: 10_000 })
      })
    })
  )
}

const unknownIntegration = invalid(
  "X-Service-Integration-Token",
  "The integration token matches no active Custom Integration of this account"
)
