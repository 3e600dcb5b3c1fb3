import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { countLimits, isWorthCounting, nextCountAt } from "../../domain/products/productCounts.ts"
import { transact, transactFor } from "../../store/database/Transaction.ts"
import { type DueCount, ProductCounts } from "../../store/products/ProductCounts.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { repeatUpkeep } from "../../store/upkeep/repeatUpkeep.ts"

/** Counts what orders tell of products. */
export class CountProducts extends Context.Service<
  CountProducts,
  {
    /** Counts the orders of each account whose count is due, one after the other. Several processes share the accounts. */
    readonly count: Effect.Effect<void, Unavailable>
  }
>()("tally/programs/products/CountProducts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counts = yield* ProductCounts
      const countOf = Effect.fnUntraced(function* (account: DueCount) {
        const { account_id, now } = account
        // Also when this process ends meanwhile, the account is looked at an hour later.
        const last = yield* transact(sql)(counts.claim(account, nextCountAt(now, 0)))
        if (last === undefined || !isWorthCounting(now, last)) return
        // Accounts' clocks may stand still; the process's does not.
        const began = yield* Clock.currentTimeMillis
        yield* transactFor(sql, countLimits.longest)(counts.count(account))
        const took = (yield* Clock.currentTimeMillis) - began
        yield* counts.setDue(account_id, nextCountAt(now, took))
      })
      return CountProducts.of({
        count: Effect.gen(function* () {
          const due = yield* counts.due(yield* Clock.currentTimeMillis)
          const results = yield* Effect.forEach(due, (account) => Effect.result(countOf(account)))
          yield* Effect.forEach(results, (result) => Effect.fromResult(result), { discard: true })
        })
      })
    })
  )
}

/** Counts products once a minute, where a count is due, for as long as the program runs. */
export const CountingProductsLayer = Layer.effectDiscard(
  Effect.flatMap(CountProducts, ({ count }) => repeatUpkeep(count, "1 minute", "Products could not be counted"))
).pipe(Layer.provide([CountProducts.layer.pipe(Layer.provide(ProductCounts.layer)), QueueWatch.layer]))
