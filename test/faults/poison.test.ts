import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Step } from "../../src/domain/flow/Definition.ts"
import { databases, withDatabase } from "../support/databases.ts"
import { addFlow, allMailed, delivered, flowOutcome, onceEach, seedFlow } from "../support/flowOutcome.ts"
import { mail, wait } from "../support/flowRuns.ts"
import { type RunningServer, startServer } from "../support/processes.ts"
import { httpServer, mailServer } from "../support/providers.ts"
import { raced, tally } from "../support/races.ts"
import { allowed, often, tell } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"
import { until } from "../support/until.ts"

const bar = 30_000
const items = often(24, 300)
const ids = Array.from({ length: items }, (_, at) => at + 1)
const steps: ReadonlyArray<Step> = [mail("first"), { id: "tag", type: "add_tag", tag: "thanked" }, mail("second")]
// Rendering has a limit, which this is beyond.
const endless = "{% for one in (1..400000) %}x{% endfor %}"

/** Flows of which none ever gets anywhere: what they wrote can't be read, rendered, sent or delivered. */
const seedPoison = Effect.fnUntraced(function* (hook: string) {
  const account = yield* seedAccount({ integrations: 1 })
  const add = (flow_id: string, does: ReadonlyArray<Step>) => addFlow(account.account_id, flow_id, does)
  yield* add("unreadable", [wait("wait", "1 hour"), mail("never")])
  yield* add("endless", [{ id: "endless", type: "send_email", subject: "Hi", html: endless }])
  yield* add("refused", [mail("refused")])
  yield* add("hook", [{ id: "hook", type: "webhook", url: hook }])
  return account
})

/** How each item of those flows stands: with its reason, how often. */
const standing = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ item: string; count: number }>`SELECT item, count(*)::int AS count FROM (
      SELECT concat_ws(' ', flow_id, status, reason) AS item FROM flow_runs WHERE account_id = ${account_id} AND flow_id = 'unreadable'
      UNION ALL SELECT concat_ws(' ', flow_id, status, substring(reason from '(template|mail server)')) FROM messages WHERE account_id = ${account_id}
      UNION ALL SELECT concat_ws(' ', flow_id, status) FROM webhook_deliveries WHERE account_id = ${account_id}
    ) items GROUP BY item ORDER BY item`
  return Object.fromEntries(rows.map(({ item, count }) => [item, count]))
})

/** Makes a day pass for an account whenever nothing of it is due. */
const passDays = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const due = sql`SELECT 1 FROM accounts a WHERE account_id = ${account_id} AND EXISTS (
    SELECT 1 FROM (SELECT account_id, due_at FROM messages WHERE status = 'queued'
      UNION ALL SELECT account_id, due_at FROM webhook_deliveries WHERE status = 'queued'
      UNION ALL SELECT account_id, due_at FROM flow_runs WHERE status IN ('queued', 'waiting', 'running')) items
    WHERE items.account_id = a.account_id AND due_at <= now() + a.clock_offset * interval '1 millisecond')`
  yield* until(Effect.map(due, (rows) => rows.length === 0))
  yield* sql`UPDATE accounts SET is_test = true, clock_offset = clock_offset + 86400000 WHERE account_id = ${account_id}`
})

/** Places orders eight at a time. */
const placed = (servers: ReadonlyArray<RunningServer>, token: string, bodies: ReadonlyArray<unknown>) =>
  Effect.map(
    Effect.forEach(bodies, (one, at) => raced(servers.slice(at % servers.length), token, [one]), { concurrency: 8 }),
    (answers) => answers.flat()
  )

describe("items that fail whenever they are tried, on two processes", () => {
  it.live(
    "are parked with the reason in sight, and keep nobody else waiting",
    () =>
      Effect.gen(function* () {
        const mails = yield* mailServer({ recipient: (address) => (address.startsWith("poison") ? 451 : undefined) })
        const hooks = yield* httpServer((response) => response.writeHead(500).end())
        const direct = yield* databases.PostgreSQL
        const settings = { ...direct, SMTP_URL: mails.url, WEBHOOK_ALLOW_PRIVATE: "true" }
        const servers = yield* Effect.forEach([settings, settings], startServer, { concurrency: 2 })
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [poison, quiet] = [yield* seedPoison(hooks.url), yield* seedFlow(steps)]
          const { account_id } = poison
          const poisoned = ids.map((id) => ({ ...delivered(id), email: `poison${id}@example.com` }))
          assert.deepStrictEqual(tally(yield* placed(servers, poison.token, poisoned)), { 201: items })
          const waiting = sql`SELECT 1 FROM flow_runs WHERE account_id = ${account_id} AND flow_id = 'unreadable' AND status = 'waiting'`
          yield* until(Effect.map(waiting, ({ length }) => length === items))
          // As a newer version of the service may have saved it.
          yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
            VALUES (${account_id}, 'unreadable', 2, '{"steps": [{"id": "wait", "type": "teleport"}]}', now())`
          yield* sql`UPDATE flow_runs SET version = 2 WHERE account_id = ${account_id} AND flow_id = 'unreadable'`
          const days = yield* Effect.forkScoped(Effect.forever(passDays(account_id)))
          yield* until(Effect.sync(() => hooks.received.length > items))
          const from = yield* Clock.currentTimeMillis
          assert.deepStrictEqual(tally(yield* placed(servers, quiet.token, ids.map(delivered))), { 201: items })
          yield* allMailed(() => mails.received, items).pipe(Effect.timeoutOption("2 minutes"))
          const value = (yield* Clock.currentTimeMillis) - from
          const parked = yield* standing(account_id).pipe(
            Effect.repeat({
              until: (now) => Object.keys(now).every((item) => item.includes(" failed")),
              schedule: Schedule.spaced("100 millis")
            }),
            Effect.timeoutOption("2 minutes"),
            Effect.andThen(standing(account_id))
          )
          yield* Fiber.interrupt(days)
          tell("poison on 2 processes", {
            runs: 4 * items,
            worst: { value, bar, unit: "ms", of: "until others' mails were sent" },
            more: `${hooks.received.length} calls of a webhook that refuses`
          })
          assert.deepStrictEqual(parked, {
            "endless failed template": items,
            "hook failed": items,
            "refused failed mail server": items,
            "unreadable failed step_failed: SchemaError": items
          })
          assert.deepStrictEqual(yield* flowOutcome(quiet.account_id, steps.length), onceEach(items))
          assert.isBelow(value, allowed(bar))
        }).pipe(withDatabase(direct))
      }).pipe(Effect.scoped),
    10 * 60_000
  )
})
