import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onBoth } from "../support/databases.ts"

onBoth("a plan made while a table is empty", Layer.empty, (it) => {
  it.effect("goes by an index, as it must when a store has sent its first import", () =>
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
