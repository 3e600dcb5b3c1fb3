import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { changeLimits } from "../../domain/changes/BulkChange.ts"
import { ContactChange } from "../../domain/changes/ContactChange.ts"
import type { KeptMember } from "../../domain/changes/keptReasons.ts"
import type { ContactSince } from "../../domain/changes/undoChange.ts"
import { Cause } from "../../domain/contacts/Consent.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { retried } from "../database/Transaction.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { readChangedSince } from "./changedSince.ts"

const Key = Schema.Struct({ account_id: Schema.String, change_id: Schema.String })
export type ChangeKey = typeof Key.Type

const Claimed = Schema.Struct({
  ...Key.fields,
  undo_actor: Schema.String,
  undo_cause: Cause,
  undone_after: Schema.String
})
export type ClaimedUndo = typeof Claimed.Type

const ContactRow = Schema.Struct({
  contact_id: Schema.String,
  changed: Schema.NullOr(Schema.fromJsonString(ContactChange)),
  merged: Schema.Boolean,
  entry_id: Schema.Number,
  changed_at: Millis
})
export type ChangedRow = typeof ContactRow.Type

const queryKeys = query(Key)
const queryClaimed = queryOne(Claimed)
const queryContacts = query(ContactRow)
const queryIds = query(Schema.Struct({ contact_id: Schema.String }))
const queryOutcomes = query(Schema.Struct({ outcome: Schema.String }))
const queryRemaining = queryOne(Schema.Struct({ remains: Schema.Boolean }))

/** What an undo did to a contact: nothing is kept of one that is as before. */
export interface UndoOutcome {
  readonly contact_id: string
  readonly removed: boolean
  readonly kept: ReadonlyArray<KeptMember>
}

// Changes that a claim tries in order, since other processes may claim the first ones meanwhile.
const maxTried = 8

// Milliseconds; much longer than a step takes. A claim of a crashed process ends after it.
const lease = 30_000

// Changes that the purge reads at once, and rows that a step of it deletes: tens of milliseconds of work.
const purgeChanges = 50
const purgeStep = 5_000

// Bytes of JSON that a part decodes, besides its last contact.
const bytesPerPart = 1024 * 1024

