import { Clock, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { lookIntervals, type WatchedTrigger } from "../flows/checkedFlows.ts"
import { leaseEnd } from "../flows/DueRuns.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { makeDueRows } from "../sql/dueRows.ts"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"
import { timeText } from "../sql/timestamps.ts"

/** Work of a process that no call asks for: a queue, imports, or the flows with a trigger that time makes true. */
export const dueWork = [
  "email",
  "sms",
  "webhook",
  "report",
  "run",
  "campaign",
  "product_change",
  "product_turn",
  "import",
  "undo",
  "shop_erasure",
  "no_order_for",
  "cart_abandoned",
  "product_viewed",
  "date",
  "entered_segment"
] as const satisfies ReadonlyArray<keyof typeof queues | "import" | "undo" | "shop_erasure" | WatchedTrigger>
export type DueWork = (typeof dueWork)[number]

const querySnapshot = queryOne(Schema.Struct({ snapshot: Schema.String }))
const queryFound = query(Schema.Struct({ work: Schema.Literals(dueWork), due_at: Schema.NullOr(Schema.Number) }))

// Later than any time that the database holds.
const latest = Date.UTC(9999, 0)

/** Reads for `QueueWatch`, over all accounts and without locks. */
export const makeFindDue = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { isDistributed } = yield* accountPlacement
  const { dueRows } = yield* makeDueRows(sql)
  const time = yield* databaseTime(sql)

  // Where accounts are on several nodes, each node says whether it has due rows.
  const found = (name: Statement.Fragment, isAsked: Statement.Fragment, rows: Statement.Fragment) =>
    isDistributed
      ? sql`SELECT ${name} AS work, account_id FROM (${rows}) due WHERE ${isAsked}`
      : sql`SELECT ${name} AS work, CASE WHEN EXISTS (SELECT FROM (${rows}) due) THEN 0::float8 END AS due_at WHERE ${isAsked}`

  const partsOf = (
    asked: ReadonlySet<DueWork>,
    now: number,
    clocks: ReadonlyMap<string, number>,
    at: Statement.Fragment
  ) => {
    const isFree = sql`(claimed_until IS NULL OR claimed_until <= ${at})`
    const part = (work: DueWork, rows: Statement.Fragment) =>
      // The text is the same whatever is asked, so that it is prepared once.
      found(sql.literal(`'${work}'`), sql`${asked.has(work)}::boolean`, rows)
    const heads = (work: keyof typeof queues, until: number, condition: Statement.Fragment) =>
      dueRows({ ...queues[work], condition, now: until, clocks, perAccount: 1, inFlight: new Map() })
    const queue = (work: keyof typeof queues, condition = sql`true`) =>
      isDistributed
        ? part(work, sql`SELECT account_id FROM (${heads(work, now, condition)}) heads`)
        : sql`SELECT ${sql.literal(`'${work}'`)} AS work,
            (SELECT extract(epoch FROM min(due_at - (until - ${timeText(latest)}::timestamptz)))::float8 * 1000
              FROM (${heads(work, latest, condition)}) heads) AS due_at
            WHERE ${asked.has(work)}::boolean`
    // When the first of some rows is due.
    const first = (work: DueWork, due_at: Statement.Fragment, rows: Statement.Fragment) =>
      sql`SELECT ${sql.literal(`'${work}'`)} AS work, (SELECT extract(epoch FROM ${due_at})::float8 * 1000 ${rows} LIMIT 1) AS due_at
        WHERE ${asked.has(work)}::boolean`
    const flows = (type: WatchedTrigger): ReadonlyArray<Statement.Fragment> => {
      const active = sql`FROM flows WHERE status = 'active' AND trigger_type = ${sql.literal(`'${type}'`)}`
      const ahead = sql`SELECT account_id ${active} AND account_id = ANY (${texts([...clocks.keys()])})`
      if (isDistributed)
        return [
          part(
            type,
            sql`SELECT account_id ${active} AND checked_until IS NULL
              UNION ALL SELECT account_id ${active} AND checked_until <= ${timeText(now - lookIntervals[type])}::timestamptz
              UNION ALL ${ahead}`
          )
        ]
      const due_at = sql`coalesce(checked_until, 'epoch') + ${lookIntervals[type]}::float8 * interval '1 millisecond'`
      return [first(type, due_at, sql`${active} ORDER BY checked_until NULLS FIRST`), part(type, ahead)]
    }
    const erasing = sql`FROM integrations WHERE erase_due_at IS NOT NULL`
    return [
      queue("email", isFree),
      queue("sms", isFree),
      queue("webhook", isFree),
      queue("report"),
      queue("run"),
      part("run", sql`SELECT account_id FROM flow_runs WHERE status = 'running' AND claimed_at < ${leaseEnd(sql, at)}`),
      queue("campaign"),
      queue("product_change"),
      queue("product_turn"),
      part("import", sql`SELECT account_id FROM imports WHERE status = 'running' AND leased_until <= ${at}`),
      part("undo", sql`SELECT account_id FROM bulk_changes WHERE undo = 'running' AND leased_until <= ${at}`),
      isDistributed
        ? part("shop_erasure", sql`SELECT account_id ${erasing} AND erase_due_at <= ${timeText(now)}::timestamptz`)
        : first("shop_erasure", sql`erase_due_at`, sql`${erasing} ORDER BY erase_due_at`),
      ...flows("no_order_for"),
      ...flows("cart_abandoned"),
      ...flows("product_viewed"),
      ...flows("date"),
      ...flows("entered_segment")
    ]
  }

  return {
    /** Whether each look asks several nodes. */
    isOfNodes: isDistributed,
    /** A text that changes with each commit that wrote anything; null where the nodes of a cluster have one each. */
    snapshot: isDistributed
      ? Effect.succeed(null)
      : Effect.map(querySnapshot(sql`SELECT pg_current_snapshot()::text AS snapshot`), (row) => row?.snapshot ?? null),
    /**
     * When each of the asked work is due, in milliseconds; without work that waits for a lease or for nothing. Work may be found that its own
     * read then leaves, such as messages of an account that has used up its hour.
     */
    dueTimes: Effect.fnUntraced(function* (asked: ReadonlySet<DueWork>) {
      const parts = partsOf(asked, yield* Clock.currentTimeMillis, yield* readAdvancedClocks(sql), yield* time)
      const all = sql.join(" UNION ALL ", false)(parts)
      const rows = yield* queryFound(
        isDistributed ? sql`SELECT work, 0::float8 AS due_at FROM (${all}) found GROUP BY work` : sql`${all}`
      )
      const times = new Map<DueWork, number>()
      for (const { work, due_at } of rows) {
        if (due_at !== null) times.set(work, Math.min(due_at, times.get(work) ?? Infinity))
      }
      return times
    })
  }
})
