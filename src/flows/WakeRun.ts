import { Effect, Layer, Schedule, Schema } from "effect"
import { Workflow } from "effect/workflow"
import { FlowSteps } from "./FlowSteps.ts"
import { QueuedRuns } from "./QueuedRuns.ts"

/**
 * A run going on, from one delay or pause to the next: durable, on whichever process the engine gives it to. The run's row
 * is its state and fences it, so that an execution that comes twice, or late, does nothing. Between two of these a waiting
 * run costs the engine nothing; its row is its timer, which lets each account have a clock of its own.
 */
export const WakeRun = Workflow.make("WakeRun", {
  payload: { account_id: Schema.String, run_id: Schema.String, wakes: Schema.Int },
  idempotencyKey: ({ account_id, run_id, wakes }) => `${account_id}/${run_id}/${wakes}`
})

const again = Schedule.exponential("200 millis").pipe(Schedule.jittered)

/** Executes `WakeRun`. One whose database stays away is given up; the run is taken again when it is back. */
export const WakeRunLayer = Layer.unwrap(
  Effect.gen(function* () {
    const steps = yield* FlowSteps
    const queued = yield* QueuedRuns
    return WakeRun.toLayer((wake) =>
      steps.goOn(wake).pipe(
        Effect.retry({ schedule: again, times: 5 }),
        Effect.catch(() => Effect.logWarning("A flow run could not go on", { run_id: wake.run_id })),
        Effect.ensuring(queued.announce)
      )
    )
  })
)
