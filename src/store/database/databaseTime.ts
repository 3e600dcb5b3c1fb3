import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { WindowClock } from "../admission/Admissions.ts"

/** The current time as SQL, by which credentials and leases expire. Their times must be computed from it too. */
export const databaseTime = (sql: SqlClient.SqlClient) =>
  Effect.map(WindowClock, (clock) =>
    clock === "database"
      ? Effect.succeed(sql`clock_timestamp()`)
      : Effect.map(DateTime.nowAsDate, (now) => sql`${now}::timestamptz`)
  )
