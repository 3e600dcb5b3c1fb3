import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { EmailConsent, SmsConsent, WithdrawnBy } from "../../domain/contacts/Consent.ts"
import { Millis, millisOf } from "../database/timestamps.ts"

/** The columns of `contacts` that decisions read. */
export const ContactRow = Schema.Struct({
  account_id: Schema.String,
  contact_id: Schema.String,
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  first_name: Schema.NullOr(Schema.String),
  last_name: Schema.NullOr(Schema.String),
  email_consent: EmailConsent,
  sms_consent: SmsConsent,
  email_withdrawn_at: Schema.NullOr(Millis),
  email_withdrawn_by: Schema.NullOr(WithdrawnBy),
  sms_withdrawn_at: Schema.NullOr(Millis),
  sms_withdrawn_by: Schema.NullOr(WithdrawnBy),
  order_count: Schema.Int,
  first_order_at: Schema.NullOr(Millis),
  last_order_at: Schema.NullOr(Millis),
  last_click_message_id: Schema.NullOr(Schema.String),
  last_clicked_at: Schema.NullOr(Millis),
  created_at: Millis,
  updated_at: Millis
})

/** The select list of a `ContactRow`. */
export const contactRowColumns = Object.keys(ContactRow.fields)
  .map((name) => `contacts.${name}`)
  .join(", ")

/** A contact in full. */
export const FullContactRow = Schema.Struct({ ...ContactRow.fields, tags: Schema.String, custom_fields: Schema.String })

/** The select list of a `FullContactRow`. */
export const fullContactColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`${contactRowColumns}, contacts.tags::text, contacts.custom_fields::text`)

/** A `ContactRow` as `contactJsonColumns` gives it inside a JSON row. */
export const ContactJson = Schema.Struct({
  ...ContactRow.fields,
  email_withdrawn_at: Schema.NullOr(Schema.Number),
  sms_withdrawn_at: Schema.NullOr(Schema.Number),
  first_order_at: Schema.NullOr(Schema.Number),
  last_order_at: Schema.NullOr(Schema.Number),
  last_clicked_at: Schema.NullOr(Schema.Number),
  created_at: Schema.Number,
  updated_at: Schema.Number
})

export const contactJsonColumns = Object.keys(ContactJson.fields)
  .map((name) => (name.endsWith("_at") ? millisOf(name) : name))
  .join(", ")
