import { Cause, Effect, Layer, Schedule, Schema } from "effect"
import { Workflow } from "effect/workflow"
import { ClaimedRun } from "../store/flows/DueRuns.ts"
import { AdvanceRuns } from "./AdvanceRuns.ts"
import { DueRunSignal } from "./DueRunSignal.ts"

/**
 * Runs going on, from one delay or pause to the next: durable, on whichever process the engine gives them to. Those that are
 * due together go together, under the ids of all of them and the times each was woken. The row of a run is its state and
 * fences it, so that an execution that comes twice, or late, does nothing. Between two of these a waiting run costs the
 * engine nothing; its row is its timer, which lets each account have a clock of its own.
 */
export const ResumeDueRuns = Workflow.make("ResumeDueRuns", {
  payload: { wakes: Schema.Array(ClaimedRun) },
  idempotencyKey: ({ wakes }) =>
    wakes.map(({ account_id, run_id, wakes: times }) => `${account_id}/${run_id}/${times}`).join(" ")
})

const again = Schedule.exponential("200 millis").pipe(Schedule.jittered)

/** Executes `ResumeDueRuns`. Those whose database stays away are given up; they are taken again when it is back. */
export const ResumeDueRunsLayer = Layer.unwrap(
  Effect.gen(function* () {
    const steps = yield* AdvanceRuns
    const queued = yield* DueRunSignal
    return ResumeDueRuns.toLayer(({ wakes }) =>
      steps.goOn(wakes).pipe(
        Effect.retry({ schedule: again, times: 5 }),
        Effect.catch(() => Effect.logWarning("Flow runs could not go on", { runs: wakes.length })),
        // The engine would keep what a defect says, which may be words of a contact. The runs are taken again.
        Effect.catchDefect((defect) => Effect.logError("Flow runs could not go on", Cause.die(defect))),
        Effect.ensuring(queued.announce)
      )
    )
  })
)
