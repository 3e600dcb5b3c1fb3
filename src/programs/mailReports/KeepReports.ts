import { Cause, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { type DeliveryReport, StoredReport } from "../../domain/mailReports/DeliveryReport.ts"
import { transact } from "../../store/database/Transaction.ts"
import { makeReceivedReports, type ReceivedReport, type ReportNonce } from "../../store/mailReports/ReceivedReports.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { ReceiveReports } from "./ReceiveReports.ts"

/** Reports that one transaction applies: tens of milliseconds of work. */
const batchSize = 20

/** Batches that are applied before the provider is answered. The rest is left to the worker, so that the answer is never late. */
const batchesAtOnce = 5

const decodeReport = Schema.decodeUnknownEffect(Schema.fromJsonString(StoredReport))

/** Keeps what mail providers report before it is applied, so that a provider is answered whatever becomes of its reports. */
export class KeepReports extends Context.Service<
  KeepReports,
  {
    /**
     * Keeps the reports of a request in one transaction with the tokens that its provider signed, and applies the first hundred. False, and
     * nothing kept, when a token came before with another content; a token that came before with the same changes nothing.
     */
    readonly keep: (
      account_id: string,
      reports: ReadonlyArray<DeliveryReport>,
      nonces: ReadonlyArray<ReportNonce>
    ) => Effect.Effect<boolean, Unavailable>
    /** Applies a batch of each account with waiting reports. Whether there was one. Any number of processes may run it. */
    readonly step: Effect.Effect<boolean, Unavailable>
  }
>()("tally/programs/mailReports/KeepReports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const received = yield* makeReceivedReports
      const reports = yield* ReceiveReports

      const applyOf = (account_id: string, rows: ReadonlyArray<ReceivedReport>) =>
        Effect.forEach(rows, ({ report }) => Effect.orDie(decodeReport(report))).pipe(
          Effect.flatMap((decoded) => reports.receive(account_id, decoded)),
          Effect.andThen(received.remove(account_id, rows))
        )

      // Locked, applied and removed in one transaction: a process that ends in between leaves the reports as they were.
      const applyBatch = Effect.fnUntraced(function* (account_id: string, size: number) {
        const rows = yield* received.lock(account_id, size)
        if (rows.length > 0) yield* applyOf(account_id, rows)
        return rows.length
      }, transact(sql))

      // A report that cannot be applied keeps no other back.
      const applyAlone = Effect.fnUntraced(function* (account_id: string) {
        const [row] = yield* received.lock(account_id, 1)
        if (row === undefined) return 0
        const setAside = (defect: unknown) =>
          Effect.andThen(
            Effect.logError("A report could not be applied and is set aside", { account_id }, Cause.die(defect)),
            received.fail(account_id, row)
          )
        // A deadlock is no fault of the report: the whole transaction is repeated.
        const isPassing = (defect: unknown) => SqlError.isSqlError(defect) && defect.isRetryable
        yield* sql
          .withTransaction(applyOf(account_id, [row]))
          .pipe(Effect.catchDefect((defect) => (isPassing(defect) ? Effect.die(defect) : setAside(defect))))
        return 1
      }, transact(sql))

      const applyNext = (account_id: string) =>
        applyBatch(account_id, batchSize).pipe(
          Effect.catchDefect(() =>
            Effect.gen(function* () {
              let applied = 0
              while (applied < batchSize && (yield* applyAlone(account_id)) > 0) applied++
              return applied
            })
          )
        )

      return KeepReports.of({
        keep: Effect.fn("KeepReports.keep")(function* (account_id, kept, nonces) {
          const isTaken = yield* transact(sql)(
            Effect.gen(function* () {
              const known = yield* received.addNonces(account_id, nonces)
              if (known === "new") yield* received.add(account_id, kept)
              return known !== "reused"
            })
          )
          // A kept report is applied later, also if the database is away now.
          yield* Effect.gen(function* () {
            for (let batch = 0; batch < batchesAtOnce && batch * batchSize < kept.length; batch++) {
              if ((yield* applyNext(account_id)) < batchSize) return
            }
          }).pipe(Effect.ignore)
          return isTaken
        }),
        step: Effect.gen(function* () {
          const accounts = yield* transact(sql)(received.dueAccounts)
          yield* Effect.forEach(accounts, applyNext, { discard: true })
          return accounts.length > 0
        })
      })
    })
  )
}

/** Applies kept reports for as long as the program runs. */
export const ApplyingReportsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { step } = yield* KeepReports
    const { awaitDue } = yield* QueueWatch
    yield* step.pipe(
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("Reports could not be applied", cause), false)),
      Effect.flatMap((found) => (found ? Effect.void : awaitDue("report"))),
      Effect.forever,
      Effect.forkScoped
    )
  })
).pipe(Layer.provide(QueueWatch.layer))
