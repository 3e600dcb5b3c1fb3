import { Context, Effect, Layer } from "effect"

/** An answer of 5xx, as the log has it. */
interface FailedRequest {
  readonly method: string
  readonly status: number
  readonly requestId: string
}

// Of more in a second only the number is told: each line takes time from callers when there is least of it.
const linesPerSecond = 20

/** One log line for each answer of 5xx, while there are few. What is not a 503 is told of each time. */
export class FailureLog extends Context.Service<FailureLog, { readonly note: (failed: FailedRequest) => void }>()(
  "tally/http/server/FailureLog"
) {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const run = Effect.runForkWith(yield* Effect.context<never>())
      let failures = 0
      const settle = Effect.suspend(() => {
        const count = failures - linesPerSecond
        failures = 0
        return count <= 0 ? Effect.void : Effect.logError("Requests failed", { status: 503, count })
      })
      return {
        // No effect, so that one of thousands takes as little as a count.
        note: (failed) => {
          if (failed.status === 503 && ++failures === 1) run(Effect.forkIn(Effect.delay(settle, "1 second"), scope))
          if (failed.status !== 503 || failures <= linesPerSecond) run(Effect.logError("Request failed", failed))
        }
      }
    })
  )
}
