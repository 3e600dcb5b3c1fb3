import { Effect } from "effect"
import { gauge } from "../../telemetry/gauges.ts"

let underWay = 0

/** Counts work on the database from when it asks for a connection until it gives that back. */
export const onConnection = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    underWay++
    return Effect.ensuring(
      work,
      Effect.sync(() => underWay--)
    )
  })

/** Counts a connection that somebody reserves, as long as the scope is open. */
export const whileReserved = Effect.acquireRelease(
  Effect.sync(() => underWay++),
  () => Effect.sync(() => underWay--)
)

/** Shows how many of `size` connections are taken. Each piece of work takes one at a time; what is above waits for one. */
export const measurePool = (size: number): void => {
  const show = (state: string, read: () => number) =>
    gauge("tally_database_pool", "Connections to the database, and work that waits for one", read, { state })
  show("in_use", () => Math.min(underWay, size))
  show("idle", () => Math.max(0, size - underWay))
  show("waiting", () => Math.max(0, underWay - size))
}
