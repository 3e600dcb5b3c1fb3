import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ndjsonLayout } from "../../src/domain/imports/FileLayout.ts"
import { importLimits } from "../../src/domain/imports/Import.ts"
import { Imports } from "../../src/store/imports/Imports.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

onBoth("a claim of the import queue", Imports.layer, (it) => {
  it.effect("has records in file order up to the first that exceeds a megabyte", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* Imports
      const layout = JSON.stringify(ndjsonLayout)
      const claimed = Effect.fnUntraced(function* (import_id: string, characters: number) {
        const { account_id } = yield* seedAccount()
        yield* sql`INSERT INTO imports (account_id, import_id, kind, status, file_name, file_size, layout, actor, leased_until,
            created_at, updated_at)
          VALUES (${account_id}, ${import_id}, 'orders', 'running', 'f', 1, ${layout}, 'usr_1', 'epoch', now(), now())`
        yield* sql`INSERT INTO import_records (account_id, import_id, position, file_row, body)
          SELECT ${account_id}, ${import_id}, n, n + 2, repeat('é', ${characters}::int) FROM generate_series(0, 99) n`
        return (yield* queue.claim(64))?.records.map(({ position }) => position)
      })
      assert.deepStrictEqual(yield* claimed("imp_large", importLimits.record), [0, 1, 2])
      assert.deepStrictEqual(
        yield* claimed("imp_small", 10),
        Array.from({ length: 64 }, (_, at) => at)
      )
    })
  )
})
