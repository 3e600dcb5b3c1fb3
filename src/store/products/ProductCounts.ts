import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Unavailable } from "../../domain/Errors.ts"
import { countLimits, type LastCount } from "../../domain/products/productCounts.ts"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { isEmbedded } from "../database/isEmbedded.ts"
import { retried } from "../database/Transaction.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { soldOrder } from "../orders/soldOrder.ts"
import { bigints, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

/** An account whose orders are to be counted. `now` is the time on its clock, in milliseconds. */
export interface DueCount {
  readonly account_id: string
  readonly now: number
}

const queryAccounts = query(Schema.Struct({ account_id: Schema.String }))
const queryLast = queryOne(Schema.Struct({ counted_at: Schema.NullOr(Millis), has_news: Schema.Boolean }))

/** Memory that counting may take for each sort and hash, as PostgreSQL writes it. */
const workMemory = "64MB"

/** Accounts of one round. */
const maxAccounts = 100

/** Products counted by orders: best sellers, and products that were bought together. */
export class ProductCounts extends Context.Service<
  ProductCounts,
  {
    /** The accounts with products whose count is due, longest ago first, at most 100. */
    readonly due: (now: number) => Effect.Effect<ReadonlyArray<DueCount>, Unavailable>
    /** Takes the count of an account until `until`. Undefined if another process has it. */
    readonly claim: (account: DueCount, until: number) => Effect.Effect<LastCount | undefined, SqlError.SqlError>
    /** Counts the orders of an account and replaces what was counted before. Joins the open transaction. */
    readonly count: (account: DueCount) => Effect.Effect<void, SqlError.SqlError>
    /** Sets when the next count is due. */
    readonly setDue: (account_id: string, due_at: number) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/products/ProductCounts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { isDistributed } = yield* accountPlacement
      const sellers = sellingAccounts(sql, isDistributed)
      const since = (now: number, age: number) => sql`${timeText(now - age)}::timestamptz`

      const countBestSellers = ({ account_id, now }: DueCount) => sql`
        INSERT INTO product_counts (account_id, best_sellers, counted_at, due_at)
        SELECT ${account_id}, coalesce(array_agg(best.product_id ORDER BY best.orders DESC, best.product_id), '{}'),
          ${timeText(now)}::timestamptz, ${timeText(now)}::timestamptz
        FROM (
          SELECT sold.product_id, sold.orders FROM (
            SELECT item.value ->> 'product_id' AS product_id, count(DISTINCT o.order_id) AS orders
            FROM orders o CROSS JOIN LATERAL ${itemsOf(sql)}
            WHERE o.account_id = ${account_id} AND o.placed_at > ${since(now, countLimits.bestSellersOf)}
              AND o.placed_at <= ${timeText(now)}::timestamptz AND ${soldOrder(sql)}
            GROUP BY 1
          ) sold
          JOIN products p ON p.account_id = ${account_id} AND p.product_id = sold.product_id AND NOT p.removed
          ORDER BY sold.orders DESC, sold.product_id LIMIT ${countLimits.bestSellers}::int
        ) best
        ON CONFLICT (account_id) DO UPDATE SET best_sellers = excluded.best_sellers, counted_at = excluded.counted_at`

      // Each pair is counted once, then stands for both of its products. No join compares items with items: its plan would depend on guesses.
      const countPairs = ({ account_id, now }: DueCount) => sql`
        INSERT INTO product_pairs (account_id, product_id, others, counted_at)
        SELECT ${account_id}, ranked.product_id, array_agg(ranked.other_id ORDER BY ranked.place), ${timeText(now)}::timestamptz
        FROM (
          SELECT both_ways.product_id, both_ways.other_id,
            row_number() OVER (PARTITION BY both_ways.product_id ORDER BY both_ways.orders DESC, both_ways.other_id) AS place
          FROM (
            SELECT way.product_id, way.other_id, pairs.orders FROM (
              SELECT least(first.id, second.id) AS low, greatest(first.id, second.id) AS high, count(*) AS orders
              FROM (${basketsOf(sql, account_id, now)}) baskets
              CROSS JOIN LATERAL unnest(baskets.ids) WITH ORDINALITY AS first (id, place)
              CROSS JOIN LATERAL unnest(baskets.ids[first.place + 1 :]) AS second (id)
              GROUP BY 1, 2 HAVING count(*) >= ${countLimits.together}::int
            ) pairs
            CROSS JOIN LATERAL (VALUES (pairs.low, pairs.high), (pairs.high, pairs.low)) AS way (product_id, other_id)
          ) both_ways
        ) ranked
        JOIN products p ON p.account_id = ${account_id} AND p.product_id = ranked.product_id AND NOT p.removed
        WHERE ranked.place <= ${countLimits.pairs}::int
        GROUP BY ranked.product_id
        ON CONFLICT (account_id, product_id) DO UPDATE SET others = excluded.others, counted_at = excluded.counted_at`

      return ProductCounts.of({
        due: Effect.fnUntraced(function* (now) {
          const clocks = yield* readAdvancedClocks(sql)
          const known = sql`unnest(${texts([...clocks.keys()])}, ${bigints([...clocks.values()].map((ahead) => BigInt(ahead)))})
            AS known (account_id, clock_offset)`
          const rows = yield* queryAccounts(sql`
            SELECT selling.account_id FROM (${sellers}) selling
            LEFT JOIN product_counts counted ON counted.account_id = selling.account_id
            LEFT JOIN ${known} ON known.account_id = selling.account_id
            WHERE counted.due_at IS NULL
              OR counted.due_at <= ${timeText(now)}::timestamptz + coalesce(known.clock_offset, 0) * interval '1 millisecond'
            ORDER BY counted.due_at NULLS FIRST LIMIT ${maxAccounts}::int`)
          return rows.map(({ account_id }) => ({ account_id, now: now + (clocks.get(account_id) ?? 0) }))
        }, retried),
        claim: Effect.fnUntraced(function* ({ account_id, now }, until) {
          const claimed = yield* sql`
            INSERT INTO product_counts AS kept (account_id, best_sellers, due_at)
            VALUES (${account_id}, '{}', ${timeText(until)}::timestamptz)
            ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at WHERE kept.due_at <= ${timeText(now)}::timestamptz
            RETURNING account_id`
          if (claimed.length === 0) return undefined
          return yield* queryLast(sql`
            SELECT counted_at, best_sellers = '{}' OR EXISTS (SELECT FROM orders WHERE orders.account_id = ${account_id}
              AND orders.placed_at > product_counts.counted_at) AS has_news
            FROM product_counts WHERE account_id = ${account_id}`)
        }),
        count: Effect.fnUntraced(function* (account) {
          const { account_id, now } = account
          // Pairs of a large shop would be written to files several times over.
          yield* sql`SELECT set_config('work_mem', ${workMemory}, true)`
          yield* countBestSellers(account)
          yield* countPairs(account)
          yield* sql`DELETE FROM product_pairs WHERE account_id = ${account_id} AND counted_at < ${timeText(now)}::timestamptz`
        }),
        setDue: (account_id, due_at) =>
          Effect.asVoid(
            retried(
              sql`UPDATE product_counts SET due_at = ${timeText(due_at)}::timestamptz WHERE account_id = ${account_id}`
            )
          )
      })
    })
  )
}

