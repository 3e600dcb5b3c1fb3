import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { ContactRow, contactRowColumns } from "./ContactRow.ts"
import { rowsJson } from "../database/parameters.ts"
import { timeText } from "../database/timestamps.ts"

/** A contact in full. */
export const FullContactRow = Schema.Struct({ ...ContactRow.fields, tags: Schema.String, custom_fields: Schema.String })

/** The select list of a `FullContactRow`. */
export const contactColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`${contactRowColumns}, contacts.tags::text, contacts.custom_fields::text`)

/**
 * Inserts a contact, or updates the columns that contact endpoints change. An unchanged e-mail keeps its key: where contacts from
 * before an earlier form of keys share an e-mail, only the oldest has its present key.
 */
export const saveFullContact = (sql: SqlClient.SqlClient, contact: FullContact) => sql`
  INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent,
    email_withdrawn_at, email_withdrawn_by, sms_withdrawn_at, sms_withdrawn_by, tags, custom_fields, order_count, created_at,
    updated_at)
  SELECT account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent,
    email_withdrawn_at, email_withdrawn_by, sms_withdrawn_at, sms_withdrawn_by, tags::json, custom_fields::json, 0, created_at, updated_at
  FROM json_to_recordset(${rowsJson([
    {
      ...contact,
      email_key: contact.email === null ? null : emailKey(contact.email),
      email_withdrawn_at: timeText(contact.email_withdrawn_at),
      sms_withdrawn_at: timeText(contact.sms_withdrawn_at),
      created_at: timeText(contact.created_at),
      updated_at: timeText(contact.updated_at)
    }
  ])}::json) AS r (account_id text, contact_id text, email text, email_key text, phone text, first_name text, last_name text,
    email_consent text, sms_consent text, email_withdrawn_at timestamptz, email_withdrawn_by text,
    sms_withdrawn_at timestamptz, sms_withdrawn_by text, tags text, custom_fields text, created_at timestamptz, updated_at timestamptz)
  ON CONFLICT (account_id, contact_id) DO UPDATE SET email = excluded.email,
    email_key = CASE WHEN contacts.email = excluded.email THEN contacts.email_key ELSE excluded.email_key END,
    phone = excluded.phone, first_name = excluded.first_name, last_name = excluded.last_name,
    email_consent = excluded.email_consent, sms_consent = excluded.sms_consent,
    email_withdrawn_at = excluded.email_withdrawn_at, email_withdrawn_by = excluded.email_withdrawn_by,
    sms_withdrawn_at = excluded.sms_withdrawn_at, sms_withdrawn_by = excluded.sms_withdrawn_by, tags = excluded.tags,
    custom_fields = excluded.custom_fields, updated_at = excluded.updated_at`
