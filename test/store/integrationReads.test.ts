import { assert } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { readOrderRows } from "../../src/store/orders/readOrderRows.ts"
import { onBoth } from "../support/database/databases.ts"
import { call } from "../support/samples/orders.ts"
import { PlacingLayer } from "../support/programs.ts"
import { seedAccount, seedIntegration } from "../support/database/seed.ts"
import { Statements } from "../support/database/statements.ts"

interface Node {
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}

const Node: Schema.Codec<Node> = Schema.Struct({
  "Relation Name": Schema.optionalKey(Schema.String),
  "Actual Rows": Schema.Finite,
  "Actual Loops": Schema.Finite,
  "Rows Removed by Filter": Schema.optionalKey(Schema.Finite),
  Plans: Schema.optionalKey(Schema.Array(Schema.suspend((): Schema.Codec<Node> => Node)))
})

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Tuple([Schema.Struct({ Plan: Node })])))

const integrationRows = (node: Node): number =>
  (node["Relation Name"] === "integrations"
    ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    : 0) + (node.Plans ?? []).reduce((sum, each) => sum + integrationRows(each), 0)

/** Counts the integration rows that the statements of an effect read. */
const rowsRead = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const [, asked] = yield* Effect.flatMap(Statements, ({ during }) => during(effect))
  const plans = yield* Effect.forEach([...asked], (statement) =>
    sql.unsafe<{ "QUERY PLAN": unknown }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.sql}`, [...statement.params])
  )
  const text = (plan: unknown) => (typeof plan === "string" ? plan : JSON.stringify(plan))
  return plans.reduce((sum, [row]) => sum + integrationRows(decode(text(row?.["QUERY PLAN"]))[0].Plan), 0)
})

/** Adds integrations to an account, active or not. */
const fill = (account_id: string, count: number, active: boolean) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (
      sql
    ) => sql`INSERT INTO integrations (account_id, integration_id, store_name, store_url, digest, encrypted_token, active,
        created_at, updated_at)
      SELECT ${account_id}, 'int_' || ${String(active)} || n, 'Tea & Co', 'https://tea.example', ${String(active)} || n, '',
        ${active}, now(), now()
      FROM generate_series(1, ${count}) n`
  )

onBoth("the integrations read for an order", PlacingLayer.pipe(Layer.provideMerge(Statements.layer)), (it) => {
  it.effect("are as few with 4,000 integrations as with 100, by token, by order and by neither", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { place } = yield* PlaceOrders
      const costs = Effect.fnUntraced(function* (count: number) {
        const { account_id } = yield* seedAccount()
        const { token: secret } = yield* seedIntegration(account_id)
        yield* fill(account_id, count / 2, true)
        yield* fill(account_id, count / 2, false)
        yield* sql`ANALYZE integrations`
        const integration_digest = digestOf(secret)
        yield* place(call({ account_id, order_id: 1n, integration_digest }))
        const calls = {
          token: call({ account_id, order_id: 2n, integration_digest }),
          order: call({ account_id, order_id: 1n }),
          neither: call({ account_id, order_id: 3n })
        }
        return yield* Effect.all({
          token: rowsRead(readOrderRows(sql, [calls.token], { forUpdate: false })),
          order: rowsRead(readOrderRows(sql, [calls.order], { forUpdate: false })),
          neither: rowsRead(readOrderRows(sql, [calls.neither], { forUpdate: true }))
        })
      })
      const few = yield* costs(100)
      assert.deepStrictEqual(yield* costs(4_000), few)
      for (const [name, rows] of Object.entries(few)) assert.isBelow(rows, 10, name)
    })
  )

  it.effect("distinguish one active integration from several, and include those named by calls and orders", () =>
    Effect.gen(function* () {
      const { place } = yield* PlaceOrders
      const { account_id } = yield* seedAccount()
      yield* fill(account_id, 300, false)
      const only = yield* seedIntegration(account_id)
      const alone = yield* place(call({ account_id, order_id: 1n }))
      assert.strictEqual(alone.integration?.integration_id, only.integration_id)
      yield* fill(account_id, 300, true)
      const [among, named] = yield* Effect.all([
        place(call({ account_id, order_id: 2n })),
        place(call({ account_id, order_id: 3n, integration_digest: digestOf(only.token) }))
      ])
      assert.isUndefined(among.integration)
      assert.strictEqual(named.integration?.integration_id, only.integration_id)
      const again = yield* place(call({ account_id, order_id: 1n, fields: { total: "7" } }))
      assert.strictEqual(again.integration?.integration_id, only.integration_id)
    })
  )
})
