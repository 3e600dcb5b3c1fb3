import { Effect } from "effect"
import { gauge } from "../../telemetry/gauges.ts"

// Counted for the process, as metrics are.
let inUse = 0

/** Counts work on the database, from its request for a connection to the return of the connection. */
export const onConnection = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    inUse++
    return Effect.ensuring(
      work,
      Effect.sync(() => inUse--)
    )
  })

/** Counts a reserved connection until the scope closes. */
export const whileReserved = Effect.acquireRelease(
  Effect.sync(() => inUse++),
  () => Effect.sync(() => inUse--)
)

/** Exports the use of a pool of `size` connections. Work beyond `size` waits for a connection. */
export const measurePool = (size: number): void => {
  const show = (state: string, read: () => number) =>
    gauge("tally_database_pool", "Connections to the database, and work that waits for one", read, { state })
  show("in_use", () => Math.min(inUse, size))
  show("idle", () => Math.max(0, size - inUse))
  show("waiting", () => Math.max(0, inUse - size))
}
