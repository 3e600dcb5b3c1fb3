import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { searchText } from "../../domain/contacts/contactSearch.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { namesOfType } from "../sql/column.ts"
import { jsonRows } from "../sql/parameters.ts"
import { withTimes } from "../sql/timestamps.ts"
import { contactColumns } from "./contactColumns.ts"

const times = namesOfType(contactColumns, "timestamptz")

/** Contacts, or contacts in full, as a parameter of the functions that write them. Each function reads the members that it sets. */
export const contactParameter = (sql: SqlClient.SqlClient, contacts: ReadonlyArray<Contact>): Fragment =>
  jsonRows(
    sql,
    contacts.map((contact) =>
      withTimes(times, {
        ...contact,
        words: searchText(contact),
        email_key: contact.email === null ? null : emailKey(contact.email)
      })
    )
  )
