import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { KnownCart } from "../../domain/carts/cartJson.ts"
import type { CartStatus } from "../../domain/carts/cartEnd.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { retried } from "../database/Transaction.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { cartRowColumns, listedCartColumns } from "./cartColumns.ts"
import { knownCart, KnownCartRow, knownOrders, lastOrderAt, reportedOrder } from "./cartOrders.ts"

const Row = Schema.Struct({ ...KnownCartRow.fields, contact: Schema.NullOr(Schema.String) })

/** A cart with the address of its contact. In lists, without its items. */
export interface ListedCart extends KnownCart {
  readonly contact: string | null
}

const listed = ({ contact, ...row }: typeof Row.Type): ListedCart => ({ ...knownCart(row), contact })

/** The filters of a list; an absent member does not filter. Times in milliseconds. */
export interface CartFilter {
  readonly contact_id?: string | undefined
  readonly stage?: string | undefined
  readonly status?: CartStatus | undefined
  readonly updated_since?: number | undefined
}

/** The place of a cart in the list. */
export interface CartPosition {
  readonly changed_at: number
  readonly cart_key: string
}

/** Carts with what became of them, last changed first. */
export interface CartQueries {
  readonly list: (
    account_id: string,
    filter: CartFilter,
    slice: KeysetSlice<CartPosition>
  ) => Effect.Effect<ReadonlyArray<ListedCart>, Unavailable>
  /** Also a cart that was emptied. */
  readonly get: (account_id: string, cart_id: string) => Effect.Effect<ListedCart | undefined, Unavailable>
  /** Counts up to `max`. */
  readonly count: (account_id: string, filter: CartFilter, max: number) => Effect.Effect<number, Unavailable>
}

export const makeCartQueries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const select = (account_id: string, columns: string) => sql`
        SELECT ${sql.literal(columns)}, ${knownOrders(sql, sql`${account_id}`)},
          (SELECT coalesce(c.email, c.phone) FROM contacts c WHERE c.account_id = ${account_id}
            AND c.contact_id = carts.contact_id) AS contact
        FROM carts`
  // As `cartStatus` decides it.
  const isOrderedByName = (account_id: string) =>
    sql`(completed OR ${reportedOrder(sql, sql`${account_id}`)} IS NOT NULL)`
  const statusOf = (account_id: string) => sql`CASE WHEN ${isOrderedByName(account_id)} THEN 'ordered'
        WHEN item_count = 0 THEN 'removed'
        WHEN ${lastOrderAt(sql, sql`${account_id}`)} >= changed_at THEN 'ordered' ELSE 'open' END`
  const matching = (account_id: string, { contact_id, stage, status, updated_since }: CartFilter) =>
    sql.and([
      sql`carts.account_id = ${account_id}`,
      ...(contact_id === undefined ? [] : [sql`contact_id = ${contact_id}`]),
      ...(stage === undefined ? [] : [sql`stage = ${stage}`]),
      ...(updated_since === undefined ? [] : [sql`changed_at >= ${timeText(updated_since)}::timestamptz`]),
      status === undefined
        ? sql`(item_count > 0 OR ${isOrderedByName(account_id)})`
        : sql`${statusOf(account_id)} = ${status}`
    ])
  const part: CartQueries = {
    list: (account_id, filter, { before, limit }) => {
      const key = before === null ? null : [sql`${timeText(before.changed_at)}::timestamptz`, sql`${before.cart_key}`]
      return retried(sql`${select(account_id, listedCartColumns)} WHERE ${matching(account_id, filter)}
            ${keyset(sql, ["changed_at", "cart_key"], key, limit)}`).pipe(
        query(Row),
        Effect.map((rows) => rows.map(listed))
      )
    },
    get: (account_id, cart_id) =>
      retried(
        sql`${select(account_id, cartRowColumns)} WHERE carts.account_id = ${account_id} AND cart_id = ${cart_id}`
      ).pipe(
        queryOne(Row),
        Effect.map((row) => (row === undefined ? undefined : listed(row)))
      ),
    count: (account_id, filter, max) =>
      retried(countUpTo(sql, sql`FROM carts WHERE ${matching(account_id, filter)}`, max))
  }
  return part
})
