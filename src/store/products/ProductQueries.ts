import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import type { Product } from "../../domain/products/Product.ts"
import { retried } from "../database/Transaction.ts"
import { texts } from "../sql/parameters.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { listedProductColumns, productOf, ProductRow, productRowColumns } from "./productColumns.ts"

/** The filters of a list; an absent member does not filter. Times in milliseconds. */
export interface ProductFilter {
  /** A part of the searched text, without case. */
  readonly q?: string | undefined
  readonly ids?: ReadonlyArray<string> | undefined
  readonly in_stock?: boolean | undefined
  readonly updated_since?: number | undefined
}

/** The place of a product in the list. */
export interface ProductPosition {
  readonly changed_at: number
  readonly product_key: string
}

/** Products of an account, last changed first. */
export class ProductQueries extends Context.Service<
  ProductQueries,
  {
    /** Without descriptions. */
    readonly list: (
      account_id: string,
      filter: ProductFilter,
      slice: KeysetSlice<ProductPosition>
    ) => Effect.Effect<ReadonlyArray<Product>, Unavailable>
    /** Also a product that was removed. */
    readonly get: (account_id: string, product_id: string) => Effect.Effect<Product | undefined, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, filter: ProductFilter, max: number) => Effect.Effect<number, Unavailable>
  }
>()("tally/store/products/ProductQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const matching = (account_id: string, { q = "", ids, in_stock, updated_since }: ProductFilter) =>
        sql.and([
          sql`account_id = ${account_id}`,
          sql`NOT removed`,
          ...(q === "" ? [] : [sql`strpos(words, ${q.toLowerCase()}::text) > 0`]),
          ...(ids === undefined ? [] : [sql`product_id = ANY (${texts(ids)})`]),
          ...(in_stock === undefined ? [] : [in_stock ? sql`in_stock` : sql`NOT in_stock`]),
          ...(updated_since === undefined ? [] : [sql`changed_at >= ${timeText(updated_since)}::timestamptz`])
        ])
      return ProductQueries.of({
        list: (account_id, filter, { before, limit }) => {
          const key =
            before === null ? null : [sql`${timeText(before.changed_at)}::timestamptz`, sql`${before.product_key}`]
          return retried(sql`SELECT ${sql.literal(listedProductColumns)} FROM products WHERE ${matching(account_id, filter)}
            ${keyset(sql, ["changed_at", "product_key"], key, limit)}`).pipe(
            query(ProductRow),
            Effect.map((rows) => rows.map(productOf))
          )
        },
        get: (account_id, product_id) =>
          retried(sql`SELECT ${sql.literal(productRowColumns)} FROM products
            WHERE account_id = ${account_id} AND product_id = ${product_id}`).pipe(
            queryOne(ProductRow),
            Effect.map((row) => (row === undefined ? undefined : productOf(row)))
          ),
        count: (account_id, filter, max) =>
          retried(countUpTo(sql, sql`FROM products WHERE ${matching(account_id, filter)}`, max))
      })
    })
  )
}
