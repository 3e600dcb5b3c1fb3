import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { countLimits } from "../../domain/products/productCounts.ts"
import type { OfferedProduct } from "../../domain/products/productsInMail.ts"
import { soldOrder } from "../orders/soldOrder.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

/** The products that one person has to do with, the latest first. */
export interface PersonProducts {
  readonly bought: ReadonlySet<string>
  /** Those of the latest order. */
  readonly last: ReadonlyArray<string>
  readonly viewed: ReadonlyArray<string>
  /** Those of the latest cart that no order ended. */
  readonly cart: ReadonlyArray<string>
}

interface PersonsOptions {
  /** Milliseconds. */
  readonly boughtSince: number
  readonly viewed: boolean
  readonly carts: boolean
}

const queryIds = query(Schema.Struct({ product_id: Schema.String }))
const queryPersons = query(
  Schema.Struct({
    contact_id: Schema.String,
    product_id: Schema.String,
    is_recent: Schema.Boolean,
    is_last: Schema.Boolean
  })
)
const queryOfPersons = query(Schema.Struct({ contact_id: Schema.String, product_id: Schema.String }))
const queryPairs = query(Schema.Struct({ product_id: Schema.String, others: Schema.Array(Schema.String) }))

const OptionalText = Schema.NullOr(Schema.String)
const Variants = Schema.Array(
  Schema.Struct({
    price: OptionalText,
    compare_at_price: OptionalText,
    currency: OptionalText,
    stock: Schema.NullOr(Schema.Int)
  })
)
const queryDetails = query(
  Schema.Struct({
    product_id: Schema.String,
    title: OptionalText,
    url: OptionalText,
    image_url: OptionalText,
    vendor: OptionalText,
    variants: Schema.NullOr(Schema.fromJsonString(Variants))
  })
)

/** The newest products that are read, the orders of a person that tell what was bought, and their items. */
const limits = { newest: 50, orders: 20, items: 200, viewed: 30 } as const

