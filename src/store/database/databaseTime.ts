import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { WindowClock } from "../admission/Admissions.ts"

/** The instant that credentials and leases are judged by, as SQL: what their times must be made from. */
export const databaseTime = (sql: SqlClient.SqlClient) =>
  Effect.map(WindowClock, (clock) =>
    clock === "database"
      ? Effect.succeed(sql`clock_timestamp()`)
      : Effect.map(DateTime.nowAsDate, (now) => sql`${now}::timestamptz`)
  )
