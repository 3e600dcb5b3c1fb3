import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { importLimits, ImportKind, type ImportOutcome } from "../../domain/imports/Import.ts"
import { FileLayout } from "../../domain/imports/FileLayout.ts"
import { readAccounts } from "../accounts/readAccounts.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { Millis } from "../sql/timestamps.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"

const Claimed = Schema.Struct({
  account_id: Schema.String,
  import_id: Schema.String,
  kind: ImportKind,
  actor: Schema.String,
  file_name: Schema.String,
  created_at: Millis,
  layout: Schema.fromJsonString(FileLayout),
  lift_reason: Schema.NullOr(Schema.String)
})
const Waiting = Schema.Struct({ position: Schema.Int, row: Schema.Int, body: Schema.String })

const ImportKey = Schema.Struct({ account_id: Schema.String, import_id: Schema.String })
type ImportKey = typeof ImportKey.Type

const queryHeads = query(ImportKey)
const queryClaimed = queryOne(Claimed)
const queryWaiting = query(Waiting)

export type WaitingRecord = typeof Waiting.Type

/** An import that this process claimed, and its next records in the order of the file. */
export type ClaimedImport = typeof Claimed.Type & {
  readonly default_country: string
  readonly records: ReadonlyArray<WaitingRecord>
}

// Imports that a claim tries in order, since other processes may claim the first ones meanwhile.
const maxTried = 8

// Milliseconds; much longer than a batch takes. A claim of a crashed process ends after it.
const lease = 30_000

/** Claims running imports, each by a lease for one process at a time. `claim` and `finish` join the open transaction. */
export interface ImportQueue {
  /**
   * Claims the import that has waited longest, with at most `limit` of its next records: fewer once their bytes exceed
   * `importLimits.bytesPerBatch`. Undefined if no import waits.
   */
  readonly claim: (limit: number) => Effect.Effect<ClaimedImport | undefined, SqlError.SqlError>
  /**
   * Counts the outcomes, deletes their records, keeps the failures and ends the claim. An outcome whose record is gone is not
   * counted again. An import without further records is finished.
   */
  readonly finish: (
    claimed: ClaimedImport,
    outcomes: ReadonlyArray<ImportOutcome>
  ) => Effect.Effect<void, SqlError.SqlError>
  /** Deletes at most five imports older than 30 days. */
  readonly purge: Effect.Effect<void, Unavailable>
}

