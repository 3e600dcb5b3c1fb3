import { Context, Effect, Layer } from "effect"

/** A response of 5xx, as it is logged. */
interface FailedRequest {
  readonly method: string
  readonly status: number
  readonly requestId: string
}

// Beyond this only a count is logged: log lines take time from callers just when there is least of it.
const linesPerSecond = 20

/** Logs each response of 5xx. Beyond 20 a second, 503s are logged as a count. */
export class FailureLog extends Context.Service<FailureLog, { readonly note: (failed: FailedRequest) => void }>()(
  "tally/http/server/FailureLog"
) {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const run = Effect.runForkWith(yield* Effect.context<never>())
      let failures = 0
      const logCount = Effect.suspend(() => {
        const count = failures - linesPerSecond
        failures = 0
        return count <= 0 ? Effect.void : Effect.logError("Requests failed", { status: 503, count })
      })
      return {
        // A plain function, so that one of thousands of 503s costs no more than an increment.
        note: (failed) => {
          if (failed.status === 503 && ++failures === 1) run(Effect.forkIn(Effect.delay(logCount, "1 second"), scope))
          if (failed.status !== 503 || failures <= linesPerSecond) run(Effect.logError("Request failed", failed))
        }
      }
    })
  )
}
