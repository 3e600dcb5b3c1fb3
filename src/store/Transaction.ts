import { Effect, Schedule } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { Unavailable } from "../domain/Failure.ts"

const again = Schedule.exponential("20 millis").pipe(Schedule.jittered)

/**
 * Runs database work again after a lost race, a lock that took too long or a connection that went away, at most three
 * times more. What still fails for such a reason is `Unavailable`; any other database error is a defect.
 */
export const retried = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  work.pipe(
    // A connection lost inside a transaction surfaces as a defect.
    Effect.catchDefect((defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect))),
    Effect.catchIf(
      (error): error is SqlError.SqlError => SqlError.isSqlError(error),
      (error) => (error.isRetryable ? Effect.fail(error) : Effect.die(error))
    ),
    Effect.retry({ schedule: again, times: 3, while: (error) => SqlError.isSqlError(error) }),
    Effect.catchIf(
      (error): error is SqlError.SqlError => SqlError.isSqlError(error),
      (error) =>
        Effect.andThen(
          Effect.logWarning("The database did not answer", { reason: error.reason._tag }),
          Effect.fail(new Unavailable({ retryAfter: 1 }))
        )
    )
  )

/** `retried` work in one transaction. */
export const transact =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    retried(sql.withTransaction(work))

/** `retried` reads of one moment, in a transaction that can't write. */
export const readOnly =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    retried(sql.withTransaction(Effect.andThen(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`, work)))
