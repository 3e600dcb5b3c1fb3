import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The names of all relations of the schema. */
export const relationNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace ORDER BY relname LIMIT 1000`
  return rows.map(({ name }) => name)
})

/** The relations and the applied migrations. */
export const schemaState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return [yield* relationNames, yield* sql`SELECT * FROM migrations ORDER BY migration_id LIMIT 1000`]
})
