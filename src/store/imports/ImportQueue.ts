import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { importLimits, ImportKind, type ImportOutcome } from "../../domain/imports/Import.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { Millis } from "../rows.ts"
import { retried, transact } from "../database/Transaction.ts"
import { rowsJson } from "../writes.ts"

const Claimed = Schema.Struct({
  account_id: Schema.String,
  import_id: Schema.String,
  kind: ImportKind,
  actor: Schema.String,
  created_at: Millis,
  default_country: Schema.String
})
const decodeClaimed = Schema.decodeUnknownEffect(Schema.Array(Claimed))
const Waiting = Schema.Struct({ position: Schema.Int, row: Schema.Int, body: Schema.String })
const decodeWaiting = Schema.decodeUnknownEffect(Schema.Array(Waiting))

export type WaitingRecord = typeof Waiting.Type

/** An import in hand with the next of its records, in the order of the file. */
export type ClaimedImport = typeof Claimed.Type & { readonly records: ReadonlyArray<WaitingRecord> }

// Much longer than a batch takes; what a crash left claimed comes back after it.
const lease = 30_000

/** Imports that run. A claim is a lease: no two processes work on one import, and one that was lost goes on where it stood. */
export class ImportQueue extends Context.Service<
  ImportQueue,
  {
    /**
     * The import that has waited longest, with at most `most` of its records: as many as `importLimits.bytesInHand` hold, and
     * the one that goes beyond.
     */
    readonly claim: (most: number) => Effect.Effect<ClaimedImport | undefined, Unavailable>
    /** Counts what became of records and forgets them, each record once; an import without further ones is finished. */
    readonly finish: (
      claimed: ClaimedImport,
      outcomes: ReadonlyArray<ImportOutcome>
    ) => Effect.Effect<void, Unavailable>
    /** Forgets imports older than 30 days, some at a time. */
    readonly purge: Effect.Effect<void, Unavailable>
  }
>()("tally/store/imports/ImportQueue") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      return ImportQueue.of({
        claim: Effect.fnUntraced(function* (most) {
          const at = yield* time
          const rows = yield* sql`
            WITH next AS (
              SELECT account_id, import_id FROM imports WHERE status = 'running' AND leased_until <= ${at}
              ORDER BY updated_at, account_id, import_id LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE imports SET leased_until = ${at} + ${lease}::float8 * interval '1 millisecond'
            FROM next JOIN accounts USING (account_id)
            WHERE imports.account_id = next.account_id AND imports.import_id = next.import_id
            RETURNING imports.account_id, imports.import_id, kind, actor, default_country,
              imports.created_at`
          const [claimed] = yield* Effect.orDie(decodeClaimed(rows))
          if (claimed === undefined) return undefined
          const waiting = yield* sql`
            SELECT position, file_row AS row, body FROM (
              SELECT *, sum(octet_length(body)) OVER (ORDER BY position) - octet_length(body) AS bytes_before FROM (
                SELECT position, file_row, body FROM import_records
                WHERE account_id = ${claimed.account_id} AND import_id = ${claimed.import_id} ORDER BY position LIMIT ${most}
              ) next
            ) sized WHERE bytes_before < ${importLimits.bytesInHand}::int ORDER BY position`
          return { ...claimed, records: yield* Effect.orDie(decodeWaiting(waiting)) }
        }, transact(sql)),
        finish: Effect.fnUntraced(function* ({ account_id, import_id }, outcomes) {
          const now = new Date(yield* Clock.currentTimeMillis)
          const rows = outcomes.map(({ position, row, issues }) => ({
            position,
            file_row: row,
            issues: issues.length === 0 ? null : JSON.stringify(issues)
          }))
          yield* sql`SELECT 1 FROM imports WHERE account_id = ${account_id} AND import_id = ${import_id} FOR UPDATE`
          yield* sql`
            WITH done AS (
              DELETE FROM import_records AS waiting
              USING json_to_recordset(${rowsJson(rows)}::json) AS r (position int, file_row int, issues text)
              WHERE account_id = ${account_id} AND import_id = ${import_id} AND waiting.position = r.position
              RETURNING r.position, r.file_row, r.issues, waiting.email_key, waiting.phone_digits
            ), told AS (
              INSERT INTO import_failures (account_id, import_id, position, file_row, faults, email_key, phone_digits)
              SELECT ${account_id}, ${import_id}, position, file_row, issues, email_key, phone_digits FROM done
              WHERE issues IS NOT NULL AND ${importLimits.toldFailures}::int > (SELECT failed FROM imports
                WHERE account_id = ${account_id} AND import_id = ${import_id})
            )
            UPDATE imports SET imported = imported + (SELECT count(*) FROM done WHERE issues IS NULL),
              failed = failed + (SELECT count(*) FROM done WHERE issues IS NOT NULL),
              leased_until = ${yield* time}, updated_at = ${now}
            WHERE account_id = ${account_id} AND import_id = ${import_id}`
          yield* sql`UPDATE imports SET status = 'finished' WHERE account_id = ${account_id} AND import_id = ${import_id}
            AND status = 'running' AND imported + failed = received`
        }, transact(sql)),
        purge: Effect.gen(function* () {
          const before = new Date((yield* Clock.currentTimeMillis) - importLimits.keptMillis)
          yield* sql`DELETE FROM imports WHERE (account_id, import_id) IN (
            SELECT account_id, import_id FROM imports WHERE created_at < ${before}
            ORDER BY created_at, account_id, import_id LIMIT 5)`
        }).pipe(retried)
      })
    })
  )
}
