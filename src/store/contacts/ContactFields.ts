import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type FieldChange, setCustomFields } from "../../domain/contacts/setCustomFields.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { contactLimits } from "../../domain/capacity/quotas.ts"
import { addedTags, type TaggedContact } from "../../domain/flows/tagTriggers.ts"
import { ContactRow, contactRowColumns } from "./ContactRow.ts"

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

/** A tag to add to a contact, or to remove. `now` in milliseconds. */
export interface TagChange {
  readonly account_id: string
  readonly contact_id: string
  readonly tag: string
  readonly now: number
}

const TaggedRow = Schema.Struct({
  ...ContactRow.fields,
  now: Millis,
  tags_before: Schema.String,
  tags_after: Schema.String
})
const queryTagged = query(TaggedRow)
const queryUntagged = query(
  Schema.Struct({
    account_id: Schema.String,
    contact_id: Schema.String,
    now: Millis,
    tags_before: Schema.String,
    tags_after: Schema.String
  })
)

/** A contact that lost tags. */
export interface UntaggedContact extends Omit<TagChange, "tag"> {
  readonly tags: ReadonlyArray<string>
}

/** Reads and sets custom fields of contacts, and adds and removes their tags. Every member joins the open transaction; for `set` it has locked the contacts. */
export class ContactFields extends Context.Service<
  ContactFields,
  {
    /** The JSON text of a contact's custom fields; undefined without the contact. */
    readonly read: (account_id: string, contact_id: string) => Effect.Effect<string | undefined, SqlError.SqlError>
    /** Makes the changes in the order given, up to 500 custom fields a contact. Gives the contacts that changed. */
    readonly set: (
      changes: ReadonlyArray<ContactFieldChange>
    ) => Effect.Effect<ReadonlyArray<ContactWithFields>, SqlError.SqlError>
    /** Locks the contacts. Contacts are locked before any other row, so that no two transactions deadlock. */
    readonly lock: (
      contacts: ReadonlyArray<Pick<TagChange, "account_id" | "contact_id">>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Adds the tags that the contacts lack, up to 500 tags a contact. Gives the contacts that changed, with their new tags. */
    readonly addTags: (
      tags: ReadonlyArray<TagChange>
    ) => Effect.Effect<ReadonlyArray<TaggedContact & Pick<TagChange, "now">>, SqlError.SqlError>
    /** Removes the tags that the contacts have. Gives the contacts that changed, with the tags that they lost. */
    readonly removeTags: (
      tags: ReadonlyArray<TagChange>
    ) => Effect.Effect<ReadonlyArray<UntaggedContact>, SqlError.SqlError>
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
        }),
        lock: (contacts) =>
          contacts.length === 0
            ? Effect.void
            : sql`SELECT FROM unnest(${texts(contacts.map(({ account_id }) => account_id))},
                ${texts(contacts.map(({ contact_id }) => contact_id))}) AS key (account_id, contact_id)
              JOIN contacts c ON c.account_id = ${accountOf(sql, contacts)("key.account_id")} AND c.contact_id = key.contact_id
              WHERE key.account_id = ${accountOf(sql, contacts)("key.account_id")}
              ORDER BY c.account_id, c.contact_id LIMIT ${contacts.length} FOR NO KEY UPDATE OF c`,
        addTags: (tags) =>
          tags.length === 0
            ? Effect.succeed([])
            : Effect.map(
                queryTagged(sql`
              UPDATE contacts SET updated_at = added.now, tags = (contacts.tags::jsonb ||
                (SELECT jsonb_agg(tag) FROM (
                  SELECT tag FROM jsonb_array_elements(added.tags) AS tag WHERE NOT contacts.tags::jsonb @> tag
                  LIMIT ${contactLimits.tags}::int - jsonb_array_length(contacts.tags::jsonb)) fresh))::json
              FROM (
                SELECT account_id, contact_id, max(now) AS now, jsonb_agg(DISTINCT tag) AS tags
                FROM json_to_recordset(${rowsJson(tags.map((tag) => ({ ...tag, now: timeText(tag.now) })))}::json)
                  AS r (account_id text, contact_id text, tag text, now timestamptz)
                GROUP BY account_id, contact_id
              ) added
              JOIN contacts before ON before.account_id = ${accountOf(sql, tags)("added.account_id")} AND before.contact_id = added.contact_id
              WHERE added.account_id = ${accountOf(sql, tags)("added.account_id")} AND before.account_id = ${accountOf(sql, tags)("added.account_id")}
                AND contacts.account_id = ${accountOf(sql, tags)("added.account_id")} AND contacts.contact_id = added.contact_id
                AND NOT contacts.tags::jsonb @> added.tags AND jsonb_array_length(contacts.tags::jsonb) < ${contactLimits.tags}::int
              RETURNING ${sql.literal(contactRowColumns)}, added.now, before.tags::text AS tags_before, contacts.tags::text AS tags_after`),
                (rows) =>
                  rows.map(({ tags_before, tags_after, now, ...contact }) => ({
                    contact,
                    tags: addedTags(tags_before, tags_after),
                    now
                  }))
              ),
        removeTags: (tags) =>
          tags.length === 0
            ? Effect.succeed([])
            : Effect.map(
                queryUntagged(sql`
              UPDATE contacts c SET updated_at = removed.now, tags = (
                SELECT coalesce(json_agg(kept ORDER BY place), '[]')
                FROM json_array_elements_text(c.tags) WITH ORDINALITY AS tags (kept, place) WHERE kept <> ALL (removed.tags)
              )
              FROM (
                SELECT account_id, contact_id, max(now) AS now, array_agg(tag) AS tags
                FROM json_to_recordset(${rowsJson(tags.map((tag) => ({ ...tag, now: timeText(tag.now) })))}::json)
                  AS r (account_id text, contact_id text, tag text, now timestamptz)
                GROUP BY account_id, contact_id
              ) removed
              JOIN contacts before ON before.account_id = ${accountOf(sql, tags)("removed.account_id")} AND before.contact_id = removed.contact_id
              WHERE removed.account_id = ${accountOf(sql, tags)("removed.account_id")}
                AND before.account_id = ${accountOf(sql, tags)("removed.account_id")}
                AND c.account_id = ${accountOf(sql, tags)("removed.account_id")} AND c.contact_id = removed.contact_id
                AND c.tags::jsonb ?| removed.tags
              RETURNING c.account_id, c.contact_id, removed.now, before.tags::text AS tags_before, c.tags::text AS tags_after`),
                (rows) =>
                  rows.map(({ tags_before, tags_after, ...contact }) => ({
                    ...contact,
                    tags: addedTags(tags_after, tags_before)
                  }))
              )
      })
    })
  )
}

const keyOf = ({ account_id, contact_id }: { readonly account_id: string; readonly contact_id: string }): string =>
  `${account_id}|${contact_id}`
