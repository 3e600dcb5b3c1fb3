import { type Duration, Effect, Fiber, Metric, Schedule } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { Unavailable } from "../../domain/Errors.ts"
import { onConnection } from "./poolMetrics.ts"

const errors = Metric.counter("tally_database_errors_total", {
  description: "Errors of the database",
  incremental: true
})
const retries = Metric.counter("tally_database_retries_total", { description: "Work begun again", incremental: true })
const failures = Metric.counter("tally_database_unavailable_total", {
  description: "Work that was given up because the database failed or took too long",
  incremental: true
})

const again = Schedule.exponential("20 millis").pipe(
  Schedule.jittered,
  Schedule.tap(() => Metric.update(retries, 1))
)

// Shutdown, restart, failover, a full disk, no connection left: passing states that the client has no class for.
const passingStates = /^(?:08|28|53|57P|58|25006$|25P03$|3D000$)/

const isPassing = ({ isRetryable, reason: { cause } }: SqlError.SqlError): boolean =>
  isRetryable ||
  (typeof cause === "object" && cause !== null && passingStates.test(String(Reflect.get(cause, "code") ?? "")))

const patience = "4 seconds"

// A database that neither answers nor refuses must not hold callers. Taking a statement back may take seconds itself,
// so nobody waits for that; a connection that does not even do so is given up by the client.
const inTime =
  (duration: Duration.Input) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.forkDetach(work), (running) =>
      Effect.timeoutOrElse(
        Effect.onInterrupt(Fiber.join(running), () => Effect.forkDetach(Fiber.interrupt(running))),
        {
          duration,
          orElse: () =>
            Effect.andThen(
              Effect.logWarning("The database took too long"),
              Effect.andThen(Metric.update(failures, 1), Effect.fail(new Unavailable({ retryAfter: 1 })))
            )
        }
      )
    )

const retriedWhile = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  repeatable: () => boolean,
  duration: Duration.Input = patience
) =>
  work.pipe(
    // A connection lost inside a transaction surfaces as a defect.
    Effect.catchDefect((defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect))),
    Effect.catchIf(
      (error): error is SqlError.SqlError => SqlError.isSqlError(error),
      (error) =>
        Effect.andThen(
          Metric.update(Metric.withAttributes(errors, { reason: error.reason._tag }), 1),
          isPassing(error) ? Effect.fail(error) : Effect.die(error)
        )
    ),
    Effect.retry({ schedule: again, times: 3, while: (error) => SqlError.isSqlError(error) && repeatable() }),
    onConnection,
    inTime(duration),
    Effect.catchIf(
      (error): error is SqlError.SqlError => SqlError.isSqlError(error),
      (error) =>
        Effect.andThen(
          Effect.logWarning("The database did not answer", { reason: error.reason._tag }),
          Effect.andThen(Metric.update(failures, 1), Effect.fail(new Unavailable({ retryAfter: 1 })))
        )
    )
  )

/**
 * Runs database work again after a lost race, a lock that took too long or a connection that went away, at most three
 * times more. What still fails for such a reason, or takes longer than four seconds, is `Unavailable`; any other database
 * error is a defect.
 */
export const retried = <A, E, R>(work: Effect.Effect<A, E, R>) => retriedWhile(work, () => true)

/** `retried` work in one transaction. */
export const transact =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    retried(sql.withTransaction(work))

/** `transact` for work on many rows, which may take `millis` in all and for each statement. */
export const transactFor =
  (sql: SqlClient.SqlClient, millis: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    retriedWhile(
      sql.withTransaction(Effect.andThen(sql`SELECT set_config('statement_timeout', ${String(millis)}, true)`, work)),
      () => true,
      millis
    )

/**
 * `transact` for work that makes or adds something more each time. From its commit on it does not run again: nobody knows
 * whether a commit without an answer was kept, so that is `Unavailable`.
 */
export const transactOnce =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      let commits = false
      const marked = Effect.tap(work, () => Effect.sync(() => (commits = true)))
      return retriedWhile(sql.withTransaction(marked), () => !commits)
    })

/** `retried` reads of one moment, in a transaction that can't write. */
export const readOnly =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    retried(sql.withTransaction(Effect.andThen(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`, work)))
