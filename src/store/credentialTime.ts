import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { WindowClock } from "./Admissions.ts"

/** The instant that admission judges credentials by, as SQL: what a credential's times must be made from. */
export const credentialTime = (sql: SqlClient.SqlClient) =>
  Effect.map(WindowClock, (clock) =>
    clock === "database"
      ? Effect.succeed(sql`clock_timestamp()`)
      : Effect.map(DateTime.nowAsDate, (now) => sql`${now}::timestamptz`)
  )
