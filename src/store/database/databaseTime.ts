import { DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { WindowClock } from "../admission/Admissions.ts"
import { Distribution } from "./Distribution.ts"
import { query } from "./query.ts"

const queryTime = query(Schema.Struct({ time: Schema.Date }))

/**
 * The current time as SQL, by which credentials and leases expire. Their times must be computed from it too. Where accounts are
 * distributed it is read in a statement of its own, so that statements compare with one clock whichever node runs them.
 */
export const databaseTime = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if ((yield* WindowClock) !== "database") return Effect.map(DateTime.nowAsDate, (now) => sql`${now}::timestamptz`)
  if ((yield* Distribution) === "none") return Effect.succeed(sql`clock_timestamp()`)
  return Effect.map(queryTime(sql`SELECT clock_timestamp() AS time`), ([row]) => sql`${row?.time ?? null}::timestamptz`)
})
