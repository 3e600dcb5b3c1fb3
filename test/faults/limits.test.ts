import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { join } from "node:path"
import { databases, type Settings, withDatabase } from "../support/database/databases.ts"
import { type ApiResponse, post } from "../support/http/http.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { repetitions, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"

const limit = 60
const clients = 64
const rounds = repetitions(1, 12)

/** A process with its clock shifted by milliseconds. */
const withClock = (settings: Settings, offset: number): Settings => ({
  ...settings,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, "../support/faults/wrongClock.ts")}`,
  CLOCK_OFFSET: String(offset)
})

/** Responses by the reset time of the minute they were counted in, in seconds. */
const byMinute = (answers: ReadonlyArray<ApiResponse>) =>
  Map.groupBy(answers, ({ headers }) => Number(headers.get("x-ratelimit-reset-minute")))

/** Eight processes with clocks that are right, 90 s off to either side, and a day off. */
class Eight extends Context.Service<
  Eight,
  { readonly settings: Settings; readonly servers: ReadonlyArray<RunningServer> }
>()("tally/test/Eight") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const servers = yield* Effect.forEach([0, -90_000, 90_000, 0, 0, 0, 0, 86_400_000], (offset) =>
        startServer(withClock(settings, offset))
      )
      return Eight.of({ settings, servers })
    })
  )
}

layer(Eight.layer, { excludeTestServices: true, timeout: "10 minutes" })(
  "one account that calls all processes concurrently",
  (it) => {
    for (const [count, name] of [
      [1, "1 process"],
      [3, "3 processes, one 90 s behind, one 90 s ahead"],
      [8, "8 processes, one a day ahead"]
    ] as const) {
      it.effect(`is admitted exactly ${limit} times a minute: ${name}`, () =>
        Effect.gen(function* () {
          const { settings, servers: eight } = yield* Eight
          const servers = eight.slice(0, count)
          for (let round = 0; round < rounds; round++) {
            const { token } = yield* withDatabase(settings)(seedAccount({ per_minute: limit }))
            const from = Date.now() / 1_000
            const answers = yield* Effect.forEach(
              Array.from({ length: 4 * clients }),
              (_, at) =>
                post(
                  `${servers[at % servers.length]?.origin}/v1/orders/placed`,
                  token,
                  orderBody({ order_id: at + 1 })
                ),
              { concurrency: clients }
            )
            const to = Date.now() / 1_000
            // A minute may begin in between: each minute has exactly the limit, or all of its calls.
            for (const [reset, counted] of byMinute(answers)) {
              assert.isAbove(reset, from)
              assert.isAtMost(reset - 60, to)
              const letIn = counted.filter(({ status }) => status !== 429)
              assert.strictEqual(letIn.length, Math.min(limit, counted.length))
            }
          }
          reportRun(`limit of ${limit} a minute, ${name}`, { runs: rounds, more: `${limit} let in each time` })
        })
      )
    }
  }
)
