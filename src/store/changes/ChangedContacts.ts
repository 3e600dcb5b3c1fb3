import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { ChangeAction, ChangeKind } from "../../domain/changes/BulkChange.ts"
import { ContactChange, joinChanges } from "../../domain/changes/ContactChange.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const KnownRow = Schema.Struct({
  contact_id: Schema.String,
  changed: Schema.NullOr(Schema.fromJsonString(ContactChange)),
  changed_at: Millis,
  outcome: Schema.NullOr(Schema.Literals(["undone", "kept"]))
})
const queryKnown = query(KnownRow)
const queryIds = query(Schema.Struct({ contact_id: Schema.String }))
const queryId = queryOne(Schema.Struct({ change_id: Schema.String }))

/** A change of many contacts, by its author. */
export interface NewBulkChange {
  readonly account_id: string
  readonly change_id: string
  readonly kind: ChangeKind
  readonly actor: string
  readonly action?: ChangeAction
  /** The tag or custom field. */
  readonly subject?: string
  readonly flow_id?: string
  readonly step_id?: string
}

/** What it changed of one contact, at `changed_at`. `written_at`: when the contact was written last before that. Both in milliseconds. */
export interface ChangedContact {
  readonly contact_id: string
  readonly change: ContactChange
  readonly changed_at: number
  readonly written_at?: number
}

const changedColumns = (change: ContactChange) => ({
  changed: JSON.stringify(change),
  has_consent: change.members.some(({ member }) => member === "email_consent" || member === "sms_consent")
})

/** Records what a bulk change does, in the transaction that does it. */
export interface ChangedContacts {
  /** Adds contacts to a change, which begins with its first ones. A contact that it has already keeps its values from before. */
  readonly record: (
    change: NewBulkChange,
    contacts: ReadonlyArray<ChangedContact>
  ) => Effect.Effect<void, SqlError.SqlError>
  /** Counts a contact that a change deletes. Nothing of the contact is kept, so that this is never undone. */
  readonly countDeleted: (change: NewBulkChange) => Effect.Effect<void, SqlError.SqlError>
  /**
   * The newest change of the same author, action and subject that was written to after `since`, in milliseconds, is not undone and has no
   * contact before `before`: an action goes from new contacts to old ones.
   */
  readonly unfinished: (
    change: Omit<NewBulkChange, "change_id">,
    since: number,
    before: string
  ) => Effect.Effect<string | undefined, SqlError.SqlError>
}

