import type { SqlClient, Statement } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { mentionsOf, phoneEndings } from "../../domain/contacts/erasureMatching.ts"
import type { FoundBy, TableData } from "./DataMap.ts"
import { texts } from "../sql/parameters.ts"

/** The columns by which the rows of a contact are found. */
export type ContactKeys = Pick<Contact, "account_id" | "contact_id" | "email" | "phone">

/** The rows of a contact in a table, by `found` of the data map. Undefined where no condition on the row finds them. */
export const rowConditions = (sql: SqlClient.SqlClient, { account_id, contact_id, email, phone }: ContactKeys) => {
  const contact = sql`account_id = ${account_id} AND contact_id = ${contact_id}`
  // Records belong to a contact as orders do: by e-mail, without one by phone.
  const address = sql`account_id = ${account_id} AND (email_key = ${email === null ? null : emailKey(email)}
    OR email_key IS NULL AND phone_digits = ANY(${texts(phoneEndings(phone))}))`
  return {
    contact,
    address,
    "event key": sql`account_id = ${account_id} AND (contact_id = ${contact_id} OR operation = 'events' AND (key, answer) IN (
      SELECT idempotency_key, event_id FROM events WHERE ${contact} AND idempotency_key IS NOT NULL))`,
    message: sql`account_id = ${account_id} AND message_id IN (SELECT message_id FROM messages WHERE ${contact})`,
    // By `mentionIn`.
    mention: undefined,
    // By the foreign key on its delivery.
    delivery: undefined,
    hash: undefined,
    none: undefined
  } satisfies Record<FoundBy, Statement.Fragment | undefined>
}

/** The columns of a table that may mention a contact: those that erasure sets, else all with personal data. */
const mentioningColumns = ({ erase, columns }: TableData): ReadonlyArray<string> => {
  if (typeof erase !== "string") return Object.keys(erase)
  const { none: _, ...personal } = columns
  return Object.values(personal).flatMap((names) => names.trim().split(/\s+/))
}

/** The rows of an account that mention an address of the contact, in a table whose rows are found so. */
export const mentioningRows = (
  sql: SqlClient.SqlClient,
  contact: ContactKeys,
  table: TableData
): Statement.Fragment => {
  const mentions = mentioningColumns(table).map(mentionIn(sql, contact))
  return sql`account_id = ${contact.account_id} AND (${sql.join(" OR ", false)(mentions)})`
}

/** The condition that a column of text mentions an address of the contact. */
export const mentionIn = (sql: SqlClient.SqlClient, addresses: Pick<Contact, "email" | "phone">) => {
  const mentions = texts(mentionsOf(addresses))
  return (column: string) =>
    sql`EXISTS (SELECT FROM unnest(${mentions}) AS mention WHERE position(mention IN lower(${sql(column)}::text)) > 0)`
}
