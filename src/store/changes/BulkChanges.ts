import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { BulkChange, KeptContact } from "../../domain/changes/BulkChange.ts"
import { KeptMember } from "../../domain/changes/keptReasons.ts"
import type { Cause } from "../../domain/contacts/Consent.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { retried } from "../database/Transaction.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { type ChangedContacts, makeChangedContacts } from "./ChangedContacts.ts"

const Time = Schema.DateTimeUtcFromDate
const Row = Schema.Struct({
  ...BulkChange.fields,
  undo_at: Schema.NullOr(Time),
  created_at: Time,
  updated_at: Time
})
const queryRows = query(Row)
const queryRow = queryOne(Row)
const queryKept = query(
  Schema.Struct({ ...KeptContact.fields, kept: Schema.NullOr(Schema.fromJsonString(Schema.Array(KeptMember))) })
)

/** The place of a change in the list. */
export interface ChangePosition {
  readonly created_at: number
  readonly id: string
}

/** Bulk changes and what their undo left, for calls. */
export class BulkChanges extends Context.Service<
  BulkChanges,
  {
    /** Newest first. */
    readonly list: (
      account_id: string,
      slice: KeysetSlice<ChangePosition>
    ) => Effect.Effect<ReadonlyArray<BulkChange>, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, max: number) => Effect.Effect<number, Unavailable>
    readonly read: (account_id: string, id: string) => Effect.Effect<BulkChange, NotFound | Unavailable>
    /** The contacts of which the undo left something, by id. */
    readonly kept: (
      account_id: string,
      id: string,
      slice: KeysetSlice
    ) => Effect.Effect<ReadonlyArray<KeptContact>, Unavailable>
    readonly countKept: (account_id: string, id: string, max: number) => Effect.Effect<number, Unavailable>
    /** Lets the change be undone, if it can be. Joins the open transaction. */
    readonly startUndo: (
      account_id: string,
      id: string,
      author: { readonly actor: string; readonly cause: Cause }
    ) => Effect.Effect<void, SqlError.SqlError>
  } & ChangedContacts
>()("tally/store/changes/BulkChanges") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      // A step of a flow that goes on may change contacts after its undo. Of deleted contacts nothing is kept that could come back.
      const canUndo = sql`(action IS DISTINCT FROM 'delete' AND (undo IS NULL OR undo = 'finished' AND undone + kept < contacts))`
      // An import that was cancelled may still finish the batch that it has claimed.
      const select = Effect.fnUntraced(function* (account_id: string, where = sql``) {
        const isEnded = sql`(i.import_id IS NULL OR i.status IN ('finished', 'cancelled') AND i.leased_until <= ${yield* time})`
        return sql`
          SELECT c.change_id AS id, c.kind, coalesce(i.file_name, f.name) AS name, c.action, c.subject, c.flow_id, c.step_id, c.actor, c.contacts, c.undo, c.undo_actor, c.undo_at, c.undone,
            c.kept, c.created_at, c.updated_at, ${canUndo} AND ${isEnded} AS can_undo
          FROM bulk_changes c LEFT JOIN imports i ON i.account_id = ${account_id} AND i.import_id = c.change_id
          LEFT JOIN flows f ON f.account_id = ${account_id} AND f.flow_id = c.flow_id
          WHERE c.account_id = ${account_id} ${where}`
      })
      const ofChange = (account_id: string, id: string) =>
        sql`FROM bulk_change_contacts c WHERE c.account_id = ${account_id} AND c.change_id = ${id} AND c.outcome = 'kept'`
      const readOne = Effect.fnUntraced(function* (account_id: string, id: string) {
        const found = yield* queryRow(yield* select(account_id, sql`AND c.change_id = ${id}`))
        return found ?? (yield* new NotFound())
      })
      return BulkChanges.of({
        list: Effect.fn("BulkChanges.list")(function* (account_id, { before, limit }) {
          const key = before === null ? null : [sql`${timeText(before.created_at)}::timestamptz`, sql`${before.id}`]
          const end = keyset(sql, ["c.created_at", "c.change_id"], key, limit)
          return yield* queryRows(yield* select(account_id, end))
        }, retried),
        count: (account_id, max) =>
          retried(countUpTo(sql, sql`FROM bulk_changes WHERE account_id = ${account_id}`, max)),
        read: (account_id, id) => retried(readOne(account_id, id)),
        kept: (account_id, id, { before, limit }) =>
          retried(sql`
            SELECT c.contact_id, (SELECT coalesce(p.email, p.phone) FROM contacts p
                WHERE p.account_id = ${account_id} AND p.contact_id = c.contact_id) AS contact, c.kept
            ${ofChange(account_id, id)} ${keyset(sql, ["c.contact_id"], before === null ? null : [sql`${before}`], limit)}`).pipe(
            queryKept,
            Effect.map((rows) => rows.map(({ kept, ...row }) => ({ ...row, kept: kept ?? [erased] })))
          ),
        countKept: (account_id, id, max) => retried(countUpTo(sql, ofChange(account_id, id), max)),
        startUndo: Effect.fnUntraced(function* (account_id, id, { actor, cause }) {
          const now = timeText(yield* Clock.currentTimeMillis)
          yield* sql`UPDATE bulk_changes SET undo = 'running', undo_actor = ${actor}, undo_cause = ${cause},
              undo_at = ${now}::timestamptz, leased_until = ${yield* time},
              undone_after = ''
            WHERE account_id = ${account_id} AND change_id = ${id} AND ${canUndo}`
        }),
        ...(yield* makeChangedContacts)
      })
    })
  )
}

/** What an undo says of a contact that was erased after it. */
const erased: KeptMember = { member: "contact", name: null, reason: "contact_erased" }
