import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { PutCart } from "../../domain/carts/Cart.ts"
import type { CartDecision } from "../../domain/carts/decideCart.ts"
import { type KnownCart, withoutOrders } from "../../domain/carts/cartJson.ts"
import { cartKey, decideCarts } from "../../domain/carts/decideCarts.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { groupCommit, maxBatchSize } from "../../store/batching/GroupCommit.ts"
import { type CartOrder, Carts } from "../../store/carts/Carts.ts"
import { readOnly, retried, transact } from "../../store/database/Transaction.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"

/** A decision that is committed, and the cart with the orders that are known of it. */
interface PutResult extends CartDecision {
  readonly known: KnownCart
}

/** Keeps carts: the cart and its contact are committed before the call returns. */
export class PutCarts extends Context.Service<
  PutCarts,
  {
    /** Calls that wait at the same moment share a transaction. Repeating a call is safe, and reports may come in any order. */
    readonly put: (call: PutCart) => Effect.Effect<PutResult, NotFound | Unavailable>
    /** Previews the effect of `put` at this moment. Writes and locks nothing. */
    readonly preview: (call: PutCart) => Effect.Effect<CartDecision, NotFound | Unavailable>
    /** Keeps the order that ends the carts with its tokens. Repeating it is safe. */
    readonly end: (order: Omit<CartOrder, "now">) => Effect.Effect<void, Unavailable>
  }
>()("tally/programs/carts/PutCarts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const carts = yield* Carts
      const flows = yield* EnrolContacts

      const putAll = Effect.fnUntraced(function* (calls: ReadonlyArray<PutCart>) {
        yield* carts.lock(calls)
        const snapshot = yield* carts.load(calls, { forUpdate: true })
        const batch = decideCarts(yield* Clock.currentTimeMillis, calls, snapshot)
        yield* carts.save(batch)
        yield* flows.touch(batch.contacts)
        const found = new Map((yield* carts.known(calls)).map((known) => [cartKey(known.cart), known]))
        return batch.results.map((result) => {
          if (Result.isFailure(result)) return Exit.fail(result.failure)
          const { cart } = result.success
          return Exit.succeed({ ...result.success, known: found.get(cartKey(cart)) ?? withoutOrders(cart) })
        })
      }, transact(sql))

      return PutCarts.of({
        preview: Effect.fnUntraced(function* (call) {
          const snapshot = yield* carts.load([call], { forUpdate: false })
          // The Clock of a preview is already that of the account; only batches add the offset.
          const [result] = decideCarts(yield* Clock.currentTimeMillis, [{ ...call, clock_offset: 0 }], snapshot).results
          return result === undefined ? yield* new NotFound() : yield* Effect.fromResult(result)
        }, readOnly(sql)),
        put: yield* groupCommit({
          name: "carts",
          run: putAll,
          callerOf: ({ account_id }: PutCart) => account_id,
          isOfAccounts: true,
          lingers: false,
          workers: 2,
          maxBatch: maxBatchSize,
          capacity: 10_000
        }),
        end: (order) => Effect.flatMap(Clock.currentTimeMillis, (now) => retried(carts.end({ ...order, now })))
      })
    })
  )
}
