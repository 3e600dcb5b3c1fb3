import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { purgeRound } from "../../src/programs/Purge.ts"
import { Purges } from "../../src/store/upkeep/Purges.ts"
import { onBoth } from "../support/database/databases.ts"
import { testNow } from "../support/database/endedRows.ts"
import { seedAccount } from "../support/database/seed.ts"
import { seedContact } from "../support/messages/messages.ts"
import { OnTestTime } from "../support/flows/testTime.ts"

const purge = Effect.repeat(purgeRound, { while: (more) => more })

onBoth("purging", Purges.layer.pipe(Layer.provide(OnTestTime)), (it) => {
  it.effect(
    "deletes products 90 days after their removal, and what changed of products after 90, wishes to be told of restockings after 400",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id } = yield* seedAccount()
        const at = yield* testNow
        for (const [product_id, removed] of [
          ["gone", true],
          ["kept", false]
        ] as const)
          yield* sql`INSERT INTO products (account_id, product_id, product_key, source, removed, published, in_stock, changed_at,
            changed_rank, created_at, written_at)
          VALUES (${account_id}, ${product_id}, ${product_id}, 'api', ${removed}, true, true, ${at}, '', ${at}, ${at})`
        yield* sql`INSERT INTO product_changes VALUES (${account_id}, 'change', ${at}, '["v"]', NULL, ${at})`
        yield* sql`INSERT INTO product_levels VALUES (${account_id}, 'level', 'l', 1, ${at})`
        const { contact_id } = yield* seedContact(account_id)
        yield* sql`INSERT INTO restock_requests VALUES (${account_id}, 'wish', '', ${contact_id}, ${at})`
        const left = Effect.map(
          sql`SELECT product_id AS id FROM products WHERE account_id = ${account_id}
          UNION ALL SELECT product_id FROM product_changes WHERE account_id = ${account_id}
          UNION ALL SELECT product_id FROM restock_requests WHERE account_id = ${account_id}
          UNION ALL SELECT item_id FROM product_levels WHERE account_id = ${account_id} ORDER BY 1`,
          (rows) => rows.map(({ id }) => id)
        )
        for (const [days, expected] of [
          [89, ["change", "gone", "kept", "level", "wish"]],
          [2, ["kept", "level", "wish"]],
          [310, ["kept"]]
        ] as const) {
          yield* TestClock.adjust(`${days} days`)
          yield* purge
          assert.deepStrictEqual(yield* left, [...expected])
        }
      })
  )
})
