import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { admitRequests } from "../../src/store/admission/admissionStatement.ts"
import { orderKeys } from "../../src/domain/orders/prefetchedOrders.ts"
import { prefetchOrders, readOrderRows } from "../../src/store/orders/readOrderRows.ts"
import { readContacts } from "../../src/store/contacts/readContacts.ts"
import { onBoth } from "../support/database/databases.ts"
import { account_id, call } from "../support/samples/orders.ts"

onBoth("a plan made while a table is empty", Layer.empty, (it) => {
  it.effect("uses an index, as needed during the first import", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`ANALYZE contacts`
      const plan = yield* sql<{ readonly "QUERY PLAN": string }>`
        EXPLAIN SELECT contact_id FROM contacts WHERE account_id = 'a' AND email_key = ANY (ARRAY['b', 'c'])`
      const words = plan.map((row) => row["QUERY PLAN"]).join("\n")
      assert.include(words, "Index")
      assert.notInclude(words, "Seq Scan")
    })
  )
})

onBoth("a plan made while tables are empty", Layer.empty, (it) => {
  it.effect("remains in use when they have grown, without planning each call", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const calls = [call({ fields: { phone: "+12025550100" } })]
      const request = { digest: "of no token", serviceAccountId: null, address: "127.0.0.1" }
      const identity = { account_id, email: "ada@example.com", phone: null, contact_id: null }
      const reads = Effect.all([
        admitRequests(sql, [{ ...request, keys: null }], null, prefetchOrders),
        admitRequests(
          sql,
          [{ ...request, keys: orderKeys({ order_id: "1", email: "ada@example.com" }, null) }],
          null,
          prefetchOrders
        ),
        readOrderRows(sql, calls, { forUpdate: false }),
        readOrderRows(sql, calls, { forUpdate: true }),
        readContacts(sql, [identity], { forUpdate: false })
      ])
      const planned = sql<{ readonly plans: number }>`
        SELECT sum(custom_plans)::int AS plans FROM pg_prepared_statements WHERE statement ~ 'WITH (order_keys|clock|identities) AS MATERIALIZED'
          AND statement NOT LIKE '%custom_plans%'`
      yield* sql`ANALYZE contacts, orders`
      yield* Effect.repeat(reads, { times: 20 })
      const [before] = yield* planned
      // One statement for all would take up to the time limit on a busy machine.
      for (const from of [0, 50, 100, 150])
        yield* sql`
          WITH made AS (
            INSERT INTO accounts (account_id, name, created_at) SELECT 'acc_' || ${from}::int + n, 'Tea & Co', now()
            FROM generate_series(1, 50) n RETURNING account_id
          ), people AS (
            INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at,
              updated_at)
            SELECT account_id, 'con_' || n, n || '@example.com', n || '@example.com', 'subscribed', 'never_subscribed', 0, now(),
              now()
            FROM made CROSS JOIN generate_series(1, 100) n
          )
          INSERT INTO orders (account_id, order_id, total, currency, placed_at, deliveries, created_at, updated_at)
          SELECT account_id, n, 1, 'USD', now(), 0, now(), now() FROM made CROSS JOIN generate_series(1, 100) n`
      yield* sql`ANALYZE contacts, orders`
      yield* Effect.repeat(reads, { times: 20 })
      const [after] = yield* planned
      assert.strictEqual(before?.plans, 25)
      assert.strictEqual(after?.plans, 25)
      // Plans inside functions are not visible, so only the setting is checked.
      const placing = yield* sql<{ readonly settings: string }>`
        SELECT proconfig::text AS settings FROM pg_proc WHERE proname LIKE 'place_orders%'`
      assert.deepStrictEqual(
        placing.map(({ settings }) => settings),
        ["{plan_cache_mode=force_generic_plan}", "{plan_cache_mode=force_generic_plan}"]
      )
    }).pipe((test) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(test)))
  )
})
