import { Effect, Fiber } from "effect"
import type { Connection } from "effect/sql/SqlConnection"

const finished = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.forkDetach(statement, { startImmediately: true }), Fiber.join)

/**
 * A connection whose statements run to their end, whoever stops waiting for them. A cancellation that comes too late takes its
 * connection out of the pool, which opens another in its place; who keeps it for good, as the engine does, would then have one
 * more open than there may be. Given back with a statement that does not end, it is closed.
 */
export const uncancelledConnection = (connection: Connection): Connection => ({
  execute: (text, parameters, transform) => finished(connection.execute(text, parameters, transform)),
  executeRaw: (text, parameters) => finished(connection.executeRaw(text, parameters)),
  executeStream: (text, parameters, transform) => connection.executeStream(text, parameters, transform),
  executeValues: (text, parameters) => finished(connection.executeValues(text, parameters)),
  executeValuesUnprepared: (text, parameters) => finished(connection.executeValuesUnprepared(text, parameters)),
  executeUnprepared: (text, parameters, transform) =>
    finished(connection.executeUnprepared(text, parameters, transform))
})