// The CASE keeps the function from values of other types, for which it fails. An item without an id, or with an object for one, is no product.
const itemsOf = (sql: SqlClient.SqlClient): Fragment =>
  sql`json_array_elements(CASE WHEN json_typeof(o.line_items) = 'array' THEN o.line_items END) AS item (value)`

/** The products of each of the newest orders, each once, without orders of one product or of very many. */
const basketsOf = (sql: SqlClient.SqlClient, account_id: string, now: number): Fragment => {
  const most = sql`CASE WHEN ${isEmbedded(sql)} THEN ${countLimits.orders.embedded}::int ELSE ${countLimits.orders.server}::int END`
  return sql`
    SELECT array_agg(item.product_id) AS ids FROM (
      SELECT DISTINCT o.order_id, (item.value ->> 'product_id') COLLATE "C" AS product_id
      FROM orders o CROSS JOIN LATERAL ${itemsOf(sql)}
      WHERE o.account_id = ${account_id} AND o.placed_at <= ${timeText(now)}::timestamptz AND ${soldOrder(sql)}
        AND o.placed_at > greatest(${timeText(now - countLimits.pairsOf)}::timestamptz, (
          SELECT older.placed_at FROM orders older
          WHERE older.account_id = ${account_id} AND older.placed_at <= ${timeText(now)}::timestamptz
          ORDER BY older.placed_at DESC OFFSET ${most} LIMIT 1))
    ) item
    WHERE item.product_id IS NOT NULL
    GROUP BY item.order_id HAVING count(*) BETWEEN 2 AND ${countLimits.basket}::int`
}

/** The accounts with products. Steps from account to account along the key, unless accounts are on several nodes. */
const sellingAccounts = (sql: SqlClient.SqlClient, isDistributed: boolean): Fragment =>
  isDistributed
    ? sql`SELECT DISTINCT account_id FROM products`
    : sql`WITH RECURSIVE selling AS (
        (SELECT account_id FROM products ORDER BY account_id LIMIT 1)
        UNION ALL
        SELECT (SELECT products.account_id FROM products WHERE products.account_id > selling.account_id ORDER BY account_id LIMIT 1)
        FROM selling WHERE selling.account_id IS NOT NULL
      ) SELECT account_id FROM selling WHERE account_id IS NOT NULL`
