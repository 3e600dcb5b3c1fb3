import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { ChangeAction, ChangeKind } from "../../domain/changes/BulkChange.ts"
import { ContactChange, joinChanges } from "../../domain/changes/ContactChange.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const KnownRow = Schema.Struct({
  contact_id: Schema.String,
  entry_id: Schema.Number,
  changed: Schema.NullOr(Schema.fromJsonString(ContactChange)),
  changed_at: Schema.NullOr(Millis),
  is_new: Schema.Boolean,
  outcome: Schema.NullOr(Schema.Literals(["undone", "kept"]))
})
const queryKnown = query(KnownRow)
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

/** What it changed of one contact. `changed_at`, and `written_at`, when the contact was written last before it, in milliseconds. */
export interface ChangedContact {
  readonly contact_id: string
  readonly change: ContactChange
  readonly changed_at: number
  readonly written_at?: number
}

/** Records what a bulk change does, in the transaction that does it. */
export class ChangedContacts extends Context.Service<
  ChangedContacts,
  {
    /** Adds contacts to a change, which begins with its first ones. A contact that it has already keeps its values from before. */
    readonly record: (
      change: NewBulkChange,
      contacts: ReadonlyArray<ChangedContact>
    ) => Effect.Effect<void, SqlError.SqlError>
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
>()("tally/store/changes/ChangedContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      return ChangedContacts.of({
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
          const { account_id, change_id, kind, actor, action = null, subject = null } = bulkChange
          const { flow_id = null, step_id = null } = bulkChange
          const some = contacts.filter(({ change }) => change.created || change.members.length > 0)
          if (some.length === 0) return
          const known = yield* queryKnown(sql`
            SELECT r.contact_id, coalesce((SELECT max(entry_id) FROM consent_log log
                WHERE log.account_id = ${account_id} AND log.contact_id = r.contact_id), 0)::float8 AS entry_id,
              earlier.changed, earlier.changed_at, earlier.contact_id IS NULL AS is_new, earlier.outcome
            FROM unnest(${texts(some.map(({ contact_id }) => contact_id))}) AS r (contact_id)
            LEFT JOIN bulk_change_contacts earlier ON earlier.account_id = ${account_id} AND earlier.change_id = ${change_id}
              AND earlier.contact_id = r.contact_id`)
          const knownById = new Map(known.map((row) => [row.contact_id, row]))
          const rows = some.map(({ contact_id, change, changed_at, written_at = 0 }) => {
            const earlier = knownById.get(contact_id)
            const isUndone = earlier?.outcome !== null
            // A contact that it made and something else wrote since does not look untouched again: an undo would delete it.
            const madeAt = !isUndone && earlier.changed?.created === true ? earlier.changed_at : null
            const changed = !isUndone && earlier.changed !== null ? joinChanges(earlier.changed, change) : change
            return {
              contact_id,
              entry_id: earlier?.entry_id ?? 0,
              changed: JSON.stringify(changed),
              has_consent: changed.members.some(({ member }) => member === "email_consent" || member === "sms_consent"),
              changed_at: timeText(madeAt !== null && written_at > madeAt ? madeAt : changed_at)
            }
          })
          const added = known.filter(({ is_new }) => is_new).length
          // Changed again after they were undone.
          const again = (outcome: "undone" | "kept") => known.filter((row) => row.outcome === outcome).length
          const now = timeText(Math.max(...some.map(({ changed_at }) => changed_at)))
          yield* sql`
            INSERT INTO bulk_change_contacts AS kept (account_id, change_id, contact_id, changed, has_consent, entry_id, changed_at)
            SELECT ${account_id}, ${change_id}, contact_id, changed, has_consent, entry_id, changed_at
            FROM json_to_recordset(${rowsJson(rows)}::json)
              AS r (contact_id text, changed text, has_consent boolean, entry_id bigint, changed_at timestamptz)
            ON CONFLICT (account_id, change_id, contact_id) DO UPDATE SET entry_id = excluded.entry_id,
              changed = CASE WHEN kept.merged THEN kept.changed ELSE excluded.changed END, changed_at = excluded.changed_at,
              has_consent = excluded.has_consent,
              outcome = NULL, kept = NULL`
          yield* sql`
            INSERT INTO bulk_changes AS known (account_id, change_id, kind, action, subject, flow_id, step_id, actor, contacts,
              leased_until, created_at, updated_at)
            VALUES (${account_id}, ${change_id}, ${kind}, ${action}, ${subject}, ${flow_id}, ${step_id}, ${actor}, ${added},
              ${yield* time}, ${now}, ${now})
            ON CONFLICT (account_id, change_id) DO UPDATE SET contacts = known.contacts + excluded.contacts,
              undone = known.undone - ${again("undone")}::int, kept = known.kept - ${again("kept")}::int,
              updated_at = excluded.updated_at`
        })
      })
    })
  )
}