export const makeImportQueue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const time = yield* databaseTime(sql)
  const claimFirst = Effect.fnUntraced(function* (heads: ReadonlyArray<ImportKey>, at: Statement.Fragment) {
    for (const { account_id, import_id } of heads) {
      const claimed = yield* queryClaimed(sql`
            WITH next AS MATERIALIZED (
              SELECT import_id FROM imports WHERE account_id = ${account_id} AND import_id = ${import_id}
                AND status = 'running' AND leased_until <= ${at} FOR UPDATE SKIP LOCKED)
            UPDATE imports SET leased_until = ${at} + ${lease}::float8 * interval '1 millisecond'
            FROM next WHERE imports.account_id = ${account_id} AND imports.import_id = next.import_id
            RETURNING imports.account_id, imports.import_id, kind, actor, file_name, created_at, layout,
              lift_reason`)
      if (claimed !== undefined) return claimed
    }
    return undefined
  })
  const part: ImportQueue = {
    claim: Effect.fnUntraced(function* (limit) {
      const at = yield* time
      const heads = yield* queryHeads(sql`
            SELECT account_id, import_id FROM imports WHERE status = 'running' AND leased_until <= ${at}
            ORDER BY updated_at, account_id, import_id LIMIT ${maxTried}`)
      const claimed = yield* claimFirst(heads, at)
      if (claimed === undefined) return undefined
      const account = (yield* readAccounts(sql, [claimed.account_id])).get(claimed.account_id)
      if (account === undefined) return undefined
      const records = yield* queryWaiting(sql`
            SELECT position, file_row AS row, body FROM (
              SELECT *, sum(octet_length(body)) OVER (ORDER BY position) - octet_length(body) AS bytes_before FROM (
                SELECT position, file_row, body FROM import_records
                WHERE account_id = ${claimed.account_id} AND import_id = ${claimed.import_id} ORDER BY position LIMIT ${limit}
              ) next
            ) sized WHERE bytes_before < ${importLimits.bytesPerBatch}::int ORDER BY position`)
      return { ...claimed, default_country: account.default_country, records }
    }),
    finish: Effect.fnUntraced(function* ({ account_id, import_id }, outcomes) {
      const now = new Date(yield* Clock.currentTimeMillis)
      const rows = outcomes.map(({ position, row, issues, notes }) => ({
        position,
        file_row: row,
        issues: issues.length === 0 ? null : JSON.stringify(issues),
        notes: JSON.stringify(notes.map((note, place) => ({ place, ...note }))),
        cell: notes.some(({ kind }) => kind === "cell"),
        no_email: notes.some(({ kind }) => kind === "no_email"),
        consent: notes.some(({ kind }) => kind === "consent")
      }))
      yield* sql`SELECT 1 FROM imports WHERE account_id = ${account_id} AND import_id = ${import_id} FOR UPDATE`
      yield* sql`
            WITH done AS (
              DELETE FROM import_records AS waiting
              USING json_to_recordset(${rowsJson(rows)}::json) AS r (position int, file_row int, issues text, notes text,
                cell boolean, no_email boolean, consent boolean)
              WHERE account_id = ${account_id} AND import_id = ${import_id} AND waiting.position = r.position
              RETURNING r.position, r.file_row, r.issues, r.notes, r.cell, r.no_email, r.consent, waiting.body,
                waiting.email_key, waiting.phone_digits
            ), failures AS (
              INSERT INTO import_failures (account_id, import_id, position, file_row, body, issues, email_key,
                phone_digits)
              SELECT ${account_id}, ${import_id}, position, file_row, body, issues, email_key, phone_digits FROM done
              WHERE issues IS NOT NULL AND ${importLimits.reportedFailures}::int > (SELECT failed FROM imports
                WHERE account_id = ${account_id} AND import_id = ${import_id})
            ), notes AS (
              INSERT INTO import_notes (account_id, import_id, position, place, file_row, kind, field, message, email_key,
                phone_digits)
              SELECT ${account_id}, ${import_id}, position, place, file_row, kind, field, message, email_key, phone_digits
              FROM done CROSS JOIN LATERAL json_to_recordset(done.notes::json) AS n (place smallint, kind text, field text,
                message text)
              WHERE ${importLimits.reportedFailures}::int > (SELECT CASE kind WHEN 'failed' THEN failed
                  WHEN 'cell' THEN cells_left_out WHEN 'no_email' THEN without_email ELSE consents_not_taken END FROM imports
                WHERE account_id = ${account_id} AND import_id = ${import_id})
            )
            UPDATE imports SET imported = imported + (SELECT count(*) FROM done WHERE issues IS NULL),
              failed = failed + (SELECT count(*) FROM done WHERE issues IS NOT NULL),
              cells_left_out = cells_left_out + (SELECT count(*) FROM done WHERE cell),
              without_email = without_email + (SELECT count(*) FROM done WHERE no_email),
              consents_not_taken = consents_not_taken + (SELECT count(*) FROM done WHERE consent),
              leased_until = ${yield* time}, updated_at = ${now}
            WHERE account_id = ${account_id} AND import_id = ${import_id}`
      yield* sql`UPDATE imports SET status = 'finished' WHERE account_id = ${account_id} AND import_id = ${import_id}
            AND status = 'running' AND imported + failed = received`
    }),
    purge: Effect.gen(function* () {
      const before = new Date((yield* Clock.currentTimeMillis) - importLimits.retentionMillis)
      const old = yield* queryHeads(sql`
            SELECT account_id, import_id FROM imports WHERE created_at < ${before}
            ORDER BY created_at, account_id, import_id LIMIT 5`)
      yield* Effect.forEach(
        old,
        ({ account_id, import_id }) =>
          sql`DELETE FROM imports WHERE account_id = ${account_id} AND import_id = ${import_id}`,
        { discard: true }
      )
    }).pipe(retried)
  }
  return part
})