/** Reads of the products that messages of an account may show. They join the open transaction. */
export const makeCandidates = (sql: SqlClient.SqlClient) => {
  const isOffered = sql.literal("NOT p.removed AND p.published AND p.in_stock")
  const persons = (contacts: ReadonlyArray<string>) => sql`unnest((SELECT ${texts(contacts)})) AS person (contact_id)`
  const idsIn = (column: string): Fragment => sql`(
    SELECT DISTINCT ON (item.value ->> 'product_id') item.value ->> 'product_id' AS product_id, item.place
    FROM json_array_elements(CASE WHEN json_typeof(${sql.literal(column)}) = 'array' THEN ${sql.literal(column)} END)
      WITH ORDINALITY AS item (value, place)
    WHERE json_typeof(item.value -> 'product_id') IN ('number', 'string') AND item.place <= ${limits.items}::int
    ORDER BY item.value ->> 'product_id', item.place)`

  const bought = (account_id: string, contacts: ReadonlyArray<string>, since: number) =>
    queryPersons(sql`
    SELECT person.contact_id, item.product_id, bool_or(o.placed_at > ${timeText(since)}::timestamptz) AS is_recent,
      bool_or(o.rank = 1) AS is_last
    FROM ${persons(contacts)}
    CROSS JOIN LATERAL (
      SELECT orders.placed_at, orders.line_items, row_number() OVER (ORDER BY orders.placed_at DESC, orders.order_id DESC) AS rank
      FROM orders WHERE orders.account_id = ${account_id} AND orders.contact_id = person.contact_id AND ${soldOrder(sql, "orders")}
      ORDER BY orders.placed_at DESC, orders.order_id DESC LIMIT ${limits.orders}::int
    ) o
    CROSS JOIN LATERAL ${idsIn("o.line_items")} item
    WHERE o.rank = 1 OR o.placed_at > ${timeText(since)}::timestamptz
    GROUP BY 1, 2 ORDER BY 1, min(o.rank), min(item.place)`)

  const viewed = (account_id: string, contacts: ReadonlyArray<string>) =>
    queryOfPersons(sql`
    SELECT person.contact_id, latest.product_id FROM ${persons(contacts)}
    CROSS JOIN LATERAL (
      SELECT seen.product_id, max(seen.viewed_at) AS viewed_at FROM (
        SELECT product_id, viewed_at FROM product_views
        WHERE account_id = ${account_id} AND product_views.contact_id = person.contact_id
        ORDER BY viewed_at DESC LIMIT ${limits.items}::int
      ) seen GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limits.viewed}::int
    ) latest ORDER BY 1, latest.viewed_at DESC, 2`)

  const carts = (account_id: string, contacts: ReadonlyArray<string>) =>
    queryOfPersons(sql`
    SELECT person.contact_id, item.product_id FROM ${persons(contacts)}
    CROSS JOIN LATERAL (
      SELECT carts.line_items FROM carts
      JOIN contacts buyer ON buyer.account_id = ${account_id} AND buyer.contact_id = carts.contact_id
      WHERE carts.account_id = ${account_id} AND carts.contact_id = person.contact_id AND carts.item_count > 0 AND NOT carts.completed
        AND (buyer.last_order_at IS NULL OR buyer.last_order_at < carts.changed_at)
      ORDER BY carts.changed_at DESC, carts.cart_key DESC LIMIT 1
    ) cart
    CROSS JOIN LATERAL ${idsIn("cart.line_items")} item
    ORDER BY 1, item.place`)

  return {
    /** The best sellers that are offered, the best first. */
    bestSellers: (account_id: string) =>
      Effect.map(
        queryIds(sql`
          SELECT p.product_id FROM product_counts counted
          CROSS JOIN LATERAL unnest(counted.best_sellers) WITH ORDINALITY AS best (product_id, place)
          JOIN products p ON p.account_id = ${account_id} AND p.product_id = best.product_id AND ${isOffered}
          WHERE counted.account_id = ${account_id} ORDER BY best.place LIMIT ${countLimits.bestSellers}::int`),
        idsOf
      ),
    /** The newest products that are offered. */
    newest: (account_id: string) =>
      Effect.map(
        queryIds(sql`SELECT p.product_id FROM products p WHERE p.account_id = ${account_id} AND ${isOffered}
          ORDER BY p.created_at DESC, p.product_id DESC LIMIT ${limits.newest}::int`),
        idsOf
      ),
    /** The products that contacts bought, viewed or have in a cart. */
    persons: Effect.fnUntraced(function* (
      account_id: string,
      contacts: ReadonlyArray<string>,
      options: PersonsOptions
    ): Effect.fn.Return<ReadonlyMap<string, PersonProducts>, SqlError.SqlError> {
      const orders = Map.groupBy(
        yield* bought(account_id, contacts, options.boughtSince),
        ({ contact_id }) => contact_id
      )
      const views = Map.groupBy(
        options.viewed ? yield* viewed(account_id, contacts) : [],
        ({ contact_id }) => contact_id
      )
      const inCarts = Map.groupBy(
        options.carts ? yield* carts(account_id, contacts) : [],
        ({ contact_id }) => contact_id
      )
      return new Map(
        contacts.map((contact_id) => {
          const own = orders.get(contact_id) ?? []
          return [
            contact_id,
            {
              bought: new Set(idsOf(own.filter(({ is_recent }) => is_recent))),
              last: idsOf(own.filter(({ is_last }) => is_last)),
              viewed: idsOf(views.get(contact_id) ?? []),
              cart: idsOf(inCarts.get(contact_id) ?? [])
            }
          ]
        })
      )
    }),
    /** The products bought together with each product, the most frequent first. */
    pairs: (
      account_id: string,
      product_ids: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>, SqlError.SqlError> =>
      product_ids.length === 0
        ? Effect.succeed(new Map())
        : Effect.map(
            queryPairs(sql`SELECT product_id, others FROM product_pairs
              WHERE account_id = ${account_id} AND product_id = ANY (${texts(product_ids)}) ORDER BY product_id`),
            (rows) => new Map(rows.map(({ product_id, others }) => [product_id, others]))
          ),
    /** Those of the products that are offered. */
    offered: (account_id: string, product_ids: ReadonlyArray<string>) =>
      Effect.map(
        queryIds(sql`SELECT p.product_id FROM products p
          WHERE p.account_id = ${account_id} AND p.product_id = ANY (${texts(product_ids)}) AND ${isOffered} ORDER BY p.product_id`),
        (rows) => new Set(idsOf(rows))
      ),
    /** The members of products that templates show. */
    details: (account_id: string, product_ids: ReadonlyArray<string>) =>
      Effect.map(
        queryDetails(sql`SELECT p.product_id, p.title, p.url, p.image_url, p.vendor, p.variants::text AS variants FROM products p
          WHERE p.account_id = ${account_id} AND p.product_id = ANY (${texts(product_ids)}) ORDER BY p.product_id`),
        (rows) =>
          new Map(
            rows.map(({ variants, ...row }): [string, OfferedProduct] => [
              row.product_id,
              { ...row, variants: variants ?? [] }
            ])
          )
      )
  }
}

const idsOf = (rows: ReadonlyArray<{ readonly product_id: string }>): ReadonlyArray<string> =>
  rows.map(({ product_id }) => product_id)
