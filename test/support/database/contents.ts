import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

// Tables not compared: rate windows, sign-in attempts and request log change with every call, contact totals are kept in
// slots by connection, products are counted in the background, and the engine and the migrations have their own tables.
const beside =
  /^(?:rate_windows|sign_in_attempts|request_.*|contact_counts|product_counts|product_pairs|cluster_.*|effect_sql_migrations)$/

// Columns not compared: times of last use, sequence numbers, which advance also on rollback, attempts and leases of workers, and the
// numbers of test mails and of a visitor's views, which count failed and repeated ones too.
const passing =
  "{seen_at,last_used_at,entry_id,attempt_id,attempts,claims,claimed_at,claimed_until,leased_until,lost_claims,tests,views}"

/** Rows as JSON, by table and key. */
export type Contents = ReadonlyMap<string, string>

/** Every row of every table, without the tables and columns above. */
export const tableContents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string; keys: ReadonlyArray<string> }>`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS keys FROM pg_class c
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY 1 ORDER BY 1`
  const each = tables.flatMap(({ name, keys }) =>
    beside.test(name)
      ? []
      : [
          sql`SELECT ${name}::text || ' ' || concat_ws('|', ${sql.csv(keys.map((key) => sql`${sql(key)}`))}) AS key,
            (to_jsonb(t) - ${passing}::text[])::text AS row FROM ${sql(name)} t`
        ]
  )
  const rows = yield* sql<{ key: string; row: string }>`${sql.join(" UNION ALL ", false)(each)}`
  return new Map(rows.map(({ key, row }) => [key, row]))
})

/** Waits until no message, run, import, report, change of a product, or campaign is due, and gives the milliseconds that took; dies after five minutes. */
export const awaitBackgroundWork = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT FROM messages WHERE status = 'queued' UNION ALL SELECT FROM flow_runs WHERE status IN ('queued', 'running')
    UNION ALL SELECT FROM imports WHERE status = 'running' UNION ALL SELECT FROM bulk_changes WHERE undo = 'running'
    UNION ALL SELECT FROM received_reports WHERE status = 'waiting'
    UNION ALL SELECT FROM product_changes WHERE due_at <= now()
    UNION ALL SELECT FROM campaigns WHERE due_at <= now()`
).pipe(
  Effect.repeat({ until: (rows) => rows.length === 0, schedule: Schedule.spaced("10 millis") }),
  Effect.timeoutOrElse({
    duration: "5 minutes",
    orElse: () => Effect.die(new Error("Background work is still due after five minutes"))
  }),
  Effect.timed,
  Effect.map(([duration]) => Duration.toMillis(duration))
)

/** Replaces ids, times, secrets, made codes of coupons, client addresses and the number of the attempt by placeholders. */
const plain = (text: string, n: number): string =>
  text
    .replaceAll(/\b([a-z]{3,4})_[0-9a-z]{26}\b/g, "<$1>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)/g, "<time>")
    .replaceAll(/[\w+/=$:-]{32,}/g, "<secret>")
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "<address>")
    .replaceAll(/\btally-[0-9a-f]{8}\b/g, "<selector>")
    .replaceAll(/\bMADE-[0-9A-Z]{8}\b/g, "<code>")
    .replaceAll(String(n), "<n>")

const membersOf = (row: string): Readonly<Record<string, unknown>> => JSON.parse(row)

/** Sorted list of added, removed and changed rows, the latter by column; comparable between attempts. */
export const contentChanges = (before: Contents, after: Contents, n: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)]
    const table = key.split(" ")[0] ?? ""
    if (was === is) continue
    if (was === undefined || is === undefined) {
      found.push(plain(`${was === undefined ? "+" : "-"} ${table} ${is ?? was}`, n))
      continue
    }
    const old = membersOf(was)
    const columns = Object.entries(membersOf(is)).flatMap(([column, value]) => {
      const [one, other] = [JSON.stringify(old[column]), JSON.stringify(value)]
      return one === other ? [] : [`${column}: ${one} → ${other}`]
    })
    found.push(plain(`~ ${table} ${columns.join(", ")}`, n))
  }
  return found.sort()
}
