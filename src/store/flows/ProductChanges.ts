import { Effect, Result, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { PriceDrop } from "../../domain/products/productChanges.ts"
import type { ProductRule } from "../../domain/products/productTriggers.ts"
import type { SeenChange, ToldChange } from "../../domain/products/productTurns.ts"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { inCarts, maxPeople, viewers, whoAsked } from "../products/peopleOfProducts.ts"
import { type DueAccount, makeDueRows } from "../sql/dueRows.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { FlowVersions } from "./FlowVersions.ts"
import { makeProductTurns, type ProductTurns } from "./ProductTurns.ts"

const ChangeRow = Schema.Struct({
  product_id: Schema.String,
  happened_at: Millis,
  restocked: Schema.NullOr(Schema.fromJsonString(Schema.Array(Schema.String))),
  price_drops: Schema.NullOr(Schema.fromJsonString(Schema.Array(PriceDrop))),
  /** The ids of all variants that the product has now. */
  known: Schema.Array(Schema.String)
})

/** An active flow that changes of products start. */
export interface ProductFlow {
  readonly flow_id: string
  readonly rule: ProductRule
}

const FlowRow = Schema.Struct({ account_id: Schema.String, flow_id: Schema.String, version: Schema.Int })

/** Changes of products that flows look at, and the turns of the people that they tell. All members but `due` join the open transaction. */
export interface ProductChanges extends ProductTurns {
  /** Accounts with changes that were not looked at. */
  readonly due: (now: number) => Effect.Effect<ReadonlyArray<DueAccount>, SqlError.SqlError>
  /** Locks the oldest changes of an account that were not looked at, without those that another process looks at. */
  readonly lock: (account: DueAccount) => Effect.Effect<ReadonlyArray<SeenChange>, SqlError.SqlError>
  /** The active flows of an account that changes of products start; of these flows alone, if given. */
  readonly flows: (
    account_id: string,
    of?: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<ProductFlow>, SqlError.SqlError>
  /**
   * Gives a turn to everybody whom a flow tells of the changes: those who asked before the others, the earlier first, one each `pace` milliseconds. Who has
   * a turn of the product keeps its place. `interest`: milliseconds.
   */
  readonly addTurns: (
    account_id: string,
    flow: ProductFlow,
    told: ReadonlyArray<ToldChange>,
    options: { readonly now: number; readonly pace: number; readonly interest: number }
  ) => Effect.Effect<void, SqlError.SqlError>
  readonly setLooked: (account_id: string, changes: ReadonlyArray<SeenChange>) => Effect.Effect<void, SqlError.SqlError>
}

export const makeProductChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* FlowVersions
  const { readDueAccounts } = yield* makeDueRows(sql)

  const part: ProductChanges = {
    due: Effect.fnUntraced(function* (now) {
      return yield* readDueAccounts({
        ...queues.product_change,
        condition: sql`true`,
        now,
        clocks: yield* readAdvancedClocks(sql),
        perAccount: 1,
        inFlight: new Map(),
        limit: maxAccounts
      })
    }),
    lock: ({ account_id, until }) =>
      sql`SELECT c.product_id, c.happened_at, c.restocked::text, c.price_drops::text,
              coalesce((SELECT array_agg(variant ->> 'id') FROM products p, json_array_elements(p.variants) variant
                WHERE p.account_id = ${account_id} AND p.product_id = c.product_id), '{}') AS known
            FROM product_changes c WHERE c.account_id = ${account_id} AND c.due_at <= ${until}::timestamptz
            ORDER BY c.due_at LIMIT ${maxChanges}::int FOR UPDATE OF c SKIP LOCKED`.pipe(query(ChangeRow)),
    flows: Effect.fnUntraced(function* (account_id, of) {
      const rows = yield* sql`SELECT account_id, flow_id, version FROM flows
            WHERE account_id = ${account_id} AND status = 'active' AND trigger_type IN ('back_in_stock', 'price_dropped')
              ${of === undefined ? sql`` : sql`AND flow_id = ANY (${texts(of)})`}
            ORDER BY created_at, flow_id LIMIT 1000`.pipe(query(FlowRow))
      return (yield* versions.readDefinitions(rows)).flatMap(({ flow_id, definition }): ReadonlyArray<ProductFlow> => {
        if (Result.isFailure(definition)) return []
        const { trigger } = definition.success
        return trigger.type === "back_in_stock" || trigger.type === "price_dropped" ? [{ flow_id, rule: trigger }] : []
      })
    }),
    addTurns: Effect.fnUntraced(function* (account_id, { flow_id, rule }, told, { now, pace, interest }) {
      if (told.length === 0) return
      const first = Math.min(...told.map(({ happened_at }) => happened_at))
      const sinceOf = (happened_at: number) => timeText(Math.max(0, happened_at - interest))
      const rows = told.map((change) => ({
        ...change,
        happened_at: timeText(change.happened_at),
        since: sinceOf(change.happened_at)
      }))
      const others = rule.type === "back_in_stock" ? whoAsked(sql, account_id) : viewers(sql, account_id)
      const step = sql`${pace}::float8 * interval '1 millisecond'`
      const begin = sql`${timeText(now)}::timestamptz`
      yield* sql`
            WITH changes AS MATERIALIZED (
              SELECT * FROM json_to_recordset(${rowsJson(rows)}::json) AS r (product_id text, happened_at timestamptz, since timestamptz,
                known text[], variants text[], old_prices numeric[], usual text)
            ), people AS (
              ${others} UNION ALL ${inCarts(sql, account_id, sinceOf(first))}
            ), chosen AS (
              SELECT DISTINCT ON (people.product_id, people.contact_id) people.product_id, people.contact_id,
                coalesce(people.variant_id, c.usual) AS variant_id, people.asked, people.since, c.happened_at,
                c.old_prices[array_position(c.variants, coalesce(people.variant_id, c.usual))] AS old_price
              FROM people JOIN changes c ON c.product_id = people.product_id
              WHERE people.variant_id IS NULL OR people.variant_id = ANY (c.variants)
              ORDER BY people.product_id, people.contact_id, people.asked DESC, CASE WHEN people.asked THEN people.since END, people.since DESC
            ), placed AS (
              SELECT chosen.*, row_number() OVER (PARTITION BY product_id ORDER BY asked DESC, since, contact_id) - 1 AS place FROM chosen
              ORDER BY asked DESC, since, contact_id LIMIT ${maxPeople}::int
            ), last AS (
              SELECT product_id, max(due_at) AS due_at FROM product_turns
              WHERE account_id = ${account_id} AND flow_id = ${flow_id} GROUP BY product_id
            )
            INSERT INTO product_turns AS kept (account_id, flow_id, product_id, contact_id, variant_id, old_price, asked, since, happened_at,
              place, due_at)
            SELECT ${account_id}, ${flow_id}, placed.product_id, contact_id, variant_id, old_price, asked, since, happened_at, place,
              greatest(${begin}, coalesce(last.due_at + ${step}, ${begin})) + place * ${step}
            FROM placed LEFT JOIN last ON last.product_id = placed.product_id
            ON CONFLICT (account_id, flow_id, product_id, contact_id) DO UPDATE SET variant_id = excluded.variant_id,
              old_price = excluded.old_price, asked = excluded.asked, since = excluded.since, happened_at = excluded.happened_at`
    }),
    setLooked: (account_id, changes) => {
      const rows = changes.map(({ product_id, happened_at }) => ({
        product_id,
        happened_at: timeText(happened_at)
      }))
      return Effect.asVoid(sql`UPDATE product_changes c SET due_at = NULL
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (product_id text, happened_at timestamptz)
            WHERE c.account_id = ${account_id} AND c.product_id = r.product_id AND c.happened_at = r.happened_at`)
    },
    ...(yield* makeProductTurns)
  }
  return part
})

/** Accounts of one round, and changes of one account at a time. */
const maxAccounts = 100
const maxChanges = 100
