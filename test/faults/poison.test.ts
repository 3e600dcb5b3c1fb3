import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import type { Step } from "../../src/domain/flows/Step.ts"
import { firstRun } from "../../src/programs/accounts/FirstRun.ts"
import { browser, FirstRunStoresLayer, operator } from "../support/browser/dashboard.ts"
import { databases, processesOn, withDatabase } from "../support/database/databases.ts"
import { awaitMails, deliveredOrder, expectedOutcome, flowOutcome } from "../support/flows/flowOutcome.ts"
import { addFlow, seedFlow } from "../support/flows/seedFlows.ts"
import { mailStep, delayStep } from "../support/flows/flowRuns.ts"
import { Origin } from "../support/http/http.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { httpServer, mailServer } from "../support/messages/providers.ts"
import { placeWhileBusy, countByStatus } from "../support/faults/concurrently.ts"
import { timeLimit, quickOrFull, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

const bar = 30_000
const items = quickOrFull(24, 300)
const ids = Array.from({ length: items }, (_, at) => at + 1)
const steps: ReadonlyArray<Step> = [
  mailStep("first"),
  { id: "tag", type: "add_tag", tag: "thanked" },
  mailStep("second")
]
// Beyond the rendering limit.
const endless = "{% for one in (1..400000) %}x{% endfor %}"

/** Flows that always fail: at decoding, rendering, sending or delivery. */
const seedPoison = Effect.fnUntraced(function* (hook: string) {
  const account = yield* seedAccount({ integrations: 1 })
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE accounts SET is_test = true WHERE account_id = ${account.account_id}`
  const add = (flow_id: string, does: ReadonlyArray<Step>) => addFlow(account.account_id, flow_id, does)
  yield* add("unreadable", [delayStep("wait", "1 hour"), mailStep("never")])
  yield* add("endless", [{ id: "endless", type: "send_email", subject: "Hi", html: endless }])
  yield* add("refused", [mailStep("refused")])
  yield* add("hook", [{ id: "hook", type: "webhook", url: hook }])
  return account
})

/** Replaces the definition of a flow, as a newer version might save it. */
const makeUnreadable = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
    VALUES (${account_id}, 'unreadable', 2, '{"steps": [{"id": "wait", "type": "teleport"}]}', now())`
  yield* sql`UPDATE flow_runs SET version = 2 WHERE account_id = ${account_id} AND flow_id = 'unreadable'`
})

/** The states of those flows' jobs with their reasons, and their counts. */
const standing = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ item: string; count: number }>`SELECT item, count(*)::int AS count FROM (
      SELECT concat_ws(' ', flow_id, status, reason) AS item FROM flow_runs WHERE account_id = ${account_id} AND flow_id = 'unreadable'
      UNION ALL SELECT concat_ws(' ', flow_id, status, substring(reason from '(template|mail server)')) FROM messages WHERE account_id = ${account_id}
      UNION ALL SELECT concat_ws(' ', flow_id, status) FROM webhook_deliveries WHERE account_id = ${account_id}
    ) items GROUP BY item ORDER BY item`
  return Object.fromEntries(rows.map(({ item, count }) => [item, count]))
})

// Ten attempts of a webhook; a refused mail has seven, and an undecodable job five.
const tries = { hook: 10, mail: 7, run: 5 } as const

/** Whether each job had that many attempts. Some have their second before others have their first. */
const allTried = (tried: ReadonlyArray<string>, least: number): boolean => {
  const counts = new Map<string, number>()
  for (const item of tried) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts.size === items && [...counts.values()].every((count) => count >= least)
}

