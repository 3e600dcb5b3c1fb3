import { assert, it, live } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { databaseLayer, isDistributed, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { namesAccountData, openRule } from "../support/distribution/oneAccountRule.ts"
import { type RecordedStatement, watchStatements } from "../support/distribution/recordStatements.ts"
import { contains, templatesOf } from "../support/distribution/sourceStatements.ts"
import { PlacingLayer } from "../support/programs.ts"
import { call } from "../support/samples/orders.ts"

const opened = Effect.flatMap(postgres, ({ DATABASE_URL = "" }) =>
  Effect.acquireRelease(
    Effect.promise(() => openRule(DATABASE_URL)),
    ({ close }) => Effect.promise(close)
  )
)

const statement = (sql: string, ...texts: ReadonlyArray<string>): RecordedStatement => ({
  sql,
  suite: "",
  params: texts.map((text) => ({ text, type: null }))
})

const kept = [
  statement("SELECT FROM orders WHERE account_id = $1 AND order_id = 1", "a"),
  statement(
    "SELECT FROM orders o JOIN contacts c ON c.account_id = $2 AND c.contact_id = o.contact_id WHERE o.account_id = $1",
    "a",
    "a"
  ),
  // The planner carries the parameter over to the other table.
  statement("SELECT FROM orders JOIN contacts USING (account_id, contact_id) WHERE orders.account_id = $1", "a"),
  statement("INSERT INTO soft_bounces SELECT $1, key, key, now() FROM json_object_keys($2) AS key", "a", "{}"),
  statement("UPDATE contacts SET tags = '[]' WHERE account_id = $1", "a")
]

const broken = [
  [statement("SELECT FROM orders WHERE order_id = 1"), /^reads orders/],
  [
    statement("SELECT FROM orders o JOIN contacts c ON c.account_id = $2 WHERE o.account_id = $1", "a", "b"),
    /^names 2 accounts/
  ],
  [
    statement("SELECT FROM orders JOIN json_to_recordset($1) AS r (account_id text) USING (account_id)", "[]"),
    /^reads orders/
  ],
  [
    statement("SELECT FROM orders WHERE account_id = (SELECT max(account_id) FROM accounts)"),
    /reads orders.*on the coordinator/
  ],
  [
    statement("INSERT INTO soft_bounces SELECT r, r, r, now() FROM json_object_keys($1) AS r", "{}"),
    /^inserts into soft_bounces/
  ],
  [statement("DELETE FROM contacts WHERE contact_id = $1", "c"), /^reads contacts/],
  [
    statement(
      `WITH locked AS MATERIALIZED (SELECT contact_id FROM contacts WHERE account_id = $1 FOR UPDATE), added AS (
        INSERT INTO soft_bounces SELECT $1, contact_id, contact_id, now() FROM locked
      ) SELECT FROM locked`,
      "a"
    ),
    /locks rows beside an insert/
  ],
  [
    {
      sql: `SELECT FROM contacts c LEFT JOIN orders o ON o.account_id = $1 AND o.contact_id = c.contact_id AND o.order_id = $2::bigint
        WHERE c.account_id = $1`,
      suite: "",
      params: [
        { text: "a", type: null },
        { text: null, type: null, isNull: true }
      ]
    },
    /null/
  ],
  [
    statement("UPDATE contacts SET tags = '[]' WHERE account_id = $1 RETURNING to_char(created_at, 'YYYY')", "a"),
    /returns the result of to_char/
  ],
  [
    statement(
      `INSERT INTO sending_hours AS kept (account_id, hour) VALUES ($1, now())
       ON CONFLICT (account_id) DO UPDATE SET hour = excluded.hour + interval '1 hour'`,
      "a"
    ),
    /interval/
  ],
  [
    statement(
      "DELETE FROM soft_bounces s USING unnest((SELECT $2::text[])) AS d (at) WHERE s.account_id = $1 AND s.at <= d.at::timestamptz",
      "a"
    ),
    /column of text/
  ]
] as const

live.skipIf(isDistributed)(
  "the rule of one account: holds where a parameter names the account for each table of account data, and only there",
  () =>
    Effect.gen(function* () {
      const { breaches } = yield* opened
      for (const one of kept) assert.deepStrictEqual(yield* Effect.promise(() => breaches(one)), [], one.sql)
      for (const [one, words] of broken) {
        assert.match((yield* Effect.promise(() => breaches(one))).join(), words, one.sql)
      }
    })
)

live.skipIf(isDistributed)(
  "the rule of one account: holds for every statement that places orders where accounts are distributed",
  () =>
    Effect.gen(function* () {
      const { breaches } = yield* opened
      const recorded: Array<RecordedStatement> = []
      const settings = Effect.map(postgres, (found) => ({ ...found, DATABASE_DISTRIBUTED: "citus" }))
      yield* Effect.gen(function* () {
        const { place } = yield* PlaceOrders
        const accounts = [yield* seedAccount(), yield* seedAccount()]
        yield* Effect.forEach(
          accounts.flatMap(({ account_id }) => [1n, 2n, 3n].map((order_id) => call({ account_id, order_id }))),
          (order) => place(order),
          { concurrency: "unbounded" }
        )
        // Without locks a function reads them.
        const orders = yield* Orders
        const sql = yield* SqlClient.SqlClient
        for (const { account_id } of accounts) yield* sql.withTransaction(orders.loadLocked([call({ account_id })], []))
      }).pipe(
        Effect.provide(
          PlacingLayer.pipe(
            Layer.provideMerge(databaseLayer(settings)),
            Layer.provideMerge(watchStatements((one) => recorded.push(one)))
          )
        )
      )
      // The accounts were inserted by the test.
      const sent = recorded.filter(({ sql }) => namesAccountData(sql) && !sql.startsWith("INSERT"))
      assert.isAbove(sent.length, 0)
      for (const one of sent) assert.deepStrictEqual(yield* Effect.promise(() => breaches(one)), [], one.sql)
    })
)

it("the statements of the source: are found within others, and recognized in what is sent", () => {
  const source = 'const a = sql`SELECT ${sql.csv([sql`a ${"}`"} b`])} FROM orders\n  WHERE ${x}`'
  const templates = templatesOf(source)
  assert.deepStrictEqual(templates, [
    ["a ", " b"],
    ["SELECT ", " FROM orders\n  WHERE ", ""]
  ])
  const part = { path: "", pieces: ["SELECT", "FROM orders WHERE", ""] }
  assert.isTrue(contains("SELECT a FROM orders WHERE b", part))
  assert.isFalse(contains("SELECT a FROM contacts WHERE b", part))
})
