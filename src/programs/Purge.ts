import { Effect, Layer, Metric } from "effect"
import { purgeStep, Purges } from "../store/database/Purges.ts"

const purged = Metric.counter("tally_purged_total", { description: "Rows removed", incremental: true })

/** One small step for each table. Returns whether there are more rows to remove. A step that fails is logged and left to the next round. */
export const purgeRound = (steps: Purges["Service"]["steps"]) =>
  Effect.map(
    Effect.forEach(steps, ({ table, purge }) =>
      purge.pipe(
        Effect.tap((count) => Metric.update(Metric.withAttributes(purged, { table }), count)),
        Effect.catchCause((cause) => Effect.as(Effect.logWarning("A table could not be purged", { table }, cause), 0))
      )
    ),
    (removed) => removed.some((count) => count === purgeStep)
  )

/** Removes expired rows for as long as the program runs: a round every five minutes, and every second while there are more. */
export const PurgeLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { steps } = yield* Purges
    yield* purgeRound(steps).pipe(
      Effect.flatMap((more) => Effect.sleep(more ? "1 second" : "5 minutes")),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
