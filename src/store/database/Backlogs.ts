import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { gauge } from "../../telemetry/gauges.ts"
import { metricsEnabled } from "../../telemetry/TelemetryConfig.ts"
import { databaseTime } from "./databaseTime.ts"
import { query } from "./query.ts"
import { timeText } from "./timestamps.ts"
import { retried } from "./Transaction.ts"

const Row = Schema.Struct({ kind: Schema.String, due: Schema.Int, oldest: Schema.Number })

const readBacklogs = query(Row)

const kinds = ["email", "sms", "webhook", "flow"]

// Rows counted for each account and kind, which bounds the cost of the statement.
const maxCounted = 1_000

/** Work that is due and not claimed, of all processes, by kind, with the age of the oldest in seconds. Each account has its own clock. */
const read = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const at = timeText(yield* Clock.currentTimeMillis)
  const free = sql`(claimed_until IS NULL OR claimed_until <= ${yield* yield* databaseTime(sql)})`
  const rows = yield* readBacklogs(
    sql`
    SELECT kind, count(*)::int AS due, extract(epoch FROM max(account_clock.now - found.due_at))::float8 AS oldest
    FROM accounts a
    CROSS JOIN LATERAL (SELECT ${at}::timestamptz + a.clock_offset * interval '1 millisecond' AS now) account_clock
    CROSS JOIN LATERAL (
      (SELECT channel AS kind, due_at FROM messages
        WHERE account_id = a.account_id AND status IN ('queued', 'held') AND due_at <= account_clock.now AND ${free} ORDER BY due_at LIMIT ${maxCounted})
      UNION ALL
      (SELECT 'webhook', due_at FROM webhook_deliveries
        WHERE account_id = a.account_id AND status = 'queued' AND due_at <= account_clock.now AND ${free} ORDER BY due_at LIMIT ${maxCounted})
      UNION ALL
      (SELECT 'flow', due_at FROM flow_runs
        WHERE account_id = a.account_id AND status IN ('queued', 'waiting') AND due_at <= account_clock.now ORDER BY due_at LIMIT ${maxCounted})
    ) found
    GROUP BY kind`.pipe(retried)
  )
  return new Map(rows.map((row) => [row.kind, row]))
})

/** Exports the work that waits in the database, read every fifteen seconds. Does nothing when metrics are off. */
export const BacklogsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* metricsEnabled)) return
    const sql = yield* SqlClient.SqlClient
    let backlogs = new Map<string, typeof Row.Type>()
    for (const kind of kinds) {
      const labels = { kind }
      gauge("tally_backlog", "Due and not done; 1000 of an account at most", () => backlogs.get(kind)?.due ?? 0, labels)
      gauge("tally_backlog_oldest_seconds", "Oldest that is due", () => backlogs.get(kind)?.oldest ?? 0, labels)
    }
    yield* read(sql).pipe(
      Effect.tap((rows) => Effect.sync(() => (backlogs = rows))),
      Effect.ignore,
      Effect.andThen(Effect.sleep("15 seconds")),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
