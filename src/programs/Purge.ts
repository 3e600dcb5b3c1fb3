import { Effect, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { purgeStep, Purges } from "../store/upkeep/Purges.ts"
import { transact } from "../store/database/Transaction.ts"

const purged = Metric.counter("tally_purged_total", { description: "Rows removed", incremental: true })

/** One small step for each table. Returns whether there are more rows to remove. A step that fails is logged and left to the next round. */
export const purgeRound = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { steps } = yield* Purges
  const removed = yield* Effect.forEach(steps, ({ table, purge }) =>
    transact(sql)(purge).pipe(
      Effect.tap((count) => Metric.update(Metric.withAttributes(purged, { table }), count)),
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("A table could not be purged", { table }, cause), 0))
    )
  )
  return removed.some((count) => count === purgeStep)
})

/** Repeats rounds until the scope closes: every five minutes, and every second while there are more rows. */
export const repeatRounds = <R>(round: Effect.Effect<boolean, never, R>) =>
  round.pipe(
    Effect.flatMap((more) => Effect.sleep(more ? "1 second" : "5 minutes")),
    Effect.forever,
    Effect.forkScoped
  )

/** Removes expired rows for as long as the program runs. */
export const PurgeLayer = Layer.effectDiscard(repeatRounds(purgeRound))
