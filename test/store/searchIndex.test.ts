import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { mergeSearchIndex, SearchIndexLayer } from "../../src/store/upkeep/SearchIndex.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

const addContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount()
  yield* sql`INSERT INTO contact_search (account_id, contact_id, words)
    SELECT ${account_id}, 'con_' || n, ' customer' || n || '@example.com' FROM generate_series(1, 100) n`
})

// Pages of contacts that were not yet merged, which this merges.
const unmerged = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    readonly pages: number
  }>`SELECT gin_clean_pending_list('contact_search_grams')::int AS pages`
  return row?.pages
})

onBoth("the search index", Layer.empty, (it) => {
  it.effect("holds new contacts in a list that a merge empties", () =>
    Effect.gen(function* () {
      yield* addContacts
      assert.isAbove((yield* unmerged) ?? 0, 0)
      yield* addContacts
      yield* mergeSearchIndex
      assert.strictEqual(yield* unmerged, 0)
    })
  )
})

onBoth("the search index of a program", SearchIndexLayer, (it) => {
  it.effect("is merged each second", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isMerged = Effect.gen(function* () {
        yield* addContacts
        yield* TestClock.adjust("1 second")
        // The merge runs beside these.
        for (let read = 0; read < 20; read++) yield* sql`SELECT ${read}::int`
        return (yield* unmerged) === 0
      })
      // The list has new contacts each time.
      yield* Effect.repeat(isMerged, { until: (merged) => merged, times: 50 }).pipe(Effect.map(assert.isTrue))
    })
  )
})
