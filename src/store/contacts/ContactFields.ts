import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type FieldChange, setCustomFields } from "../../domain/contacts/setCustomFields.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

/** A change of a contact's custom field. `now` in milliseconds. */
export interface ContactFieldChange extends FieldChange {
  readonly account_id: string
  readonly contact_id: string
  readonly now: number
}

/** A contact with the JSON text of its custom fields before and after a change. */
export interface ContactWithFields extends Pick<ContactFieldChange, "account_id" | "contact_id" | "now"> {
  readonly before: string
  readonly custom_fields: string
}

const queryRows = query(
  Schema.Struct({ account_id: Schema.String, contact_id: Schema.String, custom_fields: Schema.String })
)

const queryFields = queryOne(Schema.Struct({ custom_fields: Schema.String }))

/** Reads and sets custom fields of contacts. Joins the open transaction; for `set` it has locked the contacts. */
export class ContactFields extends Context.Service<
  ContactFields,
  {
    /** The JSON text of a contact's custom fields; undefined without the contact. */
    readonly read: (account_id: string, contact_id: string) => Effect.Effect<string | undefined, SqlError.SqlError>
    /** Makes the changes in the order given, up to 500 custom fields a contact. Gives the contacts that changed. */
    readonly set: (
      changes: ReadonlyArray<ContactFieldChange>
    ) => Effect.Effect<ReadonlyArray<ContactWithFields>, SqlError.SqlError>
  }
>()("tally/store/contacts/ContactFields") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ContactFields.of({
        read: (account_id, contact_id) =>
          Effect.map(
            queryFields(sql`SELECT custom_fields::text FROM contacts
              WHERE account_id = ${account_id} AND contact_id = ${contact_id}`),
            (row) => row?.custom_fields
          ),
        set: Effect.fnUntraced(function* (changes) {
          if (changes.length === 0) return []
          const account = accountOf(sql, changes)
          const byContact = Map.groupBy(changes, keyOf)
          const contacts = yield* queryRows(sql`
            SELECT c.account_id, c.contact_id, c.custom_fields::text
            FROM (SELECT DISTINCT * FROM unnest(${texts(changes.map(({ account_id }) => account_id))},
              ${texts(changes.map(({ contact_id }) => contact_id))}) AS k (account_id, contact_id)) key
            JOIN contacts c ON c.account_id = ${account("key.account_id")} AND c.contact_id = key.contact_id
            WHERE key.account_id = ${account("key.account_id")}
            ORDER BY c.account_id, c.contact_id LIMIT ${byContact.size}`)
          const changed = contacts.flatMap(({ custom_fields, ...contact }) => {
            const ofContact = byContact.get(keyOf(contact)) ?? []
            const after = setCustomFields(custom_fields, ofContact)
            const now = Math.max(...ofContact.map((change) => change.now))
            return after === custom_fields ? [] : [{ ...contact, before: custom_fields, custom_fields: after, now }]
          })
          if (changed.length === 0) return []
          const rows = changed.map(({ account_id, contact_id, custom_fields, now }) => ({
            account_id,
            contact_id,
            custom_fields,
            now: timeText(now)
          }))
          yield* sql`
            UPDATE contacts c SET updated_at = changed.now, custom_fields = changed.custom_fields::json
            FROM json_to_recordset(${rowsJson(rows)}::json)
              AS changed (account_id text, contact_id text, custom_fields text, now timestamptz)
            WHERE changed.account_id = ${account("changed.account_id")} AND c.account_id = ${account("changed.account_id")}
              AND c.contact_id = changed.contact_id`
          return changed
        })
      })
    })
  )
}

const keyOf = ({ account_id, contact_id }: { readonly account_id: string; readonly contact_id: string }): string =>
  `${account_id}|${contact_id}`