/** The undos under way, each by a lease for one process at a time. All members but `purge` join the open transaction. */
export class UndoQueue extends Context.Service<
  UndoQueue,
  {
    /** Claims the undo that has waited longest; undefined if none waits. */
    readonly claim: Effect.Effect<ClaimedUndo | undefined, SqlError.SqlError>
    /** The next contacts of a change that are not undone yet, in order: fewer than `limit` once their values exceed a megabyte. */
    readonly next: (
      change: ChangeKey,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
    /** Reads those of the contacts that are not undone. */
    readonly read: (
      change: ChangeKey,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ChangedRow>, SqlError.SqlError>
    /** Locks and reads those of the contacts that are still not undone. Requires that the contacts are locked. */
    readonly lock: (
      change: ChangeKey,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ChangedRow>, SqlError.SqlError>
    /** What happened to the contacts since. */
    readonly since: (
      change: ChangeKey,
      rows: ReadonlyArray<ChangedRow>
    ) => Effect.Effect<(row: ChangedRow) => ContactSince, SqlError.SqlError>
    /** Deletes contacts that a change made and nothing refers to. Their ledgers stay without evidence. Requires that they are locked. */
    readonly removeContacts: (account_id: string, ids: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    /** Records outcomes, counts them and ends the claim. A change without further contacts is finished. */
    readonly finish: (
      change: ChangeKey,
      last: string,
      outcomes: ReadonlyArray<UndoOutcome>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Deletes changes older than 30 days, in steps. */
    readonly purge: Effect.Effect<void, Unavailable>
  }
>()("tally/store/changes/UndoQueue") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      const columns = sql`contact_id, changed, merged, entry_id::float8 AS entry_id, changed_at`
      const of = ({ account_id, change_id }: ChangeKey) => sql`account_id = ${account_id} AND change_id = ${change_id}`
      const ofContacts = (change: ChangeKey, ids: ReadonlyArray<string>) =>
        sql`SELECT ${columns} FROM bulk_change_contacts
          WHERE ${of(change)} AND contact_id = ANY(${texts(ids)}) AND outcome IS NULL
          ORDER BY contact_id LIMIT ${ids.length}`

      return UndoQueue.of({
        claim: Effect.gen(function* () {
          const at = yield* time
          const heads = yield* queryKeys(sql`
            SELECT account_id, change_id FROM bulk_changes WHERE undo = 'running' AND leased_until <= ${at}
            ORDER BY leased_until, account_id, change_id LIMIT ${maxTried}`)
          for (const head of heads) {
            const claimed = yield* queryClaimed(sql`
              WITH next AS MATERIALIZED (
                SELECT change_id FROM bulk_changes WHERE ${of(head)} AND undo = 'running' AND leased_until <= ${at}
                FOR NO KEY UPDATE SKIP LOCKED)
              UPDATE bulk_changes SET leased_until = ${at} + ${lease}::float8 * interval '1 millisecond'
              FROM next WHERE bulk_changes.account_id = ${head.account_id} AND bulk_changes.change_id = next.change_id
              RETURNING bulk_changes.account_id, bulk_changes.change_id, undo_actor, undo_cause, undone_after`)
            if (claimed !== undefined) return claimed
          }
          return undefined
        }),
        next: (change, after, limit) =>
          Effect.map(
            queryIds(sql`
              SELECT contact_id FROM (
                SELECT contact_id, sum(bytes) OVER (ORDER BY contact_id) - bytes AS bytes_before FROM (
                  SELECT contact_id, coalesce(octet_length(changed), 0) AS bytes FROM bulk_change_contacts
                  WHERE ${of(change)} AND contact_id > ${after} AND outcome IS NULL ORDER BY contact_id LIMIT ${limit}
                ) next
              ) sized WHERE bytes_before < ${bytesPerPart}::int ORDER BY contact_id LIMIT ${limit}`),
            (rows) => rows.map(({ contact_id }) => contact_id)
          ),
        read: (change, ids) => queryContacts(ofContacts(change, ids)),
        lock: (change, ids) => queryContacts(sql`${ofContacts(change, ids)} FOR UPDATE`),
        since: (change, rows) => readChangedSince(sql, change, rows),
        removeContacts: Effect.fnUntraced(function* (account_id, ids) {
          if (ids.length === 0) return
          const ofContacts = sql`account_id = ${account_id} AND contact_id = ANY(${texts(ids)})`
          yield* sql`UPDATE consent_log SET source_id = '', proof = NULL WHERE ${ofContacts}`
          yield* sql`DELETE FROM flow_segment_members WHERE ${ofContacts}`
          yield* sql`UPDATE bulk_change_contacts SET changed = NULL, kept = NULL WHERE ${ofContacts}`
          yield* Effect.forEach(ids, (id) => sql`SELECT delete_contact(${account_id}, ${id})`, { discard: true })
        }),
        finish: Effect.fnUntraced(function* (change, last, outcomes) {
          const rows = outcomes.map(({ contact_id, kept }) => ({
            contact_id,
            kept: kept.length === 0 ? null : JSON.stringify(kept)
          }))
          const done = yield* queryOutcomes(sql`UPDATE bulk_change_contacts c SET kept = r.kept,
              outcome = CASE WHEN r.kept IS NULL THEN 'undone' ELSE 'kept' END
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (contact_id text, kept text)
            WHERE c.account_id = ${change.account_id} AND c.change_id = ${change.change_id}
              AND c.contact_id = r.contact_id AND c.outcome IS NULL
            RETURNING c.outcome`)
          const kept = done.filter(({ outcome }) => outcome === "kept").length
          const rest = yield* queryRemaining(sql`SELECT EXISTS (SELECT FROM bulk_change_contacts
            WHERE ${of(change)} AND contact_id > ${last} AND outcome IS NULL) AS remains`)
          yield* sql`UPDATE bulk_changes SET undone = undone + ${done.length - kept}::int, kept = kept + ${kept}::int,
              undone_after = ${last}, leased_until = ${yield* time}, undo = ${rest?.remains === true ? "running" : "finished"},
              updated_at = ${timeText(yield* Clock.currentTimeMillis)}::timestamptz
            WHERE ${of(change)}`
        }),
        purge: Effect.gen(function* () {
          const before = timeText((yield* Clock.currentTimeMillis) - changeLimits.retentionMillis)
          const oldest = retried(
            queryKeys(sql`
              SELECT account_id, change_id FROM bulk_changes WHERE created_at < ${before}::timestamptz
              ORDER BY created_at, account_id, change_id LIMIT ${purgeChanges}`)
          )
          const remove = Effect.fnUntraced(function* (change: ChangeKey) {
            let deleted = purgeStep
            while (deleted === purgeStep) {
              const rows = yield* retried(sql`
                DELETE FROM bulk_change_contacts WHERE ${of(change)} AND contact_id IN (
                  SELECT contact_id FROM bulk_change_contacts WHERE ${of(change)} ORDER BY contact_id LIMIT ${purgeStep})
                RETURNING 1`)
              deleted = rows.length
            }
            yield* retried(sql`DELETE FROM bulk_changes WHERE ${of(change)}`)
          })
          yield* oldest.pipe(
            Effect.tap((found) => Effect.forEach(found, remove, { discard: true })),
            Effect.repeat({ while: (found) => found.length === purgeChanges })
          )
        })
      })
    })
  )
}
