import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import {
  contactsOfEnd,
  type ReadValues,
  ReceivedType,
  receivedTypes,
  ValueKind
} from "../../domain/contacts/ContactValues.ts"
import { maxFieldValues } from "../../domain/contacts/ShopValues.ts"
import { query, queryOne } from "../sql/query.ts"
import { contactLanguage } from "./contactLanguage.ts"
import { type ContactRange, isInRange } from "./contactRange.ts"
import { makeUsedShopValues, type UsedShopValues } from "./UsedShopValues.ts"

/** `bytes`: of tags and custom fields as they are stored; the contacts beyond are not read. `values`: the most frequent of each kind. `content`: the length of a field's value. */
const max = { bytes: 4 * 1024 * 1024, values: 500, name: 100, content: 100 } as const

const Row = Schema.Struct({
  kind: Schema.Union([ValueKind, Schema.Literal("contacts")]),
  value: Schema.NullOr(Schema.String),
  contacts: Schema.Int,
  field_values: Schema.NullOr(Schema.Array(Schema.String))
})
const queryRows = query(Row)
const queryTypes = query(ReceivedType)
const queryTotals = queryOne(Schema.Struct({ total: Schema.Int, before: Schema.NullOr(Schema.String) }))

/** Reads which values contacts have, for suggestions. Every member joins the open transaction. */
export interface UsedValues extends UsedShopValues {
  /** Of the newest contacts of a range, at most `contactsOfEnd`. A name of a custom field that conditions cannot state is left out. */
  readonly read: (account_id: string, range: ContactRange) => Effect.Effect<ReadValues, SqlError.SqlError>
  /** The types of events of an account, by name, with at most `receivedTypes.counted` of each counted. */
  readonly eventTypes: (account_id: string) => Effect.Effect<ReadonlyArray<ReceivedType>, SqlError.SqlError>
  /** The number of contacts, and the contact below which are the oldest `contactsOfEnd`; null where there are not more. */
  readonly ends: (
    account_id: string
  ) => Effect.Effect<{ readonly total: number; readonly before: string | null }, SqlError.SqlError>
}

export const makeUsedValues = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const part: UsedValues = {
    read: Effect.fnUntraced(function* (account_id, range) {
      const frequent = (kind: ValueKind, from: Fragment) => sql`(
            SELECT ${kind}::text AS kind, value, count(*)::float8 AS contacts, NULL::text[] AS field_values FROM ${from}
            GROUP BY value ORDER BY count(*) DESC, value LIMIT ${max.values}::int)`
      // The sizes are those of stored values, so that nothing large is unpacked to be measured.
      const rows = yield* queryRows(sql`
            WITH contacts_read AS MATERIALIZED (
              SELECT contact_id, tags, custom_fields, ${contactLanguage(sql)} AS language FROM (
                SELECT contact_id, tags, custom_fields, sum(pg_column_size(tags) + pg_column_size(custom_fields))
                  OVER (ORDER BY contact_id DESC ROWS UNBOUNDED PRECEDING) AS bytes
                FROM (SELECT contact_id, tags, custom_fields FROM contacts
                  WHERE account_id = ${account_id} AND ${isInRange(sql, sql`contact_id`, range)}
                  ORDER BY contact_id DESC LIMIT ${contactsOfEnd}::int) newest
              ) contacts WHERE bytes <= ${max.bytes}::int
            )
            SELECT 'contacts' AS kind, min(contact_id) AS value, count(*)::float8 AS contacts, NULL::text[] AS field_values FROM contacts_read
            UNION ALL (SELECT 'custom_fields', name, sum(contacts)::float8,
                CASE WHEN count(content) = count(*) AND count(*) <= ${maxFieldValues}::int THEN array_agg(content) END
              FROM (
                SELECT name, content, count(*) AS contacts FROM contacts_read
                CROSS JOIN LATERAL (SELECT DISTINCT ON (field.key) field.key,
                    CASE WHEN json_typeof(field.content) IN ('string', 'number', 'boolean') AND length(field.content::text) <= ${max.content}::int
                      THEN field.content #>> '{}' END
                  FROM json_each(custom_fields) AS field (key, content)
                  WHERE json_typeof(field.content) <> 'null' AND field.key <> '' AND length(field.key) <= ${max.name}::int
                    AND position('.' IN field.key) = 0
                  ORDER BY field.key) fields (name, content)
                GROUP BY 1, 2
              ) counted GROUP BY name ORDER BY sum(contacts) DESC, name LIMIT ${max.values}::int)
            UNION ALL ${frequent(
              "tags",
              sql`contacts_read CROSS JOIN LATERAL (SELECT DISTINCT tag FROM json_array_elements_text(tags) AS own (tag)) names (value)`
            )}
            UNION ALL ${frequent(
              "countries",
              sql`contacts_read CROSS JOIN LATERAL (SELECT country FROM orders WHERE orders.account_id = ${account_id}
                AND orders.contact_id = contacts_read.contact_id AND country IS NOT NULL
                ORDER BY placed_at DESC, order_id DESC LIMIT 1) names (value)`
            )}
            UNION ALL ${frequent(
              "languages",
              sql`(SELECT language FROM contacts_read WHERE language IS NOT NULL) names (value)`
            )}`)
      const counted = rows.find(({ kind }) => kind === "contacts")
      return {
        contacts: counted?.contacts ?? 0,
        lowest: counted?.value ?? null,
        values: rows.flatMap(({ kind, value, contacts }) =>
          kind === "contacts" || value === null ? [] : [{ kind, value, contacts }]
        ),
        fieldValues: new Map(
          rows.flatMap(({ kind, value, field_values }) =>
            kind === "custom_fields" && value !== null ? [[value, field_values]] : []
          )
        )
      }
    }),
    // Steps from type to type along the index: most accounts have millions of events of few types.
    eventTypes: (account_id) =>
      queryTypes(sql`
            WITH RECURSIVE types AS (
              (SELECT event_type, 1 AS place FROM events WHERE account_id = ${account_id} ORDER BY event_type LIMIT 1)
              UNION ALL
              SELECT (SELECT e.event_type FROM events e WHERE e.account_id = ${account_id} AND e.event_type > types.event_type
                ORDER BY e.event_type LIMIT 1), place + 1
              FROM types WHERE types.event_type IS NOT NULL AND place < ${receivedTypes.read}::int
            )
            SELECT event_type AS value, (SELECT count(*)::float8 FROM (SELECT FROM events e WHERE e.account_id = ${account_id}
                AND e.event_type = types.event_type LIMIT ${receivedTypes.counted}::int) counted) AS events
            FROM types WHERE event_type IS NOT NULL ORDER BY event_type LIMIT ${receivedTypes.read}::int`),
    ends: (account_id) =>
      Effect.map(
        queryTotals(sql`SELECT (SELECT coalesce(sum(total), 0)::float8 FROM contact_counts WHERE account_id = ${account_id}) AS total,
              (SELECT contact_id FROM contacts WHERE account_id = ${account_id} ORDER BY contact_id OFFSET ${contactsOfEnd}::int LIMIT 1) AS before`),
        (row) => row ?? { total: 0, before: null }
      ),
    ...(yield* makeUsedShopValues)
  }
  return part
})
