import { Cause, Effect, Layer, Schedule, Schema } from "effect"
import { Workflow } from "effect/workflow"
import { ClaimedRun } from "../../store/flows/DueRuns.ts"
import { AdvanceRuns } from "./AdvanceRuns.ts"
import { DueRunSignal } from "./DueRunSignal.ts"

/**
 * Durable workflow that advances a batch of claimed runs, on whichever process the engine assigns. Its key is the claims. An
 * execution that is repeated or late does nothing, because the run's row fences each move. Waiting runs are no workflow: their
 * row is the timer, so they cost the engine nothing, and each account can have its own clock.
 */
export const ResumeDueRuns = Workflow.make("ResumeDueRuns", {
  payload: { claimed: Schema.Array(ClaimedRun) },
  idempotencyKey: ({ claimed }) =>
    claimed.map(({ account_id, run_id, claims }) => `${account_id}/${run_id}/${claims}`).join(" ")
})

const backoff = Schedule.exponential("200 millis").pipe(Schedule.jittered)

/** Executes `ResumeDueRuns`. After five retries it gives the runs up; `DueRuns` claims them again once their lease has expired. */
export const ResumeDueRunsLayer = Layer.unwrap(
  Effect.gen(function* () {
    const runs = yield* AdvanceRuns
    const signal = yield* DueRunSignal
    return ResumeDueRuns.toLayer(({ claimed }) =>
      runs.advance(claimed).pipe(
        Effect.retry({ schedule: backoff, times: 5 }),
        Effect.catch(() => Effect.logWarning("Flow runs could not be advanced", { runs: claimed.length })),
        // The engine would store the defect, whose message may hold a contact's data.
        Effect.catchDefect((defect) => Effect.logError("Flow runs could not be advanced", Cause.die(defect))),
        Effect.ensuring(signal.notify)
      )
    )
  })
)
