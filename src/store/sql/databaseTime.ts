import { Context, DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { accountPlacement } from "../distributed/Distribution.ts"
import { query } from "./query.ts"

/** `database`: rate windows, credentials and leases follow the database's clock, so that all processes agree. `service`: the Clock service, for tests. */
export const WindowClock = Context.Reference<"database" | "service">("tally/store/sql/WindowClock", {
  defaultValue: () => "database"
})

const queryTime = query(Schema.Struct({ time: Schema.Date }))

/**
 * The current time as SQL, by which credentials and leases expire. Their times must be computed from it too. Where accounts are
 * distributed it is read in a statement of its own, so that statements compare with one clock whichever node runs them.
 */
export const databaseTime = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if ((yield* WindowClock) !== "database") return Effect.map(DateTime.nowAsDate, (now) => sql`${now}::timestamptz`)
  if (!(yield* accountPlacement).isDistributed) return Effect.succeed(sql`clock_timestamp()`)
  return Effect.map(queryTime(sql`SELECT clock_timestamp() AS time`), ([row]) => sql`${row?.time ?? null}::timestamptz`)
})
