import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { gauge } from "../../telemetry/gauges.ts"
import { metricsEnabled } from "../../telemetry/TelemetryConfig.ts"
import { databaseTime } from "./databaseTime.ts"
import { timeText } from "./timestamps.ts"
import { retried } from "./Transaction.ts"

const Row = Schema.Struct({ kind: Schema.String, due: Schema.Int, oldest: Schema.Number })

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const kinds = ["email", "sms", "webhook", "flow"]

// Of one account no more than this is counted, so that looking stays cheap.
const most = 1_000

/** What is due and not done, over all processes, by kind and with the age of the oldest in seconds; each on its account's clock. */
const read = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const at = timeText(yield* Clock.currentTimeMillis)
  const free = sql`(claimed_until IS NULL OR claimed_until <= ${yield* yield* databaseTime(sql)})`
  const rows = yield* sql`
    SELECT kind, count(*)::int AS due, extract(epoch FROM max(its.now - found.due_at))::float8 AS oldest
    FROM accounts a
    CROSS JOIN LATERAL (SELECT ${at}::timestamptz + a.clock_offset * interval '1 millisecond' AS now) its
    CROSS JOIN LATERAL (
      (SELECT channel AS kind, due_at FROM messages
        WHERE account_id = a.account_id AND status IN ('queued', 'held') AND due_at <= its.now AND ${free} ORDER BY due_at LIMIT ${most})
      UNION ALL
      (SELECT 'webhook', due_at FROM webhook_deliveries
        WHERE account_id = a.account_id AND status = 'queued' AND due_at <= its.now AND ${free} ORDER BY due_at LIMIT ${most})
      UNION ALL
      (SELECT 'flow', due_at FROM flow_runs
        WHERE account_id = a.account_id AND status IN ('queued', 'waiting') AND due_at <= its.now ORDER BY due_at LIMIT ${most})
    ) found
    GROUP BY kind`.pipe(retried)
  return new Map((yield* Effect.orDie(decodeRows(rows))).map((row) => [row.kind, row]))
})

/** Looks every fifteen seconds what waits in the database to be done, while anybody reads measures. */
export const BacklogsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* metricsEnabled)) return
    const sql = yield* SqlClient.SqlClient
    let found = new Map<string, typeof Row.Type>()
    for (const kind of kinds) {
      const labels = { kind }
      gauge("tally_backlog", "Due and not done; 1000 of an account at most", () => found.get(kind)?.due ?? 0, labels)
      gauge("tally_backlog_oldest_seconds", "Oldest that is due", () => found.get(kind)?.oldest ?? 0, labels)
    }
    yield* read(sql).pipe(
      Effect.tap((rows) => Effect.sync(() => (found = rows))),
      Effect.ignore,
      Effect.andThen(Effect.sleep("15 seconds")),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
