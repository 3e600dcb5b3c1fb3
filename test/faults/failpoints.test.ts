import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Step } from "../../src/domain/flows/Step.ts"
import { databases, type Settings, withDatabase } from "../support/database/databases.ts"
import { idleStatements, killableEmbedded, killableOverProxy, type Failpoint } from "../support/faults/failpoints.ts"
import {
  awaitMails,
  deliveredOrder,
  expectedOutcome,
  flowOutcome,
  messageIdsByMail
} from "../support/flows/flowOutcome.ts"
import { seedAccount } from "../support/database/seed.ts"
import { seedFlow } from "../support/flows/seedFlows.ts"
import { mailStep } from "../support/flows/flowRuns.ts"
import { post } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { mailServer } from "../support/messages/providers.ts"
import { seededRandom, quickOrFull, randomSeed, reportRun, timeLimit } from "../support/runner/runs.ts"

const bar = 30_000

const orderFigures = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT order_count, (SELECT count(*)::int FROM orders WHERE account_id = ${account_id}) AS orders
    FROM contacts WHERE account_id = ${account_id}`
})

const steps: ReadonlyArray<Step> = [
  mailStep("first"),
  { id: "tag", type: "add_tag", tag: "thanked" },
  mailStep("second")
]

// Statements whose order prevents loss or duplication. First a send that is not marked, whose lease ends while the others
// are tried.
const namedFailpoints: ReadonlyArray<Failpoint> = [
  { at: "m.clicked_at", when: "before" },
  { at: "COMMIT", when: "after" },
  { at: "INSERT INTO flow_runs", when: "before" },
  { at: "INSERT INTO messages", when: "before" },
  { at: "COMMIT", when: "before" },
  { at: "account.timezone", when: "before" },
  { at: "m.clicked_at", when: "after" }
]
const last = 40
const roundsOf = {
  embedded: quickOrFull(3, namedFailpoints.length + 60),
  PostgreSQL: namedFailpoints.length + quickOrFull(0, 60)
} as const
const idleOnce = Effect.runSync(Effect.cached(idleStatements))

/** The named failpoints first, then every statement in sequence, then random ones. */
const pointOf = (round: number, chance: () => number): Failpoint => {
  const namedFailpoint = namedFailpoints[round - 1]
  if (namedFailpoint !== undefined) return namedFailpoint
  const at = round - namedFailpoints.length
  const walks = at <= last && quickOrFull(0, 1) === 1
  return { at: walks ? at : Math.ceil(chance() * last), when: walks || chance() < 0.5 ? "before" : "after" }
}

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`a server killed between two statements, ${database}`, { concurrent: true }, () => {
    it.live("an order that was committed but not answered is answered 200 when repeated", () =>
      Effect.gen(function* () {
        const settings: Settings = yield* databases[database]
        const { account_id, token } = yield* withDatabase(settings)(seedAccount({ integrations: 1 }))
        const idle = yield* idleOnce
        const start = yield* database === "embedded"
          ? Effect.succeed(killableEmbedded(settings, idle))
          : killableOverProxy(settings, idle)
        const place = (origin: string) =>
          Effect.map(post(`${origin}/v1/orders/placed`, token, deliveredOrder(1)), ({ status }) => status)
        yield* Effect.gen(function* () {
          const { server, arm } = yield* start({ at: "place_orders", when: "after" })
          yield* arm
          assert.strictEqual(yield* Effect.catchDefect(place(server.origin), () => Effect.succeed(0)), 0)
          yield* server.ended
        }).pipe(Effect.scoped)
        const server = yield* startServer(settings)
        assert.strictEqual(yield* place(server.origin), 200)
        yield* server.end("SIGTERM")
        assert.deepStrictEqual(yield* withDatabase(settings)(orderFigures(account_id)), [{ orders: 1, order_count: 1 }])
      })
    )
    it.live(
      "starts each flow once for its cause, and writes each step's message once",
      () =>
        Effect.gen(function* () {
          const settings: Settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seedFlow(steps))
          const mails = yield* mailServer()
          const sending = { ...settings, SMTP_URL: mails.url }
          const idle = yield* idleOnce
          const rounds = roundsOf[database]
          const start =
            database === "embedded" ? killableEmbedded(sending, idle) : yield* killableOverProxy(sending, idle)
          const place = (origin: string, order_id: number) =>
            Effect.map(post(`${origin}/v1/orders/placed`, token, deliveredOrder(order_id)), ({ status }) => status)
          const chance = seededRandom()
          const acknowledged = new Set<number>()
          let died = 0
          for (let order_id = 1; order_id <= rounds; order_id++) {
            const point = pointOf(order_id, chance)
            yield* Effect.gen(function* () {
              const { server, arm } = yield* start(point)
              yield* arm
              const status = yield* Effect.catchDefect(place(server.origin, order_id), () => Effect.succeed(0))
              if (status === 201) acknowledged.add(order_id)
              const own = () => mails.received.filter(({ to }) => to === `buyer${order_id}@example.com`)
              yield* Effect.raceFirst(
                Effect.map(server.ended, () => died++),
                awaitMails(own, 1)
              )
            }).pipe(Effect.scoped)
          }
          const server = yield* startServer(sending)
          const from = yield* Clock.currentTimeMillis
          for (let order_id = 1; order_id <= rounds; order_id++) {
            const status = yield* place(server.origin, order_id)
            // Acknowledged orders exist; unacknowledged ones may.
            assert.include(acknowledged.has(order_id) ? [200] : [200, 201], status)
          }
          // At least one message was sent and not marked, so it is resent when its lease ends.
          const sentAgain = Effect.repeat(
            Effect.sync(() => [...messageIdsByMail(mails.received).values()]),
            { until: (sent) => sent.some(({ length }) => length > 1), schedule: Schedule.spaced("50 millis") }
          )
          yield* Effect.all([awaitMails(() => mails.received, rounds), sentAgain], { concurrency: 2 }).pipe(
            Effect.timeoutOption("5 minutes")
          )
          const rescued = (yield* Clock.currentTimeMillis) - from
          yield* server.end("SIGTERM")
          const sent = [...messageIdsByMail(mails.received).values()]
          const twice = sent.filter(({ length }) => length > 1)
          reportRun(`kill -9 between two statements, ${database}`, {
            runs: rounds,
            worst: { value: rescued, bar, unit: "ms", of: "until all was sent" },
            more: `died at ${died} points, ${twice.length} mails sent twice, seed ${randomSeed}`
          })
          assert.deepStrictEqual(yield* withDatabase(settings)(flowOutcome(account_id, 3)), expectedOutcome(rounds))
          assert.strictEqual(sent.length, 2 * rounds)
          assert.isAbove(twice.length, 0)
          for (const ids of sent) assert.strictEqual(new Set(ids).size, 1)
          assert.isBelow(rescued, timeLimit(bar))
        }),
      { timeout: quickOrFull(10, 25) * 60_000, concurrent: true }
    )
  })
}
