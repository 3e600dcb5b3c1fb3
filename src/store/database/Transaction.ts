import { Context, Effect, Fiber, Metric, Schedule } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { Unavailable } from "../../domain/Errors.ts"
import { onConnection } from "./poolMetrics.ts"
import { SessionTimeouts } from "./SessionTimeouts.ts"

const errors = Metric.counter("tally_database_errors_total", {
  description: "Errors of the database",
  incremental: true
})
const retries = Metric.counter("tally_database_retries_total", { description: "Work begun again", incremental: true })
const failures = Metric.counter("tally_database_unavailable_total", {
  description: "Work that was given up because the database failed or took too long",
  incremental: true
})

const retryDelays = Schedule.exponential("20 millis").pipe(
  Schedule.jittered,
  Schedule.tap(() => Metric.update(retries, 1))
)

// SQL states of shutdown, restart, failover, a full disk and no free connection, which the client does not classify as retryable.
const transientStates = /^(?:08|28|53|57P|58|25006$|25P03$|3D000$)/

// A cluster's internal error while rows of the account move to another node.
const movedRows = /^could not find valid entry for shard/

const isSqlError = (error: unknown): error is SqlError.SqlError => SqlError.isSqlError(error)

const isTransient = ({ isRetryable, reason: { cause } }: SqlError.SqlError): boolean =>
  isRetryable ||
  (typeof cause === "object" &&
    cause !== null &&
    (transientStates.test(String(Reflect.get(cause, "code") ?? "")) ||
      movedRows.test(String(Reflect.get(cause, "message") ?? ""))))

const unavailable = Effect.fail(new Unavailable({ retryAfter: 1 }))

const reported = (message: string, reason?: string) =>
  Effect.logWarning(message, ...(reason === undefined ? [] : [{ reason }])).pipe(
    Effect.andThen(Metric.update(failures, 1)),
    Effect.andThen(unavailable)
  )

// Bounds the time of callers when the database does not respond. Cancelling a statement may take seconds itself, so it runs in the background;
// the client drops connections that do not confirm it.
const withTimeout =
  (duration: number, givenUp: (message: string) => Effect.Effect<never, Unavailable>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.forkDetach(work), (fiber) =>
      Effect.timeoutOrElse(
        Effect.onInterrupt(Fiber.join(fiber), () => Effect.forkDetach(Fiber.interrupt(fiber))),
        {
          duration,
          orElse: () => givenUp("The database took too long")
        }
      )
    )

// Whether the fiber's work is part of a transaction that one of the functions below opened.
const InTransaction = Context.Reference<boolean>("tally/store/database/InTransaction", { defaultValue: () => false })

const inTransaction = <A, E, R>(sql: SqlClient.SqlClient, work: Effect.Effect<A, E, R>) =>
  sql.withTransaction(Effect.provideService(work, InTransaction, true))

// A connection lost within a transaction surfaces as a defect.
const withSqlErrors = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.catchDefect(work, (defect) => (isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)))

// A statement of a failed transaction cannot be retried alone. As a defect its error passes unchanged to the retry of the transaction.
const once = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  withSqlErrors(work).pipe(Effect.catchIf(isSqlError, (error) => Effect.die(error)))

const retryAlone = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  isRepeatable: () => boolean,
  millis: number,
  givenUp: typeof reported
) =>
  withSqlErrors(work).pipe(
    Effect.tapError((error) =>
      isSqlError(error) ? Metric.update(Metric.withAttributes(errors, { reason: error.reason._tag }), 1) : Effect.void
    ),
    Effect.retry({
      schedule: retryDelays,
      times: 3,
      while: (error) => isSqlError(error) && isTransient(error) && isRepeatable()
    }),
    onConnection,
    withTimeout(millis, givenUp),
    Effect.catchIf(isSqlError, (error) =>
      isTransient(error) ? givenUp("The database did not answer", error.reason._tag) : Effect.die(error)
    )
  )

const retryWhile = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  isRepeatable: () => boolean,
  millis?: number,
  givenUp: typeof reported = reported
): ReturnType<typeof retryAlone<A, E, R>> =>
  Effect.flatMap(InTransaction, (isOpen): ReturnType<typeof retryAlone<A, E, R>> =>
    isOpen
      ? once(work)
      : Effect.flatMap(SessionTimeouts, (most) => retryAlone(work, isRepeatable, millis ?? most.work, givenUp))
  )

/**
 * Retries database work up to three times after a serialization failure, deadlock, lock time-out or lost connection. Fails with `Unavailable`
 * when it still fails or takes longer than four seconds in all. Any other database error is a defect. The work must be repeatable.
 * Within a transaction of `transact` the work runs once, and the whole transaction is retried.
 */
export const retried = <A, E, R>(work: Effect.Effect<A, E, R>) => retryWhile(work, () => true)

/** `retried` in one transaction. */
export const transact =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    retried(inTransaction(sql, work))

/** `transact` with a time-out of `millis` for each statement and in all, for work on many rows. */
export const transactFor =
  (sql: SqlClient.SqlClient, millis: number, givenUp?: typeof reported) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    retryWhile(
      inTransaction(sql, Effect.andThen(sql`SELECT set_config('statement_timeout', ${String(millis)}, true)`, work)),
      () => true,
      millis,
      givenUp
    )

/** `transactFor` work that is done another way where it takes longer: neither logged nor counted then. */
export const transactAtMost = (sql: SqlClient.SqlClient, millis: number) => transactFor(sql, millis, () => unavailable)

/**
 * `transact` for work that is not repeatable, such as creating a row with a new id. Is not retried once its commit was sent: a commit without
 * a response may have succeeded, so the outcome is `Unavailable`.
 */
export const transactOnce =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      let isCommitting = false
      const marked = Effect.tap(work, () => Effect.sync(() => (isCommitting = true)))
      return retryWhile(inTransaction(sql, marked), () => !isCommitting)
    })

/** `retried` reads of one snapshot, in a read-only transaction. */
export const readOnly =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    retried(inTransaction(sql, Effect.andThen(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`, work)))
