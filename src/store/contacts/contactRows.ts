import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { searchText } from "../../domain/contacts/contactSearch.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { jsonRows } from "../database/accountFunction.ts"
import { timeText } from "../database/timestamps.ts"
import { ContactRow, contactRowColumns } from "./ContactRow.ts"

/** A contact in full. */
export const FullContactRow = Schema.Struct({ ...ContactRow.fields, tags: Schema.String, custom_fields: Schema.String })

/** The select list of a `FullContactRow`. */
export const contactColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`${contactRowColumns}, contacts.tags::text, contacts.custom_fields::text`)

/** Contacts as a parameter of `save_contact`, which inserts them or updates the columns that contact endpoints change. */
export const fullContactParameter = (sql: SqlClient.SqlClient, contacts: ReadonlyArray<FullContact>): Fragment =>
  jsonRows(
    sql,
    contacts.map((contact) => ({
      ...contact,
      words: searchText(contact),
      email_key: contact.email === null ? null : emailKey(contact.email),
      email_withdrawn_at: timeText(contact.email_withdrawn_at),
      sms_withdrawn_at: timeText(contact.sms_withdrawn_at),
      created_at: timeText(contact.created_at),
      updated_at: timeText(contact.updated_at)
    }))
  )
