import type { SqlClient } from "effect/sql"

/** Whether a statement runs on the embedded database. */
export const isEmbedded = (sql: SqlClient.SqlClient) => sql`current_setting('tally.embedded', true) = 'on'`
