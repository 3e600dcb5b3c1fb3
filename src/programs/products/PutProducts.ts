import { Clock, Context, Effect, Layer, type Result } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { decideLevels, type ProductDecision } from "../../domain/products/decideProduct.ts"
import { decideProducts } from "../../domain/products/decideProducts.ts"
import type { PutProduct } from "../../domain/products/Product.ts"
import { isLaterLevel, type StockLevel } from "../../domain/products/productLevels.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { readOnly, transact } from "../../store/database/Transaction.ts"
import { Products } from "../../store/products/Products.ts"

type Results = ReadonlyArray<Result.Result<ProductDecision, ValidationFailed>>

/** Keeps products: everything is committed before a call returns. */
export class PutProducts extends Context.Service<
  PutProducts,
  {
    /** Reports of one account in one transaction, with a result for each. Repeating them is safe, and they may come in any order. */
    readonly put: (account_id: string, reports: ReadonlyArray<PutProduct>) => Effect.Effect<Results, Unavailable>
    /** Previews the effect of `put` at this moment. Writes and locks nothing. */
    readonly preview: (account_id: string, reports: ReadonlyArray<PutProduct>) => Effect.Effect<Results, Unavailable>
    /** Keeps the stock of an inventory item at a location, also of an item that no product names yet. Whether it changed anything. */
    readonly setLevel: (level: StockLevel) => Effect.Effect<boolean, Unavailable>
  }
>()("tally/programs/products/PutProducts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const products = yield* Products

      return PutProducts.of({
        put: Effect.fnUntraced(function* (account_id, reports) {
          yield* products.lock(account_id)
          const snapshot = yield* products.load(account_id, reports)
          const batch = decideProducts(yield* Clock.currentTimeMillis, reports, snapshot)
          yield* products.save(account_id, batch)
          return batch.results
        }, transact(sql)),
        preview: Effect.fnUntraced(function* (account_id, reports) {
          const snapshot = yield* products.load(account_id, reports)
          return decideProducts(yield* Clock.currentTimeMillis, reports, snapshot).results
        }, readOnly(sql)),
        setLevel: Effect.fnUntraced(function* (level) {
          const { account_id, item_id, location_id, at } = level
          yield* products.lock(account_id)
          const found = yield* products.ofItem(account_id, item_id)
          const before = found.levels.find((other) => other.location_id === location_id)
          if (!isLaterLevel(level, before)) return false
          yield* products.saveLevel(level)
          const now = yield* Clock.currentTimeMillis
          for (const product of found.products) {
            const items = product.variants.flatMap(({ inventory_item_id }) => inventory_item_id ?? [])
            const levels = yield* products.levelsOf(account_id, [...new Set(items)])
            const decision = decideLevels(now, at, product, levels)
            if (decision === undefined) continue
            const { change } = decision
            yield* products.save(account_id, {
              products: [decision.product],
              changes: change === undefined ? [] : [change]
            })
          }
          return true
        }, transact(sql))
      })
    })
  )
}
