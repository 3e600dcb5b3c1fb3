import type { SqlClient } from "effect/sql"

/** Succeeds when the database answers a statement. */
export const ping = (sql: SqlClient.SqlClient) => sql`SELECT 1`
