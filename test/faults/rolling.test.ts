import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Ref } from "effect"
import { databases, withDatabase } from "../support/databases.ts"
import { post } from "../support/http.ts"
import { launch, type RunningServer, ready, startServer } from "../support/processes.ts"
import { body, raced, stateOf, tally } from "../support/races.ts"
import { seedAccount } from "../support/seed.ts"
import { until } from "../support/until.ts"

const clients = 8

const isReady = ({ origin }: RunningServer) =>
  Effect.promise(() =>
    fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false
    )
  )

describe("two processes that are replaced one after the other under load", () => {
  it.live("answer every call that is sent to a ready one, and lose and double none", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const { account_id, token } = yield* withDatabase(settings)(seedAccount())
      const first = yield* Effect.all([startServer(settings), startServer(settings)], { concurrency: 2 })
      // What a balancer does: it sends to those that are ready.
      let serving: ReadonlyArray<RunningServer> = first
      const sent: Array<{ readonly order_id: number; readonly status: number }> = []
      const over = yield* Ref.make(false)
      let next = 1
      const order = (order_id: number) => body({ order_id, email: `buyer${order_id % 50}@example.com` })
      const client = Effect.gen(function* () {
        while (!(yield* Ref.get(over))) {
          const order_id = next++
          const server = serving[order_id % serving.length]
          const { status } = yield* post(`${server?.origin}/v1/orders/placed`, token, order(order_id))
          sent.push({ order_id, status })
        }
      })
      const load = yield* Effect.forkScoped(
        Effect.forEach(Array.from({ length: clients }), () => client, { concurrency: clients })
      )
      for (const old of first) {
        const before = sent.length
        const fresh = yield* launch(settings)
        yield* ready(fresh)
        serving = [...serving, fresh]
        process.kill(old.pid, "SIGTERM")
        yield* until(Effect.map(isReady(old), (is) => !is))
        serving = serving.filter((server) => server !== old)
        assert.deepStrictEqual(yield* old.ended, { code: 0, signal: null })
        assert.isAbove(sent.length, before)
      }
      yield* Ref.set(over, true)
      yield* Fiber.join(load)
      assert.deepStrictEqual(tally(sent), { 201: sent.length })
      const again = yield* Effect.forEach(sent, ({ order_id }) => raced(serving, token, [order(order_id)]), {
        concurrency: 16
      })
      assert.deepStrictEqual(tally(again.flat()), { 200: sent.length })
      const { contacts } = yield* withDatabase(settings)(stateOf(account_id))
      assert.strictEqual(
        contacts.reduce((sum, { order_count }) => sum + order_count, 0),
        sent.length
      )
    })
  )
})
