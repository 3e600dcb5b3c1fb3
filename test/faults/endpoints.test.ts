import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { isDeepStrictEqual } from "node:util"
import { operator } from "../support/dashboard.ts"
import { databases, type Settings, withBareDatabase, withDatabase } from "../support/databases.ts"
import { endpoints } from "../support/endpoints.ts"
import { publicCalls } from "../support/everyCall.ts"
import { idleStatements } from "../support/failpoints.ts"
import { send } from "../support/http.ts"
import { ownerCalls } from "../support/ownerCalls.ts"
import { startServer } from "../support/processes.ts"
import { type At, lineTo } from "../support/proxy.ts"
import { raced, tally, body } from "../support/races.ts"
import { chances, often, seed, tell } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"

const connections = 4
const ways = ["before", "after", "down"] as const
type How = (typeof ways)[number]

// What is written beside the call: windows, attempts and the log of requests. Totals of contacts are no rows of one contact.
const beside = /^(?:rate_windows|sign_in_attempts|request_.*|contact_counts|cluster_.*|effect_sql_migrations)$/

/** How many rows each table has, and what changes without a row more: renewals, passwords, and how imports stand. */
const countsOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`
  const each = tables.flatMap(({ name }) =>
    beside.test(name) ? [] : [sql`(SELECT count(*)::int FROM ${sql(name)}) AS ${sql(name)}`]
  )
  const [counts = {}] = yield* sql<Record<string, number>>`SELECT ${sql.csv(each)},
    (SELECT coalesce(sum(extract(epoch FROM expires_at - created_at))::bigint, 0)::text FROM bearer_tokens WHERE kind = 'api') AS lifetimes,
    (SELECT count(password_hash)::int FROM users) AS passwords, (SELECT count(used_at)::int FROM setup_links) AS links_used,
    (SELECT count(*)::int FROM imports WHERE status = 'uploading') AS uploading,
    (SELECT coalesce(sum(received), 0)::int FROM imports) AS received`
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)]))
})

const difference = (after: Record<string, number>, before: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) =>
      count === before[name] ? [] : [[name, count - (before[name] ?? 0)]]
    )
  )

/** With a PostgreSQL of its own, and one connection to it that stays open: there are many counts. */
const onOneConnection = <A, E>(test: (direct: Settings) => Effect.fn.Return<A, E, SqlClient.SqlClient | Scope.Scope>) =>
  Effect.flatMap(databases.PostgreSQL, (direct) =>
    Effect.gen(() => test(direct)).pipe(withBareDatabase({ ...direct, DATABASE_CONNECTIONS: "1" }))
  )

describe("a database call that fails, whichever it is, of whatever endpoint", () => {
  it.live(
    "costs a try or an answer of 503; all of a call is kept or nothing, and no connection is lost",
    () =>
      onOneConnection(function* (direct: Settings) {
        const idle = yield* idleStatements
        const scopes = ["orders_write", "contacts_read", "contacts_write", "events_write"] as const
        const { token } = yield* withDatabase(direct)(seedAccount({ scopes, integrations: 1 }))
        const line = yield* lineTo(direct)
        const server = yield* startServer({
          ...line.settings,
          DATABASE_CONNECTIONS: String(connections),
          TRUST_PROXY: "127.0.0.1",
          OWNER_EMAIL: operator.email,
          OWNER_PASSWORD: operator.password
        })
        const owner = yield* ownerCalls(server.origin)
        const requests = [...publicCalls(server.origin, token, endpoints), ...owner.requests]
        const chance = chances()
        const ready = Effect.repeat(send(`${server.origin}/health/ready`), {
          until: ({ status }) => status === 200,
          schedule: Schedule.spaced("20 millis")
        })
        let [n, runs, refused] = [0, 0, 0]
        const wrong: Array<string> = []
        for (const { name, prepare, ask, dies } of requests) {
          const attempt = Effect.fnUntraced(function* (at: At, how: How | "none") {
            n++
            const id = prepare === undefined ? "" : yield* prepare(n)
            const before = yield* countsOf
            yield* line.strike({
              at: how === "none" ? Infinity : at,
              when: how === "after" ? "after" : "before",
              what: how === "down" ? () => Effect.runFork(line.cut) : "drop",
              idle
            })
            const { status, headers, json } = yield* ask(n, id)
            const hit = line.struck()
            yield* line.strike(null)
            if (how === "down") yield* line.mend
            yield* ready
            return { status, headers, json, hit, changed: difference(yield* countsOf, before) }
          })
          // The first call of an account may make more than the next one.
          yield* attempt(0, "none")
          const good = yield* attempt(0, "none")
          assert.include([200, 201], good.status, name)
          const tried = Effect.fnUntraced(function* (at: At, how: How) {
            const { status, headers, json, hit, changed } = yield* attempt(at, how)
            if (!hit) return false
            runs++
            const kept = isDeepStrictEqual(changed, good.changed)
            const said =
              status === 503
                ? Number(headers.get("retry-after")) >= 1 && json.error.code === "internal_error"
                : // Tried again: what was kept before its answer was lost is then known.
                  [200, 201, 404, 409].includes(status)
            if (status === 503) refused++
            // A commit without an answer may be kept under a 503: who repeats a creation that has no key makes a second one.
            if (!said || !(kept || (status === 503 && isDeepStrictEqual(changed, {}))))
              wrong.push(`${name}, ${how} statement ${at}: ${status} and ${JSON.stringify(changed)}`)
            return true
          })
          yield* tried("COMMIT", "after")
          if (dies !== undefined) assert.isTrue(yield* tried(dies, "down"), name)
          for (let at = 1 + Math.floor(chance() * often(3, 1)), hit = true; hit; at += often(3, 1)) {
            const how = ways[Math.floor(chance() * 3)] ?? "down"
            for (const way of often(0, 1) === 1 ? ways : [how]) hit = (yield* tried(at, way)) && hit
          }
        }
        const bodies = Array.from({ length: 64 }, (_, at) => body({ order_id: 1_000_000 + at }))
        assert.deepStrictEqual(tally(yield* raced([server], token, bodies)), { 201: 64 })
        const sql = yield* SqlClient.SqlClient
        const connected = Effect.map(
          sql<{ all: number; idle: number }>`SELECT count(*)::int AS all,
            count(*) FILTER (WHERE state LIKE 'idle in transaction%')::int AS idle FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'tally'`,
          ([row = { all: 0, idle: 0 }]) => row
        )
        // A worker's own transaction is so for a moment between two statements, and so is a connection that was cut until it is known.
        const left = yield* connected.pipe(
          Effect.repeat({
            until: ({ all, idle }) => idle === 0 && all <= connections,
            times: 6_000,
            schedule: Schedule.spaced("10 millis")
          })
        )
        tell("n-th database call of every endpoint fails", {
          runs,
          more: `${requests.length} endpoints, ${refused} answers of 503, ${left.all} of ${connections} connections open afterwards, seed ${seed}`
        })
        assert.deepStrictEqual(wrong, [])
        assert.strictEqual(left.idle, 0)
        assert.isAtMost(left.all, connections)
      }),
    often(10, 15) * 60_000
  )
})
