import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { contactLimits } from "../../domain/capacity/quotas.ts"
import { rowsJson, texts } from "../database/parameters.ts"
import { timeText } from "../database/timestamps.ts"

/** A tag to add to a contact. `now` in milliseconds. */
export interface NewTag {
  readonly account_id: string
  readonly contact_id: string
  readonly tag: string
  readonly now: number
}

/** Adds tags to contacts for flows. Every member joins the open transaction. */
export class ContactTags extends Context.Service<
  ContactTags,
  {
    /** Locks the contacts. Contacts are locked before any other row, so that no two transactions deadlock. */
    readonly lock: (
      contacts: ReadonlyArray<Pick<NewTag, "account_id" | "contact_id">>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Adds the tags that the contacts lack, up to 500 tags a contact. */
    readonly add: (tags: ReadonlyArray<NewTag>) => Effect.Effect<void, SqlError.SqlError>
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
            : sql`SELECT FROM contacts WHERE (account_id, contact_id) IN (SELECT * FROM unnest(
                ${texts(contacts.map(({ account_id }) => account_id))},
                ${texts(contacts.map(({ contact_id }) => contact_id))}))
              ORDER BY account_id, contact_id LIMIT ${contacts.length} FOR NO KEY UPDATE`,
        add: (tags) =>
          tags.length === 0
            ? Effect.void
            : sql`
              UPDATE contacts c SET updated_at = added.now, tags = (c.tags::jsonb ||
                (SELECT jsonb_agg(tag) FROM (
                  SELECT tag FROM jsonb_array_elements(added.tags) AS tag WHERE NOT c.tags::jsonb @> tag
                  LIMIT ${contactLimits.tags}::int - jsonb_array_length(c.tags::jsonb)) fresh))::json
              FROM (
                SELECT account_id, contact_id, max(now) AS now, jsonb_agg(DISTINCT tag) AS tags
                FROM json_to_recordset(${rowsJson(tags.map((tag) => ({ ...tag, now: timeText(tag.now) })))}::json)
                  AS r (account_id text, contact_id text, tag text, now timestamptz)
                GROUP BY account_id, contact_id
              ) added
              WHERE c.account_id = added.account_id AND c.contact_id = added.contact_id AND NOT c.tags::jsonb @> added.tags
                AND jsonb_array_length(c.tags::jsonb) < ${contactLimits.tags}::int`
      })
    })
  )
}
