import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { FullContact } from "../domain/Contact.ts"
import { emailKey } from "../domain/Email.ts"
import { ContactRow, timeText } from "./rows.ts"
import { rowsJson } from "./writes.ts"

const decode = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...ContactRow.fields, tags: Schema.String, custom_fields: Schema.String }))
)

/** The columns of a contact in full. */
export const contactColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`contacts.account_id, contacts.contact_id, email, phone, first_name, last_name, email_consent, sms_consent,
    tags::text, custom_fields::text, order_count, first_order_at, last_order_at, last_click_message_id, last_clicked_at,
    erased_at, created_at, updated_at`)

export const decodeContactRows = (rows: ReadonlyArray<unknown>) => Effect.orDie(decode(rows))

/** Inserts a contact, or updates what its own endpoints change of one that exists. */
export const saveFullContact = (sql: SqlClient.SqlClient, contact: FullContact) => sql`
  INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent,
    tags, custom_fields, order_count, erased_at, created_at, updated_at)
  SELECT account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent,
    tags::json, custom_fields::json, 0, erased_at, created_at, updated_at
  FROM json_to_recordset(${rowsJson([
    {
      ...contact,
      email_key: contact.email === null ? null : emailKey(contact.email),
      erased_at: timeText(contact.erased_at),
      created_at: timeText(contact.created_at),
      updated_at: timeText(contact.updated_at)
    }
  ])}::json) AS r (account_id text, contact_id text, email text, email_key text, phone text, first_name text, last_name text,
    email_consent text, sms_consent text, tags text, custom_fields text, erased_at timestamptz, created_at timestamptz, updated_at timestamptz)
  ON CONFLICT (account_id, contact_id) DO UPDATE SET email = excluded.email, email_key = excluded.email_key,
    phone = excluded.phone, first_name = excluded.first_name, last_name = excluded.last_name,
    email_consent = excluded.email_consent, sms_consent = excluded.sms_consent, tags = excluded.tags,
    custom_fields = excluded.custom_fields, erased_at = excluded.erased_at, updated_at = excluded.updated_at`
