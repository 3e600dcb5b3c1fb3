import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { isDeepStrictEqual } from "node:util"
import { tableContents, contentChanges, awaitBackgroundWork } from "../support/database/contents.ts"
import { operator } from "../support/browser/dashboard.ts"
import { databases, type Settings, withBareDatabase, withDatabase } from "../support/database/databases.ts"
import { everyCall } from "../support/http/everyCall.ts"
import { idleStatements } from "../support/faults/failpoints.ts"
import { send } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { mailServer } from "../support/messages/providers.ts"
import { type StatementPosition, startDatabaseProxy } from "../support/faults/databaseProxy.ts"
import { placeWhileBusy, countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seededRandom, quickOrFull, repetitions, randomSeed, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"
import { uncoveredOperations } from "../support/http/uncoveredOperations.ts"
import { Scope as TokenScope } from "../../src/domain/accounts/Scope.ts"

const connections = 4
const ways = ["before", "after", "down"] as const
type How = (typeof ways)[number]

const cutOff = { status: 0, headers: new Headers(), json: undefined }

const writes = /\b(?:INSERT|UPDATE|DELETE)\b/

/** A new PostgreSQL database with one connection kept open for the many comparisons. */
const onOneConnection = <A, E>(test: (direct: Settings) => Effect.fn.Return<A, E, SqlClient.SqlClient | Scope.Scope>) =>
  Effect.flatMap(databases.PostgreSQL, (direct) =>
    Effect.gen(() => test(direct)).pipe(withBareDatabase({ ...direct, DATABASE_CONNECTIONS: "1" }))
  )

/** The change of a sender's counter of keys alone. */
const keyCounted = /^~ senders keys: \d+ → \d+, keys_since: [^,]*$/

describe("any failing database call of any endpoint", () => {
  it.live(
    "costs a retry or a 503; each call is atomic, and no connection leaks",
    () =>
      onOneConnection(function* (direct: Settings) {
        const idle = yield* idleStatements
        const { token } = yield* withDatabase(direct)(seedAccount({ scopes: TokenScope.literals, integrations: 1 }))
        const line = yield* startDatabaseProxy(direct)
        const mails = yield* mailServer()
        const server = yield* startServer({
          ...line.settings,
          DATABASE_CONNECTIONS: String(connections),
          TRUST_PROXY: "127.0.0.1",
          SMTP_URL: mails.url,
          // Refuses at once.
          DNS_SERVERS: "127.0.0.1:9",
          OWNER_EMAIL: operator.email,
          OWNER_PASSWORD: operator.password
        })
        const requests = yield* everyCall(server.origin, token, mails)
        assert.deepStrictEqual(uncoveredOperations(requests), [])
        const chance = seededRandom()
        const ready = Effect.repeat(send(`${server.origin}/health/ready`), {
          until: ({ status }) => status === 200,
          schedule: Schedule.spaced("20 millis")
        })
        // Distinct from any counted number.
        let [n, runs, refused, slowest] = [1_000_000, 0, 0, 0]
        const wrong: Array<string> = []
        for (const { name, prepare, ask, dies, answersFirst, changesNothing, ...call } of requests) {
          const attempt = Effect.fnUntraced(function* (at: StatementPosition, how: How) {
            n++
            const prepared = prepare === undefined ? { account: "", id: "" } : yield* prepare(n)
            yield* awaitBackgroundWork
            const before = yield* tableContents
            yield* line.strike({
              at,
              when: how === "after" ? "after" : "before",
              what: how === "down" ? () => Effect.runFork(line.cut) : "drop",
              idle
            })
            // A response that ends early has no status.
            const { status, headers, json } = yield* Effect.catchDefect(ask(n, prepared), () => Effect.succeed(cutOff))
            const [hit, statements, outcome] = [line.struck(), line.counted(), line.statements()]
            yield* line.strike(null)
            if (how === "down") yield* line.mend
            yield* ready
            slowest = Math.max(slowest, yield* awaitBackgroundWork)
            const changed = contentChanges(before, yield* tableContents, n)
            const written = outcome.findLast((one) => writes.test(one) && !idle.has(one))
            return { status, headers, json, hit, statements, written, changed }
          })
          const good = yield* attempt(Infinity, "before")
          assert.include([200, 201, 204, 302], good.status, name)
          if (changesNothing) assert.deepStrictEqual(good.changed, [], name)
          const tried = Effect.fnUntraced(function* (at: StatementPosition, how: How) {
            const { status, headers, json, hit, changed: all } = yield* attempt(at, how)
            // A purge may end the oldest sessions of the user meanwhile, and a refused call changes nothing but its rate counter.
            const changed = all.filter(
              (row) =>
                (!row.startsWith("- sessions ") && !(status === 503 && keyCounted.test(row))) ||
                good.changed.includes(row)
            )
            if (!hit) return false
            runs++
            const outcome =
              status === 503
                ? Number(headers.get("retry-after")) >= 1 &&
                  // People are told on a page.
                  (json === undefined
                    ? (headers.get("content-type") ?? "").startsWith("text/html")
                    : json.error.code === "internal_error")
                : // Sent again: a committed call without a response is then recognized.
                  [good.status, 200, 404, 409, ...(call.respondsInPages ? [cutOff.status] : [])].includes(status)
            if (status === 503) refused++
            const outcomes = changed.map((row) =>
              row.startsWith(`+ ${call.recordedIn} `)
                ? row.replace('"reason": "unchanged", "status": "ignored"', '"reason": null, "status": "applied"')
                : row
            )
            const committed = good.changed.filter((row) => !row.startsWith(`+ ${call.recordedIn} `))
            const kept =
              isDeepStrictEqual(answersFirst ? [...new Set(outcomes)] : outcomes, good.changed) ||
              (call.recordedIn !== undefined && status === 503 && isDeepStrictEqual(changed, committed))
            // A 503 may hide a commit, so repeating a creation without an idempotency key creates a second record.
            if (!outcome || !(kept || ((status === 503 || answersFirst) && changed.length === 0)))
              wrong.push(
                `${name}, ${how} statement ${at}: ${status}, ${JSON.stringify(changed, null, 1)} instead of ${JSON.stringify(good.changed, null, 1)}`
              )
            return true
          })
          // Its COMMIT, or else its write: stored although the response is lost.
          const lost = changesNothing || good.written === undefined ? [] : ["COMMIT", good.written]
          for (const last of lost) if (yield* tried(last, "after")) break
          if (dies !== undefined) assert.isTrue(yield* tried(dies, "down"), name)
          const one = 1 + Math.floor(chance() * good.statements)
          const how = ways[Math.floor(chance() * 3)] ?? "down"
          if (quickOrFull(0, 1) === 0) {
            // A third of them in every test run, all of them on mutants.
            if (chance() < repetitions(1, 3) / 3) yield* tried(one, how)
          } else
            for (let next = 1, hit = true; hit && next <= good.statements; next++)
              for (const way of ways) hit = yield* tried(next, way)
        }
        const bodies = Array.from({ length: 64 }, (_, at) => orderBody({ order_id: 5_000_000 + at }))
        assert.deepStrictEqual(countByStatus(yield* placeWhileBusy([server], token, bodies)), { 201: 64 })
        const sql = yield* SqlClient.SqlClient
        const connected = Effect.map(
          sql<{ all: number; idle: number }>`SELECT count(*)::int AS all,
            count(*) FILTER (WHERE state LIKE 'idle in transaction%')::int AS idle FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'tally'`,
          ([row = { all: 0, idle: 0 }]) => row
        )
        // A worker's transaction is idle between two statements, and a cut connection until the server notices.
        const left = yield* connected.pipe(
          Effect.repeat({
            until: ({ all, idle }) => idle === 0 && all <= connections,
            times: 6_000,
            schedule: Schedule.spaced("10 millis")
          })
        )
        reportRun("n-th database call of every endpoint fails", {
          runs,
          more: `${requests.length} requests, ${refused} answers of 503, background work done after at most ${Math.round(slowest)} ms, ${left.all} of ${connections} connections open afterwards, seed ${randomSeed}`
        })
        assert.deepStrictEqual(wrong, [])
        assert.strictEqual(left.idle, 0)
        assert.isAtMost(left.all, connections)
      }),
    quickOrFull(10, 60) * 60_000
  )
})
