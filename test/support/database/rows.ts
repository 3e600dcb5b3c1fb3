import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** All rows of an account in every table with account_id, except rate windows, tokens and the request log. */
export const rowsOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ table_name: string }>`SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'account_id' AND table_name NOT IN ('rate_windows', 'bearer_tokens', 'request_log', 'request_days')
    ORDER BY table_name`
  assert.includeMembers(
    tables.map(({ table_name }) => table_name),
    ["contacts", "orders", "events", "consent_log"]
  )
  return yield* Effect.forEach(
    tables,
    ({ table_name }) =>
      sql`SELECT ${table_name} AS name, coalesce(json_agg(t ORDER BY t::text), '[]')::text AS rows
      FROM ${sql(table_name)} t WHERE account_id = ${account_id}`
  )
})
