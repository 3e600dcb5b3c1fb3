import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/database/databases.ts"
import { deliveredOrder } from "../support/flows/flowOutcome.ts"
import { seedMailing } from "../support/flows/seedFlows.ts"
import { post, send } from "../support/http/http.ts"
import { metrics } from "../support/http/metrics.ts"
import { startServer } from "../support/faults/processes.ts"
import { mailServer } from "../support/messages/providers.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"
import { countLocksAwaited, eventually } from "../support/faults/eventually.ts"

const waiting = 'tally_queue_waiting{queue="orders"}'
const pool = (state: string) => `tally_database_pool{state="${state}"}`

describe("the metrics of a busy server", () => {
  it.live("show calls waiting in a queue, calls waiting for a connection, and calls in flight", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const measured = yield* metrics
      const server = yield* startServer({ ...settings, ...measured.settings, DATABASE_CONNECTIONS: "3" })
      /** Waits until the metrics have these values, where Infinity stands for any above 0; then asserts them. */
      const show = Effect.fnUntraced(function* (expected: Record<string, number>) {
        let shown: ReadonlyArray<readonly [string, number]> = []
        const all = Effect.map(measured.scrape, ({ value }) => {
          shown = Object.entries(expected).map(([series, wanted]) => {
            const found = value(series) ?? Number.NaN
            return [series, wanted === Infinity && found > 0 ? Infinity : found]
          })
          return shown.every(([series, found]) => found === expected[series])
        })
        yield* Effect.ignore(Effect.timeout(eventually(all), "5 minutes"))
        assert.deepStrictEqual(Object.fromEntries(shown), expected)
      })
      const idle = show({ [waiting]: 0, [pool("waiting")]: 0, tally_http_in_flight: 0 })
      yield* withDatabase(settings)(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [one, other] = yield* Effect.all([seedAccount(), seedAccount()])
          const place = (token: string, order_id: number) =>
            post(`${server.origin}/v1/orders/placed`, token, orderBody({ order_id }))
          for (const { token } of [one, other]) assert.strictEqual((yield* place(token, 1)).status, 201)
          yield* idle
          // The workflow engine keeps one connection for its locks.
          for (let look = 0; look < 10; look++) assert.isAtLeast((yield* measured.scrape).value(pool("in_use")) ?? 0, 1)
          // Locks a row that both orders change, for about a second.
          const calls = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
              yield* sql`SELECT 1 FROM contacts WHERE account_id IN (${one.account_id}, ${other.account_id}) FOR UPDATE`
              const first = yield* Effect.forkChild(place(one.token, 2))
              yield* eventually(Effect.map(countLocksAwaited, (locks) => locks === 1))
              const second = yield* Effect.forkChild(place(one.token, 3))
              yield* show({ [waiting]: 1, tally_http_in_flight: 2 })
              const third = yield* Effect.forkChild(place(other.token, 2))
              yield* eventually(Effect.map(countLocksAwaited, (locks) => locks === 2))
              const last = yield* Effect.forkChild(place(other.token, 3))
              yield* show({
                [pool("in_use")]: 3,
                [pool("idle")]: 0,
                [pool("waiting")]: Infinity,
                [waiting]: 1,
                tally_http_in_flight: 4
              })
              return [first, second, third, last]
            })
          )
          for (const call of calls) assert.strictEqual((yield* Fiber.join(call)).status, 201)
        })
      )
      yield* idle
    })
  )

  it.live("count a sent mail, and a rejection by address", () =>
    Effect.gen(function* () {
      const mails = yield* mailServer()
      const settings = yield* databases.PostgreSQL
      const { token } = yield* withDatabase(settings)(seedMailing({ integrations: 1 }))
      const measured = yield* metrics
      const server = yield* startServer({ ...settings, ...measured.settings, SMTP_URL: mails.url })
      assert.strictEqual((yield* post(`${server.origin}/v1/orders/placed`, token, deliveredOrder(1))).status, 201)
      const sent = 'tally_sends_total{channel="email",outcome="sent"}'
      const isSent = Effect.map(measured.scrape, ({ value }) => value(sent) !== undefined)
      yield* Effect.timeout(eventually(isSent), "5 minutes")
      // A minute may begin at any time.
      yield* Effect.repeat(send(`${server.origin}/v1/account`), { until: ({ status }) => status === 429, times: 150 })
      const { value } = yield* measured.scrape
      assert.deepStrictEqual([value(sent), mails.received.length], [1, 1])
      assert.strictEqual(value('tally_sends_total{channel="email",outcome="skipped"}'), undefined)
      assert.strictEqual(value('tally_rate_limited_total{budget="address"}'), 1)
      assert.strictEqual(value('tally_rate_limited_total{budget="account"}'), undefined)
    })
  )
})
