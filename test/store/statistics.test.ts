import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { StatisticsLayer } from "../../src/store/upkeep/Statistics.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

onBoth("the planner", StatisticsLayer, (it) => {
  it.effect("gets statistics soon after a table has grown, so that plans for an empty one are replaced", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const insert = (from: number) => sql`
        INSERT INTO contacts (account_id, contact_id, email_consent, sms_consent, order_count, created_at, updated_at)
        SELECT ${account_id}, 'con_' || ${from}::int + n, 'subscribed', 'subscribed', 0, now(), now()
        FROM generate_series(1, 5000) n`
      // One statement for all would take up to the time limit on a busy machine; statistics of a part would stay.
      yield* sql.withTransaction(Effect.forEach([0, 5_000, 10_000, 15_000], insert, { discard: true }))
      const estimatedRows = Effect.map(
        sql<{ readonly rows: number }>`SELECT reltuples::float8 AS rows FROM pg_class WHERE relname = 'contacts'`,
        ([row]) => row?.rows ?? 0
      )
      const later = Effect.andThen(TestClock.adjust("1 second"), estimatedRows)
      assert.strictEqual(yield* Effect.repeat(later, { while: (rows) => rows < 20_000 }), 20_000)
    })
  )
})
