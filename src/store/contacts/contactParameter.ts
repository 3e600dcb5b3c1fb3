import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { searchText } from "../../domain/contacts/contactSearch.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { jsonRows } from "../database/accountFunction.ts"
import { timeText } from "../database/timestamps.ts"

/** Contacts, or contacts in full, as a parameter of the functions that write them. Each function reads the members that it sets. */
export const contactParameter = (sql: SqlClient.SqlClient, contacts: ReadonlyArray<Contact>): Fragment =>
  jsonRows(
    sql,
    contacts.map((contact) => ({
      ...contact,
      words: searchText(contact),
      email_key: contact.email === null ? null : emailKey(contact.email),
      email_withdrawn_at: timeText(contact.email_withdrawn_at),
      sms_withdrawn_at: timeText(contact.sms_withdrawn_at),
      first_order_at: timeText(contact.first_order_at),
      last_order_at: timeText(contact.last_order_at),
      created_at: timeText(contact.created_at),
      updated_at: timeText(contact.updated_at)
    }))
  )
