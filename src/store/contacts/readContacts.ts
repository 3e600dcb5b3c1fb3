import type { SqlClient, Statement } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { emailKey } from "../../domain/contacts/Email.ts"
import { accountOf, type BatchAccount } from "../distributed/accountOf.ts"
import { columns, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { rowsByKey } from "../sql/rowsByKey.ts"
import { ContactRow } from "./ContactRow.ts"

/** The addresses or the id by which a call identifies a contact. */
export interface Identity {
  readonly account_id: string
  readonly email: string | null
  readonly phone: string | null
  readonly contact_id: string | null
}

/** The advisory lock names of unique addresses. Whatever creates or changes contacts locks those of every address involved. */
export const identityLocks = ({
  account_id,
  email,
  phone
}: Pick<Identity, "account_id" | "email" | "phone">): ReadonlyArray<string> => [
  ...(email === null ? [] : [`${account_id}|email|${emailKey(email)}`]),
  ...(phone === null ? [] : [`${account_id}|phone|${phone}`])
]

/** SQL that finds the contacts with the `email_key` or `phone` of each row of the CTE `keys`. */
export const contactsByAddress = (sql: Statement.Constructor, keys: string, account: BatchAccount): Fragment => {
  const byColumn = (column: string) => sql`SELECT contact_id FROM contacts
    WHERE account_id = ${account(`${keys}.account_id`)} AND ${sql.literal(`${column} = ${keys}.${column}`)}`
  return sql`SELECT ${sql.literal(keys)}.account_id, found.contact_id FROM ${sql.literal(keys)} CROSS JOIN LATERAL (
    ${byColumn("email_key")} UNION ALL ${byColumn("phone")}
  ) found`
}

/** The contacts that any of the identities matches. `forUpdate` locks their rows: only after the `advisoryLock` of the identities. */
export const readContacts = (
  sql: SqlClient.SqlClient,
  identities: ReadonlyArray<Identity>,
  { forUpdate }: { readonly forUpdate: boolean }
) => {
  const account = accountOf(sql, identities)
  const contacts = rowsByKey(sql, {
    account,
    keys: "matched_contacts",
    table: "contacts",
    columns: contactColumns,
    key: "contact_id",
    forUpdate
  })
  return sql`
    WITH identities AS MATERIALIZED (
      SELECT * FROM ${columns(
        sql,
        texts(identities.map(({ account_id }) => account_id)),
        texts(identities.map(({ email }) => (email === null ? null : emailKey(email)))),
        texts(identities.map(({ phone }) => phone)),
        texts(identities.map(({ contact_id }) => contact_id))
      )} AS r (account_id, email_key, phone, contact_id)
    ), matched_contacts AS MATERIALIZED (
      ${contactsByAddress(sql, "identities", account)} UNION SELECT account_id, contact_id FROM identities ORDER BY 1, 2
    )
    ${contacts} ORDER BY account_id, contact_id`.pipe(query(ContactRow))
}

const contactColumns = Object.keys(ContactRow.fields).join(", ")
