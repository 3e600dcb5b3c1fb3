import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { zoneFields, zoneFieldSigns } from "../../domain/contacts/contactZone.ts"
import { texts } from "../sql/parameters.ts"

/** The column of `zoneFieldsJson`, as text. */
export const ZoneFields = Schema.NullOr(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.NullOr(Schema.String)))
)

/**
 * The custom fields of `contacts` that may hold a time zone, as JSON; null without any. A contact may have 500 fields, of which a statement over
 * many contacts reads these alone.
 */
export const zoneFieldsJson = (sql: SqlClient.SqlClient) => sql`(
  SELECT json_object_agg(field.key, left(field.value, 100))
  FROM json_each_text(contacts.custom_fields) field
  WHERE translate(lower(field.key), ${zoneFieldSigns}, '') = ANY (${texts(zoneFields)}))`
