import { Effect, Fiber } from "effect"
import type { Connection } from "effect/sql/SqlConnection"

const finished = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.forkDetach(statement, { startImmediately: true }), Fiber.join)

/**
 * A connection whose statements run to completion even if their fiber is interrupted. A late cancellation removes a connection
 * from the pool, which opens another; the engine keeps its connection, so the pool would exceed its size. A connection that is
 * released with a running statement is closed.
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
