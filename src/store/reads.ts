import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { emailKey } from "../domain/contacts/Email.ts"
import { columns, texts } from "./database/parameters.ts"
import { ContactRow } from "./rows.ts"

const decodeContacts = Schema.decodeUnknownEffect(Schema.Array(ContactRow))

/** What a call may name a contact by. */
export interface Identity {
  readonly account_id: string
  readonly email: string | null
  readonly phone: string | null
  readonly contact_id: string | null
}

/** Holds the named things until the transaction ends. Sorted, so that no two transactions wait for each other. */
export const lock = (sql: SqlClient.SqlClient, names: ReadonlyArray<string>) => sql`
  SELECT pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(${texts(names)}) AS name ORDER BY 1
  ) keys`

/** The lock names of what makes a contact unique. Whatever creates or changes contacts holds those of all it names. */
export const identityNames = ({
  account_id,
  email,
  phone
}: Pick<Identity, "account_id" | "email" | "phone">): ReadonlyArray<string> => [
  ...(email === null ? [] : [`${account_id}|email|${emailKey(email)}`]),
  ...(phone === null ? [] : [`${account_id}|phone|${phone}`])
]

/** The contacts that the rows of `call` name by e-mail or phone. */
export const namedContacts = `SELECT call.account_id, found.contact_id FROM call CROSS JOIN LATERAL (
    SELECT contact_id FROM contacts WHERE account_id = call.account_id AND email_key = call.email_key
    UNION ALL SELECT contact_id FROM contacts WHERE account_id = call.account_id AND phone = call.phone
  ) found`

/**
 * The row of `table` for each row of `per`, found one by one through the key: plans are kept, and one made for a small
 * table must not read a grown one from end to end. `hold` keeps them until the transaction ends, in the order of `per`.
 */
export const rowsPer = (options: {
  readonly per: string
  readonly table: string
  readonly columns: string
  readonly key: string
  readonly hold: boolean
  readonly where?: string
}): string => {
  const { per, table, columns, key, hold, where = "true" } = options
  return `SELECT found.* FROM ${per} CROSS JOIN LATERAL (
    SELECT ${columns} FROM ${table} WHERE account_id = ${per}.account_id AND ${key} = ${per}.${key} AND ${where}
      ${hold ? "FOR UPDATE" : "OFFSET 0"}
  ) found`
}

/** The contacts that any of the identities name. `hold` keeps them until the transaction ends: after `lock`, never before. */
export const readContacts = (
  sql: SqlClient.SqlClient,
  identities: ReadonlyArray<Identity>,
  { hold }: { readonly hold: boolean }
) =>
  sql`
    WITH call AS MATERIALIZED (
      SELECT * FROM ${columns(
        sql,
        texts(identities.map(({ account_id }) => account_id)),
        texts(identities.map(({ email }) => (email === null ? null : emailKey(email)))),
        texts(identities.map(({ phone }) => phone)),
        texts(identities.map(({ contact_id }) => contact_id))
      )} AS r (account_id, email_key, phone, contact_id)
    ), named AS MATERIALIZED (
      ${sql.literal(namedContacts)} UNION SELECT account_id, contact_id FROM call ORDER BY 1, 2
    )
    ${sql.literal(rowsPer({ per: "named", table: "contacts", columns: contactColumns, key: "contact_id", hold }))}
    ORDER BY account_id, contact_id`.pipe(Effect.flatMap((rows) => Effect.orDie(decodeContacts(rows))))

const contactColumns = Object.keys(ContactRow.fields).join(", ")
