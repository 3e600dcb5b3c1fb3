import { Effect, Layer, Schedule } from "effect"
import { Imports } from "../../store/imports/Imports.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { RunImports } from "./RunImports.ts"

/** Runs imports for as long as the program runs, and deletes old ones once an hour. */
export const ImportingLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const imports = yield* RunImports
    const queue = yield* Imports
    const { awaitDue } = yield* QueueWatch
    yield* imports.step.pipe(
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("Imports could not be run", cause), 0)),
      Effect.flatMap((count) => (count === 0 ? awaitDue("import") : Effect.void)),
      Effect.forever,
      Effect.forkScoped
    )
    yield* queue.purge.pipe(
      Effect.catchCause((cause) => Effect.logWarning("Old imports could not be deleted", cause)),
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.forkScoped
    )
  })
).pipe(Layer.provide(RunImports.layer), Layer.provide([Imports.layer, QueueWatch.layer]))
