import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { query } from "../../src/store/sql/query.ts"
import { postgres, withBareDatabase, withDatabase } from "../support/database/databases.ts"
import { noPgbouncer, startPgbouncer } from "../support/database/pgbouncer.ts"
import { seedAccount } from "../support/database/seed.ts"
import { launch, startServer } from "../support/faults/processes.ts"
import { post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"

const ignored =
  "ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, enable_seqscan, jit"

const settings = query(Schema.Struct({ name: Schema.String, setting: Schema.String }))

describe.skipIf(noPgbouncer !== undefined)(
  `behind pgbouncer${noPgbouncer === undefined ? "" : ` (${noPgbouncer})`}`,
  () => {
    for (const mode of ["transaction", "statement"]) {
      for (const [told, lines] of [
        ["", []],
        [" that ignores the parameters of a start", [ignored]]
      ] as const) {
        it.live(`in ${mode} mode${told} a start is refused in one line that says what to set`, () =>
          Effect.gen(function* () {
            const pooled = yield* startPgbouncer(yield* postgres, [`pool_mode = ${mode}`, ...lines])
            const server = yield* launch(pooled)
            assert.deepStrictEqual(yield* server.ended, { code: 1, signal: null })
            assert.match(server.output(), /^DATABASE_URL leads to a pooler [^\n]*set pool_mode = session[^\n]*\n$/)
          })
        )
      }
    }

    for (const [told, lines] of [
      ["", []],
      [" that ignores the parameters of a start", [ignored]]
    ] as const) {
      it.live(`in session mode${told} every session has all five settings, and orders are placed`, () =>
        Effect.gen(function* () {
          const direct = yield* postgres
          const { token } = yield* withDatabase(direct)(seedAccount())
          const pooled = yield* startPgbouncer(direct, ["pool_mode = session", ...lines])
          const found = yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const read = settings(sql`SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout',
            'lock_timeout', 'idle_in_transaction_session_timeout', 'enable_seqscan', 'jit') ORDER BY name`)
            return [yield* read, yield* sql.withTransaction(read)]
            // The timeouts of the service, not those of tests.
          }).pipe(withBareDatabase(pooled, Layer.empty))
          const wanted = [
            { name: "enable_seqscan", setting: "off" },
            { name: "idle_in_transaction_session_timeout", setting: "5000" },
            { name: "jit", setting: "off" },
            { name: "lock_timeout", setting: "2000" },
            { name: "statement_timeout", setting: "3000" }
          ]
          assert.deepStrictEqual(found, [wanted, wanted])
          const server = yield* startServer(pooled)
          for (let order_id = 1; order_id <= 5; order_id++) {
            const placed = yield* post(`${server.origin}/v1/orders/placed`, token, orderBody({ order_id }))
            assert.strictEqual(placed.status, 201)
          }
          assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
        })
      )
    }
  }
)
