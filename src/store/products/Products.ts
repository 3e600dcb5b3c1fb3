import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import type { ProductSnapshot } from "../../domain/products/decideProducts.ts"
import type { Product, PutProduct } from "../../domain/products/Product.ts"
import type { ProductChange } from "../../domain/products/productChanges.ts"
import type { StockLevel } from "../../domain/products/productLevels.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { namesOf, typesOf, updatesOf, valuesOf } from "../functions/jsonRows.ts"
import { embeddedRows } from "../sql/embeddedRows.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { jsonRows, rowsJson, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import {
  listedProductColumns,
  productColumns,
  productOf,
  ProductRow,
  productRowColumns,
  rowOfProduct
} from "./productColumns.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { retried } from "../database/Transaction.ts"

const LevelRow = Schema.Struct({
  account_id: Schema.String,
  item_id: Schema.String,
  location_id: Schema.String,
  available: Schema.Int,
  at: Millis
})

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

/**
 * Products of one account, with the stock that platforms report by itself. Every member joins the open transaction, but `list`, `get` and
 * `count`, which read for lists.
 */
export class Products extends Context.Service<
  Products,
  {
    /** Locks all products of the account until the transaction ends, so that its writers count each other's products. */
    readonly lock: (account_id: string) => Effect.Effect<void, SqlError.SqlError>
    /** The products of the reports, the levels of their inventory items, and the room for new ones. */
    readonly load: (
      account_id: string,
      reports: ReadonlyArray<PutProduct>
    ) => Effect.Effect<ProductSnapshot, SqlError.SqlError>
    /** Writes what changed, one statement a table. */
    readonly save: (
      account_id: string,
      changes: { readonly products: ReadonlyArray<Product>; readonly changes: ReadonlyArray<ProductChange> }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** All levels of an inventory item, and the products that have it. */
    readonly ofItem: (
      account_id: string,
      item_id: string
    ) => Effect.Effect<
      { readonly levels: ReadonlyArray<StockLevel>; readonly products: ReadonlyArray<Product> },
      SqlError.SqlError
    >
    /** All levels of these inventory items. */
    readonly levelsOf: (
      account_id: string,
      items: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<StockLevel>, SqlError.SqlError>
    /** Replaces the level of an item at its location. */
    readonly saveLevel: (level: StockLevel) => Effect.Effect<void, SqlError.SqlError>
    /** Last changed first, without descriptions. */
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
>()("tally/store/products/Products") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queryProducts = query(ProductRow)
      const queryLevels = query(LevelRow)
      const types = typesOf(productColumns)
      const productParameter = embeddedRows(sql, productColumns)

      const levelsOf = (account_id: string, items: ReadonlyArray<string>) =>
        items.length === 0
          ? Effect.succeed([])
          : queryLevels(sql`SELECT account_id, item_id, location_id, available, at FROM product_levels
              WHERE account_id = ${account_id} AND item_id = ANY(${texts(items)}) ORDER BY item_id, location_id`)

      const saveProducts = (account_id: string, products: ReadonlyArray<Product>) =>
        sql`INSERT INTO products (account_id, ${sql.literal(namesOf(types))})
          SELECT ${account_id}, ${sql.literal(valuesOf(types))}
          FROM json_to_recordset(${productParameter(products.map(rowOfProduct))}) AS r (${sql.literal(types)})
          ON CONFLICT (account_id, product_id) DO UPDATE SET
            ${sql.literal(updatesOf(namesOf(types), ["product_id", "product_key", "created_at"]))}`

      // An inventory item is named by the variants of its product.
      const saveItems = Effect.fnUntraced(function* (account_id: string, products: ReadonlyArray<Product>) {
        const named = products.filter(({ source }) => source !== "api")
        if (named.length === 0) return
        yield* sql`DELETE FROM product_items WHERE account_id = ${account_id}
          AND product_id = ANY(${texts(named.map(({ product_id }) => product_id))})`
        const rows = named.flatMap(({ product_id, variants }) =>
          variants.flatMap(({ inventory_item_id: item_id }) => (item_id === null ? [] : [{ item_id, product_id }]))
        )
        if (rows.length === 0) return
        yield* sql`INSERT INTO product_items (account_id, item_id, product_id)
          SELECT ${account_id}, item_id, product_id
          FROM json_to_recordset(${rowsJson(rows)}::json) AS r (item_id text, product_id text)
          ON CONFLICT (account_id, item_id, product_id) DO NOTHING`
      })

      // Changes of one moment are joined.
      const saveChanges = (account_id: string, changes: ReadonlyArray<ProductChange>) => {
        const rows = changes.map(({ product_id, happened_at, restocked, price_drops, written_at }) => ({
          product_id,
          happened_at: timeText(happened_at),
          restocked: restocked.length === 0 ? null : restocked,
          price_drops: price_drops.length === 0 ? null : price_drops,
          written_at: timeText(written_at),
          due_at: timeText(written_at)
        }))
        return sql`INSERT INTO product_changes AS kept
            (account_id, product_id, happened_at, restocked, price_drops, written_at, due_at)
          SELECT ${account_id}, product_id, happened_at, restocked, price_drops, written_at, due_at
          FROM json_to_recordset(${jsonRows(sql, rows)}) AS r (product_id text, happened_at timestamptz, restocked json,
            price_drops json, written_at timestamptz, due_at timestamptz)
          ON CONFLICT (account_id, product_id, happened_at) DO UPDATE SET
            restocked = coalesce(kept.restocked, excluded.restocked),
            price_drops = coalesce(kept.price_drops, excluded.price_drops), due_at = excluded.due_at`
      }
      const matching = (account_id: string, { q = "", ids, in_stock, updated_since }: ProductFilter) =>
        sql.and([
          sql`account_id = ${account_id}`,
          sql`NOT removed`,
          ...(q === "" ? [] : [sql`strpos(words, ${q.toLowerCase()}::text) > 0`]),
          ...(ids === undefined ? [] : [sql`product_id = ANY (${texts(ids)})`]),
          ...(in_stock === undefined ? [] : [in_stock ? sql`in_stock` : sql`NOT in_stock`]),
          ...(updated_since === undefined ? [] : [sql`changed_at >= ${timeText(updated_since)}::timestamptz`])
        ])
      return Products.of({
        lock: (account_id) => Effect.asVoid(advisoryLock(sql, account_id, [`products|${account_id}`])),
        load: Effect.fnUntraced(function* (account_id, reports) {
          const ids = [...new Set(reports.map(({ product_id }) => product_id))]
          const rows = yield* queryProducts(sql`SELECT ${sql.literal(productRowColumns)} FROM products
            WHERE account_id = ${account_id} AND product_id = ANY(${texts(ids)}) ORDER BY product_id`)
          const kept = new Set(rows.flatMap(({ product_id, removed }) => (removed ? [] : [product_id])))
          const mayCreate = reports.some(({ product_id, fields }) => fields !== null && !kept.has(product_id))
          const { max } = quotas.products
          const count = mayCreate
            ? yield* countUpTo(sql, sql`FROM products WHERE account_id = ${account_id} AND NOT removed`, max)
            : max
          const items = reports.flatMap(({ fields }) =>
            (fields?.variants ?? []).flatMap(({ inventory_item_id }) => inventory_item_id ?? [])
          )
          const levels = yield* levelsOf(account_id, [...new Set(items)])
          return { products: rows.map(productOf), levels, room: max - count }
        }),
        save: Effect.fnUntraced(function* (account_id, { products, changes }) {
          if (products.length === 0) return
          yield* saveProducts(account_id, products)
          yield* saveItems(account_id, products)
          if (changes.length > 0) yield* saveChanges(account_id, changes)
        }),
        levelsOf,
        ofItem: Effect.fnUntraced(function* (account_id, item_id) {
          const levels = yield* levelsOf(account_id, [item_id])
          const rows = yield* queryProducts(sql`SELECT ${sql.literal(productRowColumns)} FROM products
            WHERE account_id = ${account_id} AND NOT removed AND product_id IN (
              SELECT product_id FROM product_items WHERE account_id = ${account_id} AND item_id = ${item_id}
              ORDER BY product_id LIMIT 10) ORDER BY product_id`)
          return { levels, products: rows.map(productOf) }
        }),
        saveLevel: ({ account_id, item_id, location_id, available, at }) =>
          Effect.asVoid(sql`INSERT INTO product_levels (account_id, item_id, location_id, available, at)
            VALUES (${account_id}, ${item_id}, ${location_id}, ${available}, ${timeText(at)}::timestamptz)
            ON CONFLICT (account_id, item_id, location_id)
              DO UPDATE SET available = excluded.available, at = excluded.at`),
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