export const makeChangedContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const time = yield* databaseTime(sql)

  const newestEntry = (account_id: string) =>
    sql`coalesce((SELECT max(entry_id) FROM consent_log log WHERE log.account_id = ${account_id} AND log.contact_id = r.contact_id), 0)`

  // Counts further contacts of a change, which begins with its first ones.
  const addTo = Effect.fnUntraced(function* (bulkChange: NewBulkChange, at: number, contacts: Fragment) {
    const { account_id, change_id, kind, actor, action = null, subject = null } = bulkChange
    const { flow_id = null, step_id = null } = bulkChange
    const now = sql`${timeText(at)}::timestamptz`
    return sql`
          INSERT INTO bulk_changes AS known (account_id, change_id, kind, action, subject, flow_id, step_id, actor, contacts,
            leased_until, created_at, updated_at)
          SELECT ${account_id}, ${change_id}, ${kind}, ${action}::text, ${subject}::text, ${flow_id}::text, ${step_id}::text, ${actor}, contacts,
            ${yield* time}, ${now}, ${now} FROM (${contacts}) further
          ON CONFLICT (account_id, change_id) DO UPDATE SET contacts = known.contacts + excluded.contacts,
            updated_at = excluded.updated_at`
  })

  // Changes contacts that the change had already: rows of a file about one person, or a second undo.
  const changeAgain = Effect.fnUntraced(function* (
    { account_id, change_id }: NewBulkChange,
    contacts: ReadonlyArray<ChangedContact>
  ) {
    const ids = contacts.map(({ contact_id }) => contact_id)
    const known = yield* queryKnown(sql`
          SELECT contact_id, changed, changed_at, outcome FROM bulk_change_contacts
          WHERE account_id = ${account_id} AND change_id = ${change_id} AND contact_id = ANY(${texts(ids)})`)
    const knownById = new Map(known.map((row) => [row.contact_id, row]))
    const rows = contacts.map(({ contact_id, change, changed_at, written_at = 0 }) => {
      const earlier = knownById.get(contact_id)
      const isUndone = earlier?.outcome !== null
      // A contact that it made and something else wrote since does not look untouched again: an undo would delete it.
      const madeAt = !isUndone && earlier.changed?.created === true ? earlier.changed_at : null
      const changed = !isUndone && earlier.changed !== null ? joinChanges(earlier.changed, change) : change
      return {
        contact_id,
        ...changedColumns(changed),
        changed_at: timeText(madeAt !== null && written_at > madeAt ? madeAt : changed_at)
      }
    })
    yield* sql`
          UPDATE bulk_change_contacts kept SET entry_id = ${newestEntry(account_id)},
            changed = CASE WHEN kept.merged THEN kept.changed ELSE r.changed END, changed_at = r.changed_at,
            has_consent = r.has_consent, outcome = NULL, kept = NULL
          FROM json_to_recordset(${rowsJson(rows)}::json)
            AS r (contact_id text, changed text, has_consent boolean, changed_at timestamptz)
          WHERE kept.account_id = ${account_id} AND kept.change_id = ${change_id} AND kept.contact_id = r.contact_id`
    // Those that an undo had looked at are to be undone again.
    const again = (outcome: "undone" | "kept") => known.filter((row) => row.outcome === outcome).length
    if (again("undone") + again("kept") > 0)
      yield* sql`UPDATE bulk_changes SET undone = undone - ${again("undone")}::int, kept = kept - ${again("kept")}::int
            WHERE account_id = ${account_id} AND change_id = ${change_id}`
  })

  const part: ChangedContacts = {
    unfinished: ({ account_id, kind, actor, action = null, subject = null }, since, before) =>
      Effect.map(
        queryId(sql`
              SELECT change_id FROM bulk_changes c WHERE account_id = ${account_id} AND updated_at > ${timeText(since)}::timestamptz
                AND created_at > ${timeText(since)}::timestamptz - interval '1 day' AND kind = ${kind} AND actor = ${actor}
                AND action IS NOT DISTINCT FROM ${action} AND subject IS NOT DISTINCT FROM ${subject} AND undo IS NULL
                AND NOT EXISTS (SELECT FROM bulk_change_contacts done WHERE done.account_id = ${account_id}
                  AND done.change_id = c.change_id AND done.contact_id < ${before})
              ORDER BY created_at DESC, change_id DESC LIMIT 1`),
        (row) => row?.change_id
      ),
    record: Effect.fnUntraced(function* (bulkChange, contacts) {
      const { account_id, change_id } = bulkChange
      const some = contacts.filter(({ change }) => change.created || change.members.length > 0)
      if (some.length === 0) return
      const rows = some.map(({ contact_id, change, changed_at }) => ({
        contact_id,
        ...changedColumns(change),
        changed_at: timeText(changed_at)
      }))
      // One statement for those that the change did not have yet, which are nearly all; nothing is read before.
      const added = yield* queryIds(sql`
            WITH added AS (
              INSERT INTO bulk_change_contacts (account_id, change_id, contact_id, changed, has_consent, entry_id, changed_at)
              SELECT ${account_id}, ${change_id}, contact_id, changed, has_consent, ${newestEntry(account_id)}, changed_at
              FROM json_to_recordset(${rowsJson(rows)}::json)
                AS r (contact_id text, changed text, has_consent boolean, changed_at timestamptz)
              ON CONFLICT (account_id, change_id, contact_id) DO NOTHING
              RETURNING contact_id
            ), counted AS (
              ${yield* addTo(bulkChange, Math.max(...some.map(({ changed_at }) => changed_at)), sql`SELECT count(*)::int AS contacts FROM added`)}
            )
            SELECT contact_id FROM added`)
      if (added.length === some.length) return
      const isAdded = new Set(added.map(({ contact_id }) => contact_id))
      yield* changeAgain(
        bulkChange,
        some.filter(({ contact_id }) => !isAdded.has(contact_id))
      )
    }),
    countDeleted: Effect.fnUntraced(function* (bulkChange) {
      yield* Effect.flatten(addTo(bulkChange, yield* Clock.currentTimeMillis, sql`SELECT 1 AS contacts`))
    })
  }
  return part
})
