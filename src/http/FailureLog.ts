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
export class FailureLog extends Context.Service<
  FailureLog,
  { readonly note: (failed: FailedRequest) => Effect.Effect<void> }
>()("tally/http/FailureLog") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      let failures = 0
      const settle = Effect.suspend(() => {
        const count = failures - linesPerSecond
        failures = 0
        return count <= 0 ? Effect.void : Effect.logError("Requests failed", { status: 503, count })
      })
      return {
        note: (failed) =>
          Effect.suspend(() => {
            if (failed.status !== 503) return Effect.logError("Request failed", failed)
            failures++
            return Effect.andThen(
              failures > linesPerSecond ? Effect.void : Effect.logError("Request failed", failed),
              failures === 1 ? Effect.forkIn(Effect.delay(settle, "1 second"), scope) : Effect.void
            )
          })
      }
    })
  )
}
