import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { ValidationIssue, invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import {
  type FailedRecord,
  Import,
  type ImportInput,
  importLimits,
  type ImportRecords
} from "../../domain/imports/Import.ts"
import { recordAddress } from "../../domain/contacts/erasureMatching.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { readPage } from "../database/paging.ts"
import { query, queryOne } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../database/withinQuota.ts"
import { rowsJson } from "../database/parameters.ts"

const Time = Schema.DateTimeUtcFromDate
const Row = Schema.Struct({ ...Import.fields, created_at: Time, updated_at: Time })
const queryRow = queryOne(Row)
const queryFailures = query(
  Schema.Struct({ row: Schema.Int, issues: Schema.fromJsonString(Schema.Array(ValidationIssue)) })
)

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
    /** Appends the records from position `from` on. Skips records that were received; fails if it would leave a gap. Idempotent. */
    readonly receive: (account_id: string, id: string, records: ImportRecords) => Effect.Effect<Import, WriteFailure>
    /** Ends the upload and lets the records be imported. Idempotent. */
    readonly start: (account_id: string, id: string) => Effect.Effect<Import, WriteFailure>
    /** Deletes the records that are not imported yet; imported ones stay. Idempotent. */
    readonly cancel: (account_id: string, id: string) => Effect.Effect<Import, NotFound | SqlError.SqlError>
    /** The failed records that are kept, in the order of the file. */
    readonly failures: (account_id: string, id: string) => Effect.Effect<ReadonlyArray<FailedRecord>, Unavailable>
  }
>()("tally/store/imports/Imports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`import_id AS id, kind, status, file_name, file_size::float8 AS file_size, layout, received,
        imported, failed, created_at, updated_at`
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
        create: Effect.fnUntraced(function* (account_id, actor, { kind, file_name, file_size, layout }) {
          const all = sql`FROM imports WHERE account_id = ${account_id}`
          const underWay = sql`${all} AND status IN ('uploading', 'running')`
          yield* withinQuota(sql, account_id, quotas.importsUnderWay, underWay)
          yield* withinQuota(sql, account_id, quotas.imports, all)
          const created_at = yield* now
          const insert = sql`INSERT INTO imports
            (account_id, import_id, kind, status, file_name, file_size, layout, actor, leased_until, created_at, updated_at)
            VALUES (${account_id}, ${yield* makeId("imp")}, ${kind}, 'uploading', ${file_name}, ${file_size}, ${layout},
              ${actor}, ${yield* time}, ${created_at}, ${created_at})
            RETURNING ${columns}`
          return yield* Effect.catchTag(orNotFound(insert), "NotFound", Effect.die)
        }),
        receive: Effect.fnUntraced(function* (account_id, id, { from, records }) {
          const found = yield* lock(account_id, id)
          if (found.status !== "uploading") return yield* notUploading
          if (from > found.received) return yield* gap
          const fresh = records.slice(found.received - from)
          if (fresh.length === 0) return found
          if (found.received + fresh.length > importLimits.records) return yield* tooLong
          const bytes = fresh.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
          const rows = fresh.map(({ row, body }, at) => ({
            position: found.received + at,
            file_row: row,
            body,
            ...recordAddress(body)
          }))
          yield* sql`INSERT INTO import_records (account_id, import_id, position, file_row, body, email_key,
              phone_digits)
            SELECT ${account_id}, ${id}, position, file_row, body, email_key, phone_digits
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (position int, file_row int, body text, email_key text,
              phone_digits text)`
          const changed = yield* queryRow(sql`UPDATE imports SET received = received + ${fresh.length}::int,
              received_bytes = received_bytes + ${bytes}::int, updated_at = ${yield* now}
            WHERE ${byId(account_id, id)} AND received_bytes + ${bytes}::int <= ${importLimits.bytes}::int
            RETURNING ${columns}`)
          return changed ?? (yield* tooLarge)
        }),
        start: Effect.fnUntraced(function* (account_id, id) {
          const found = yield* lock(account_id, id)
          if (found.status === "cancelled") return yield* notUploading
          if (found.status !== "uploading") return found
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
        failures: (account_id, id) =>
          retried(sql`SELECT file_row AS row, faults AS issues FROM import_failures WHERE ${byId(account_id, id)}
            ORDER BY position LIMIT ${importLimits.reportedFailures}`).pipe(queryFailures)
      })
    })
  )
}

const notUploading = invalid("", "The import accepts no more records")
const gap = invalid("from", "Records before these are missing")
const tooLong = invalid("records", `An import holds at most ${importLimits.records} records`)
const tooLarge = invalid("records", `An import holds at most ${importLimits.bytes} bytes`)
