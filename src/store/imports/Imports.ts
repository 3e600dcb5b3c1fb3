import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
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
import { recordAddress } from "../../domain/contacts/recordAddress.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { readPage } from "../database/paging.ts"
import { retried, transact, transactOnce } from "../database/Transaction.ts"
import { withinQuota } from "../database/withinQuota.ts"
import { rowsJson } from "../writes.ts"

const Time = Schema.DateTimeUtcFromDate
const decode = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...Import.fields, created_at: Time, updated_at: Time }))
)
const Issues = Schema.fromJsonString(Schema.Array(ValidationIssue))
const decodeFailures = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ row: Schema.Int, issues: Issues })))

type Refused = NotFound | ValidationFailed | Unavailable

/** Files that people take in, and how far each stands. */
export class Imports extends Context.Service<
  Imports,
  {
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<Import>, Unavailable>
    readonly read: (account_id: string, id: string) => Effect.Effect<Import, NotFound | Unavailable>
    /** `actor` is who imports. At most five are under way at once, also when calls race. */
    readonly create: (
      account_id: string,
      actor: string,
      input: ImportInput
    ) => Effect.Effect<Import, ValidationFailed | Unavailable>
    /** Keeps records of a file, each position once: repeating a call is safe, leaving one out is refused. */
    readonly receive: (account_id: string, id: string, records: ImportRecords) => Effect.Effect<Import, Refused>
    /** The whole file is here. Idempotent. */
    readonly start: (account_id: string, id: string) => Effect.Effect<Import, Refused>
    /** Drops the records that wait; what was taken stays. Idempotent. */
    readonly cancel: (account_id: string, id: string) => Effect.Effect<Import, NotFound | Unavailable>
    /** The first 10,000 records that failed, in the order of the file. */
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
      const one = (rows: unknown) =>
        Effect.flatMap(Effect.orDie(decode(rows)), ([found]) =>
          found === undefined ? new NotFound() : Effect.succeed(found)
        )
      const named = (account_id: string, id: string) => sql`account_id = ${account_id} AND import_id = ${id}`
      const hold = (account_id: string, id: string) =>
        Effect.flatMap(sql`SELECT ${columns} FROM imports WHERE ${named(account_id, id)} FOR UPDATE`, one)

      return Imports.of({
        list: Effect.fn("Imports.list")(function* (account_id, query) {
          const from = sql`FROM imports WHERE account_id = ${account_id}`
          return yield* readPage(sql, query, {
            select: columns,
            from,
            order: sql`created_at DESC, import_id DESC`,
            decode
          })
        }, retried),
        read: (account_id, id) =>
          retried(Effect.flatMap(sql`SELECT ${columns} FROM imports WHERE ${named(account_id, id)}`, one)),
        create: Effect.fn("Imports.create")(function* (account_id, actor, { kind, file_name, file_size, layout }) {
          const all = sql`FROM imports WHERE account_id = ${account_id}`
          const underWay = sql`${all} AND status IN ('uploading', 'running')`
          yield* withinQuota(sql, account_id, quotas.importsUnderWay, underWay)
          yield* withinQuota(sql, account_id, quotas.imports, all)
          const created_at = yield* now
          const rows = yield* sql`INSERT INTO imports
            (account_id, import_id, kind, status, file_name, file_size, layout, actor, leased_until, created_at, updated_at)
            VALUES (${account_id}, ${yield* makeId("imp")}, ${kind}, 'uploading', ${file_name}, ${file_size}, ${layout},
              ${actor}, ${yield* time}, ${created_at}, ${created_at})
            RETURNING ${columns}`
          return yield* Effect.catchTag(one(rows), "NotFound", Effect.die)
        }, transactOnce(sql)),
        receive: Effect.fn("Imports.receive")(function* (account_id, id, { from, records }) {
          const found = yield* hold(account_id, id)
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
          const changed = yield* sql`UPDATE imports SET received = received + ${fresh.length}::int,
              received_bytes = received_bytes + ${bytes}::int, updated_at = ${yield* now}
            WHERE ${named(account_id, id)} AND received_bytes + ${bytes}::int <= ${importLimits.bytes}::int
            RETURNING ${columns}`
          return changed.length === 0 ? yield* tooLarge : yield* one(changed)
        }, transact(sql)),
        start: Effect.fn("Imports.start")(function* (account_id, id) {
          const found = yield* hold(account_id, id)
          if (found.status === "cancelled") return yield* notUploading
          if (found.status !== "uploading") return found
          return yield* Effect.flatMap(
            sql`UPDATE imports SET status = 'running', updated_at = ${yield* now} WHERE ${named(account_id, id)}
              RETURNING ${columns}`,
            one
          )
        }, transact(sql)),
        cancel: Effect.fn("Imports.cancel")(function* (account_id, id) {
          const found = yield* hold(account_id, id)
          if (found.status === "finished" || found.status === "cancelled") return found
          yield* sql`DELETE FROM import_records WHERE ${named(account_id, id)}`
          return yield* Effect.flatMap(
            sql`UPDATE imports SET status = 'cancelled', updated_at = ${yield* now} WHERE ${named(account_id, id)}
              RETURNING ${columns}`,
            one
          )
        }, transact(sql)),
        failures: (account_id, id) =>
          retried(sql`SELECT file_row AS row, faults AS issues FROM import_failures WHERE ${named(account_id, id)}
            ORDER BY position LIMIT ${importLimits.toldFailures}`).pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeFailures(rows)))
          )
      })
    })
  )
}

const notUploading = invalid("", "The import takes no more records")
const gap = invalid("from", "Records before these are missing")
const tooLong = invalid("records", `An import holds at most ${importLimits.records} records`)
const tooLarge = invalid("records", `An import holds at most ${importLimits.bytes} bytes`)
