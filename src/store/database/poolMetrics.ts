import { Effect, Metric } from "effect"
import { gauge, registry } from "../../telemetry/gauges.ts"

// Counted for the process, in its metrics: work on the database, from its request for a connection to the return of the connection.
const work = Metric.gauge("tally_database_work", {
  description: "Work on the database that has a connection or waits for one"
})
const count = (change: 1 | -1) => Effect.sync(() => work.modifyUnsafe(change, registry))

/** Counts work on the database. */
export const onConnection = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    count(1),
    () => effect,
    () => count(-1)
  )

/** Counts a reserved connection until the scope closes. */
export const whileReserved = Effect.acquireRelease(count(1), () => count(-1))

/** Exports the use of a pool of `size` connections. Work beyond `size` waits for a connection. */
export const measurePool = (size: number): void => {
  const inUse = () => work.valueUnsafe(registry).value
  const show = (state: string, read: () => number) =>
    gauge("tally_database_pool", "Connections to the database, and work that waits for one", read, { state })
  show("in_use", () => Math.min(inUse(), size))
  show("idle", () => Math.max(0, size - inUse()))
  show("waiting", () => Math.max(0, inUse() - size))
}
