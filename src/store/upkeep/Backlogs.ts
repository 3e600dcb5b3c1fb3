import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { gauge } from "../../telemetry/gauges.ts"
import { metricsEnabled } from "../../telemetry/TelemetryConfig.ts"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { type DueRows, makeDueRows } from "../sql/dueRows.ts"
import { query } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"
import { retried } from "../database/Transaction.ts"

const Row = Schema.Struct({ kind: Schema.String, due: Schema.Int, oldest: Schema.Number })

const readBacklogs = query(Row)

const kinds = ["email", "sms", "webhook", "flow", "report"]

// Rows counted for each account and kind, which bounds the cost of the statement.
const maxCounted = 1_000

/** Work that is due and not claimed, of all processes, by kind, with the age of the oldest in seconds. Each account has its own clock. */
const makeRead = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { dueRows } = yield* makeDueRows(sql)
  const time = yield* databaseTime(sql)
  return Effect.gen(function* () {
    const rows = {
      now: yield* Clock.currentTimeMillis,
      clocks: yield* readAdvancedClocks(sql),
      perAccount: maxCounted,
      inFlight: new Map<string, number>()
    }
    const free = sql`(claimed_until IS NULL OR claimed_until <= ${yield* time})`
    const read: ReadonlyArray<readonly [kind: string, queue: Pick<DueRows, "table" | "waiting" | "condition">]> = [
      ["email", { ...queues.email, condition: free }],
      ["sms", { ...queues.sms, condition: free }],
      ["webhook", { ...queues.webhook, condition: free }],
      ["report", { ...queues.report, condition: sql`true` }],
      ["flow", { ...queues.run, condition: sql`true` }]
    ]
    const backlogs = yield* Effect.forEach(read, ([kind, queue]) =>
      readBacklogs(sql`
        SELECT ${kind}::text AS kind, count(*)::int AS due,
          coalesce(extract(epoch FROM max(until - due_at)), 0)::float8 AS oldest
        FROM (${dueRows({ ...rows, ...queue })}) due`)
    )
    return new Map(backlogs.flat().map((row) => [row.kind, row]))
  }).pipe(retried)
})

/** Exports the work that waits in the database, read every fifteen seconds. Does nothing when metrics are off. */
export const BacklogsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* metricsEnabled)) return
    const sql = yield* SqlClient.SqlClient
    const read = yield* makeRead(sql)
    let backlogs = new Map<string, typeof Row.Type>()
    for (const kind of kinds) {
      const labels = { kind }
      gauge("tally_backlog", "Due and not done; 1000 of an account at most", () => backlogs.get(kind)?.due ?? 0, labels)
      gauge("tally_backlog_oldest_seconds", "Oldest that is due", () => backlogs.get(kind)?.oldest ?? 0, labels)
    }
    yield* read.pipe(
      Effect.tap((rows) => Effect.sync(() => (backlogs = rows))),
      Effect.ignore,
      Effect.andThen(Effect.sleep("15 seconds")),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