/** Places orders eight at a time. */
const placed = (servers: ReadonlyArray<RunningServer>, token: string, bodies: ReadonlyArray<unknown>) =>
  Effect.map(
    Effect.forEach(bodies, (one, at) => placeWhileBusy(servers.slice(at % servers.length), token, [one]), {
      concurrency: 8
    }),
    (answers) => answers.flat()
  )

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`jobs that fail on every attempt, ${database}`, () => {
    it.live(
      "are parked with a visible reason, and delay no other jobs",
      () =>
        Effect.gen(function* () {
          const refused: Array<string> = []
          const recipient = (address: string) =>
            address.startsWith("poison") ? (refused.push(address), 450) : undefined
          const mails = yield* mailServer({ recipient })
          const hooks = yield* httpServer((response) => response.writeHead(500).end())
          const direct = yield* databases[database]
          const settings = { ...direct, SMTP_URL: mails.url, WEBHOOK_ALLOW_PRIVATE: "true" }
          const [poison, quiet] = yield* withDatabase(direct)(
            Effect.andThen(
              Effect.provide(firstRun(operator), FirstRunStoresLayer),
              Effect.all([seedPoison(hooks.url), seedFlow(steps)])
            )
          )
          const first = yield* startServer(settings)
          const poisoned = ids.map((id) => ({ ...deliveredOrder(id), email: `poison${id}@example.com` }))
          assert.deepStrictEqual(countByStatus(yield* placed([first], poison.token, poisoned)), { 201: items })
          yield* first.end("SIGTERM")
          yield* withDatabase(direct)(makeUnreadable(poison.account_id))

          const each = Array.from({ length: processesOn(database, 2) }, () => settings)
          const servers = yield* Effect.forEach(each, startServer, { concurrency: "unbounded" })
          const { call } = yield* Effect.provideService(browser, Origin, servers[0]?.origin ?? "")
          yield* call("POST", "/session", operator)
          const called = () => hooks.received.map(({ headers }) => String(headers["webhook-id"]))
          const unread = () =>
            servers.flatMap(({ output }) => output().match(/(?<=A flow step failed",{"run_id":")\w+/g) ?? [])
          // An undecodable job first waits for an hour.
          const isTried = (day: number) =>
            allTried(called(), day) &&
            allTried(refused, Math.min(day, tries.mail)) &&
            (day === 1 || allTried(unread(), Math.min(day - 1, tries.run)))
          // The clock advances a day once all had their attempt.
          const days = yield* Effect.forkScoped(
            Effect.gen(function* () {
              for (let day = 1; day < tries.hook; day++) {
                yield* eventually(Effect.sync(() => isTried(day)))
                yield* call("POST", `/accounts/${poison.account_id}/test-clock`, { advance: "1 day" })
              }
              yield* eventually(Effect.sync(() => isTried(tries.hook)))
            })
          )
          yield* eventually(Effect.sync(() => hooks.received.length > items))
          const from = yield* Clock.currentTimeMillis
          assert.deepStrictEqual(countByStatus(yield* placed(servers, quiet.token, ids.map(deliveredOrder))), {
            201: items
          })
          yield* awaitMails(() => mails.received, items).pipe(Effect.timeoutOption("5 minutes"))
          const value = (yield* Clock.currentTimeMillis) - from
          // If it never holds, the rows below show why.
          yield* Effect.exit(Fiber.join(days))
          yield* Effect.forEach(servers, (server) => server.end("SIGTERM"), { concurrency: "unbounded" })
          reportRun(`poison, ${database}`, {
            runs: 4 * items,
            worst: { value, bar, unit: "ms", of: "until others' mails were sent" },
            more: `${hooks.received.length} calls of a webhook that refuses`
          })
          yield* Effect.gen(function* () {
            assert.deepStrictEqual(yield* standing(poison.account_id), {
              "endless failed template": items,
              "hook failed": items,
              "refused failed mail server": items,
              "unreadable failed step_failed: SchemaError": items
            })
            assert.deepStrictEqual(yield* flowOutcome(quiet.account_id, steps.length), expectedOutcome(items))
          }).pipe(withDatabase(direct))
          assert.isBelow(value, timeLimit(bar))
        }).pipe(Effect.scoped),
      10 * 60_000
    )
  })
}
