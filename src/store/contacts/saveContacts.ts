import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { rowsJson } from "../database/parameters.ts"
import { timeText } from "../database/timestamps.ts"

/** Upserts contacts if `condition` holds. Of an existing one phone, names, consents and order figures are updated. */
export const saveContacts = (
  sql: SqlClient.SqlClient,
  contacts: ReadonlyArray<Contact>,
  condition: Fragment = sql`true`
) => sql`
  INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent,
    email_withdrawn_at, email_withdrawn_by, sms_withdrawn_at, sms_withdrawn_by, order_count, first_order_at, last_order_at,
    created_at, updated_at)
  SELECT * FROM json_to_recordset(${rowsJson(
    contacts.map((contact) => ({
      ...contact,
      email_key: contact.email === null ? null : emailKey(contact.email),
      email_withdrawn_at: timeText(contact.email_withdrawn_at),
      sms_withdrawn_at: timeText(contact.sms_withdrawn_at),
      first_order_at: timeText(contact.first_order_at),
      last_order_at: timeText(contact.last_order_at),
      created_at: timeText(contact.created_at),
      updated_at: timeText(contact.updated_at)
    }))
  )}::json) AS r (account_id text, contact_id text, email text, email_key text, phone text, first_name text, last_name text,
    email_consent text, sms_consent text, email_withdrawn_at timestamptz, email_withdrawn_by text,
    sms_withdrawn_at timestamptz, sms_withdrawn_by text, order_count int, first_order_at timestamptz, last_order_at timestamptz,
    created_at timestamptz, updated_at timestamptz)
  WHERE ${condition}
  ON CONFLICT (account_id, contact_id) DO UPDATE SET phone = excluded.phone, first_name = excluded.first_name,
    last_name = excluded.last_name, email_consent = excluded.email_consent, sms_consent = excluded.sms_consent,
    email_withdrawn_at = excluded.email_withdrawn_at, email_withdrawn_by = excluded.email_withdrawn_by,
    sms_withdrawn_at = excluded.sms_withdrawn_at, sms_withdrawn_by = excluded.sms_withdrawn_by,
    order_count = excluded.order_count, first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at,
    updated_at = excluded.updated_at`
