import { Effect, Layer, Schedule } from "effect"
import { UndoQueue } from "../../store/changes/UndoQueue.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { RunUndos } from "./RunUndos.ts"

/** Undoes bulk changes for as long as the program runs, and deletes old ones once an hour. */
export const UndoingLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const undos = yield* RunUndos
    const queue = yield* UndoQueue
    const { awaitDue } = yield* QueueWatch
    yield* undos.step.pipe(
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("Changes could not be undone", cause), false)),
      Effect.flatMap((found) => (found ? Effect.void : awaitDue("undo"))),
      Effect.forever,
      Effect.forkScoped
    )
    yield* queue.purge.pipe(
      Effect.catchCause((cause) => Effect.logWarning("Old changes could not be deleted", cause)),
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.forkScoped
    )
  })
).pipe(Layer.provide(RunUndos.layer), Layer.provide([UndoQueue.layer, QueueWatch.layer]))
