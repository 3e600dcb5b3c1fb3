import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { contactLimits } from "../../domain/capacity/quotas.ts"
import { addedTags, type TaggedContact } from "../../domain/flows/tagTriggers.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

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

/** Adds and removes tags of contacts. Every member joins the open transaction. */
export class ContactTags extends Context.Service<
  ContactTags,
  {
    /** Locks the contacts. Contacts are locked before any other row, so that no two transactions deadlock. */
    readonly lock: (
      contacts: ReadonlyArray<Pick<TagChange, "account_id" | "contact_id">>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Adds the tags that the contacts lack, up to 500 tags a contact. Gives the contacts that changed, with their new tags. */
    readonly add: (
      tags: ReadonlyArray<TagChange>
    ) => Effect.Effect<ReadonlyArray<TaggedContact & Pick<TagChange, "now">>, SqlError.SqlError>
    /** Removes the tags that the contacts have. Gives the contacts that changed, with the tags that they lost. */
    readonly remove: (
      tags: ReadonlyArray<TagChange>
    ) => Effect.Effect<ReadonlyArray<UntaggedContact>, SqlError.SqlError>
  }
>()("tally/store/flows/ContactTags") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ContactTags.of({
        lock: (contacts) =>
          contacts.length === 0
            ? Effect.void
            : sql`SELECT FROM unnest(${texts(contacts.map(({ account_id }) => account_id))},
                ${texts(contacts.map(({ contact_id }) => contact_id))}) AS key (account_id, contact_id)
              JOIN contacts c ON c.account_id = ${accountOf(sql, contacts)("key.account_id")} AND c.contact_id = key.contact_id
              WHERE key.account_id = ${accountOf(sql, contacts)("key.account_id")}
              ORDER BY c.account_id, c.contact_id LIMIT ${contacts.length} FOR NO KEY UPDATE OF c`,
        add: (tags) =>
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
        remove: (tags) =>
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
