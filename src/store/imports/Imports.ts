import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { ValidationIssue, invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { type FailedRecord, Import, type ImportInput, importLimits } from "../../domain/imports/Import.ts"
import { ImportNote, type NoteKind } from "../../domain/imports/importNotes.ts"
import { FileLayout } from "../../domain/imports/FileLayout.ts"
import type { RecordAddress } from "../../domain/contacts/erasureMatching.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { readPage } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { rowsJson } from "../sql/parameters.ts"
import { type ImportQueue, makeImportQueue } from "./ImportQueue.ts"

const Time = Schema.DateTimeUtcFromDate
const Row = Schema.Struct({ ...Import.fields, created_at: Time, updated_at: Time })
const queryRow = queryOne(Row)
const queryUpload = queryOne(
  Schema.Struct({ ...Row.fields, file_row: Schema.Int, layout: Schema.fromJsonString(FileLayout) })
)
const queryLayout = queryOne(Schema.Struct({ layout: Schema.fromJsonString(FileLayout) }))
const queryFailures = query(
  Schema.Struct({
    row: Schema.Int,
    body: Schema.NullOr(Schema.String),
    issues: Schema.fromJsonString(Schema.Array(ValidationIssue))
  })
)

/** An import that takes in its file, with the last row that was read. */
type Upload = Import & { readonly file_row: number; readonly layout: FileLayout }

/** Records that were read from the next part of a file, and the position behind it: bytes and rows. */
export interface UploadedPart {
  readonly records: ReadonlyArray<RecordAddress & { readonly row: number; readonly stored: string }>
  readonly uploaded: number
  readonly row: number
}

type WriteFailure = NotFound | ValidationFailed | SqlError.SqlError

/** Reads and writes imports and their uploaded records. Members that write join the open transaction and lock the import's row. */
export class Imports extends Context.Service<
  Imports,
  {
    /** Newest first. */
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<Import>, Unavailable>
    readonly read: (account_id: string, id: string) => Effect.Effect<Import, NotFound | Unavailable>
    /** `actor` is the user who imports. Locks the account's row to count its imports. */
    readonly create: (
      account_id: string,
      actor: string,
      input: ImportInput
    ) => Effect.Effect<Import, ValidationFailed | SqlError.SqlError>
    /** Locks the import and reads the position of its upload. */
    readonly lockUpload: (account_id: string, id: string) => Effect.Effect<Upload, NotFound | SqlError.SqlError>
    /** Appends the records of the next part of the file to the locked import. */
    readonly append: (upload: Import, account_id: string, part: UploadedPart) => Effect.Effect<Import, WriteFailure>
    /** Ends the upload and lets the records be imported. Idempotent. */
    readonly start: (account_id: string, id: string) => Effect.Effect<Import, WriteFailure>
    /** Deletes the records that are not imported yet; imported ones stay. Idempotent. */
    readonly cancel: (account_id: string, id: string) => Effect.Effect<Import, NotFound | SqlError.SqlError>
    /** The notes of an import that are kept, in the order of the file. */
    readonly notes: (
      account_id: string,
      id: string,
      query: PageQuery & { readonly kind?: NoteKind }
    ) => Effect.Effect<Page<ImportNote>, NotFound | Unavailable>
    /** The failed records that are kept, in the order of the file, and its layout. */
    readonly failures: (
      account_id: string,
      id: string
    ) => Effect.Effect<
      { readonly layout: FileLayout; readonly failures: ReadonlyArray<FailedRecord> },
      NotFound | Unavailable
    >
  } & ImportQueue
>()("tally/store/imports/Imports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`import_id AS id, kind, status, file_name, file_size::float8 AS file_size,
        uploaded::float8 AS uploaded, received, imported, failed, cells_left_out, without_email,
        consents_not_taken, lift_reason, created_at, updated_at`
      const time = yield* databaseTime(sql)
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      const orNotFound = <E>(statement: Effect.Effect<unknown, E>) =>
        Effect.flatMap(queryRow(statement), (row) => (row === undefined ? new NotFound() : Effect.succeed(row)))
      const byId = (account_id: string, id: string) => sql`account_id = ${account_id} AND import_id = ${id}`
      const lock = (account_id: string, id: string) =>
        orNotFound(sql`SELECT ${columns} FROM imports WHERE ${byId(account_id, id)} FOR UPDATE`)

      return Imports.of({
        list: Effect.fn("Imports.list")(function* (account_id, query) {
          const from = sql`FROM imports WHERE account_id = ${account_id}`
          return yield* readPage(sql, query, {
            select: columns,
            from,
            order: sql`created_at DESC, import_id DESC`,
            row: Row
          })
        }, retried),
        read: (account_id, id) =>
          retried(orNotFound(sql`SELECT ${columns} FROM imports WHERE ${byId(account_id, id)}`)),
        create: Effect.fnUntraced(function* (account_id, actor, input) {
          const { kind, file_name, file_size, lift_reason = null } = input
          const layout = JSON.stringify(input.layout)
          if (layout.length > importLimits.layout) return yield* layoutTooLong
          const all = sql`FROM imports WHERE account_id = ${account_id}`
          const underWay = sql`${all} AND status IN ('uploading', 'running')`
          yield* withinQuota(sql, account_id, quotas.importsUnderWay, underWay)
          yield* withinQuota(sql, account_id, quotas.imports, all)
          const created_at = yield* now
          const insert = sql`INSERT INTO imports
            (account_id, import_id, kind, status, file_name, file_size, layout, lift_reason, actor, leased_until, created_at,
              updated_at)
            VALUES (${account_id}, ${yield* makeId("imp")}, ${kind}, 'uploading', ${file_name}, ${file_size}, ${layout},
              ${lift_reason}, ${actor}, ${yield* time}, ${created_at}, ${created_at})
            RETURNING ${columns}`
          return yield* Effect.catchTag(orNotFound(insert), "NotFound", Effect.die)
        }),
        lockUpload: Effect.fnUntraced(function* (account_id, id) {
          const found = yield* queryUpload(
            sql`SELECT ${columns}, file_row, layout FROM imports WHERE ${byId(account_id, id)} FOR UPDATE`
          )
          return found ?? (yield* new NotFound())
        }),
        append: Effect.fnUntraced(function* ({ id, received }, account_id, { records, uploaded, row }) {
          if (received + records.length > importLimits.records) return yield* tooMany
          const rows = records.map(({ row: file_row, stored, ...address }, at) => ({
            position: received + at,
            file_row,
            body: stored,
            ...address
          }))
          if (rows.length > 0) {
            yield* sql`INSERT INTO import_records (account_id, import_id, position, file_row, body, email_key, phone_digits)
              SELECT ${account_id}, ${id}, position, file_row, body, email_key, phone_digits
              FROM json_to_recordset(${rowsJson(rows)}::json) AS r (position int, file_row int, body text, email_key text,
                phone_digits text)`
          }
          return yield* orNotFound(sql`UPDATE imports SET received = received + ${records.length}::int,
              uploaded = ${uploaded}::bigint, file_row = ${row}::int, updated_at = ${yield* now}
            WHERE ${byId(account_id, id)} RETURNING ${columns}`)
        }),
        start: Effect.fnUntraced(function* (account_id, id) {
          const found = yield* lock(account_id, id)
          if (found.status === "cancelled") return yield* notUploading
          if (found.status !== "uploading") return found
          if (found.uploaded < found.file_size) return yield* incomplete
          return yield* orNotFound(
            sql`UPDATE imports SET status = 'running', updated_at = ${yield* now} WHERE ${byId(account_id, id)}
              RETURNING ${columns}`
          )
        }),
        cancel: Effect.fnUntraced(function* (account_id, id) {
          const found = yield* lock(account_id, id)
          if (found.status === "finished" || found.status === "cancelled") return found
          yield* sql`DELETE FROM import_records WHERE ${byId(account_id, id)}`
          return yield* orNotFound(
            sql`UPDATE imports SET status = 'cancelled', updated_at = ${yield* now} WHERE ${byId(account_id, id)}
              RETURNING ${columns}`
          )
        }),
        notes: Effect.fnUntraced(function* (account_id, id, { kind, ...query }) {
          yield* orNotFound(sql`SELECT ${columns} FROM imports WHERE ${byId(account_id, id)}`)
          const ofKind = kind === undefined ? sql`` : sql`AND kind = ${kind}`
          return yield* readPage(sql, query, {
            select: sql`file_row AS row, kind, field, message`,
            from: sql`FROM import_notes WHERE ${byId(account_id, id)} ${ofKind}`,
            order: sql`position, place`,
            row: ImportNote
          })
        }, retried),
        failures: Effect.fnUntraced(function* (account_id, id) {
          const found = yield* queryLayout(sql`SELECT layout FROM imports WHERE ${byId(account_id, id)}`)
          if (found === undefined) return yield* new NotFound()
          const failures = yield* queryFailures(sql`SELECT file_row AS row, body, issues FROM import_failures
            WHERE ${byId(account_id, id)} ORDER BY position LIMIT ${importLimits.reportedFailures}`)
          return { layout: found.layout, failures }
        }, retried),
        ...(yield* makeImportQueue)
      })
    })
  )
}

/** The import has its whole file, or was cancelled. */
export const notUploading = invalid("", "The import takes in no more of a file")
const incomplete = invalid("", "The file is not uploaded completely")
const layoutTooLong = invalid("layout", `Must have at most ${importLimits.layout} characters as JSON`)
const tooMany = invalid("file", `An import holds at most ${importLimits.records} records`)
