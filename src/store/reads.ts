import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { emailKey } from "../domain/Email.ts"
import { texts } from "./parameters.ts"
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

/** The contacts that any of the identities name. `hold` keeps them until the transaction ends: after `lock`, never before. */
export const readContacts = (
  sql: SqlClient.SqlClient,
  identities: ReadonlyArray<Identity>,
  { hold }: { readonly hold: boolean }
) => {
  const accounts = texts(identities.map(({ account_id }) => account_id))
  return sql`
    SELECT account_id, contact_id, email, phone, first_name, last_name, email_consent, sms_consent, order_count,
      first_order_at, last_order_at, last_click_message_id, last_clicked_at, created_at, updated_at
    FROM contacts
    WHERE (account_id, contact_id) IN (
      SELECT account_id, contact_id FROM unnest(${accounts}, ${texts(
        identities.map(({ email }) => (email === null ? null : emailKey(email)))
      )}) AS call (account_id, email_key) JOIN contacts USING (account_id, email_key)
      UNION SELECT account_id, contact_id FROM unnest(${accounts}, ${texts(identities.map(({ phone }) => phone))})
        AS call (account_id, phone) JOIN contacts USING (account_id, phone)
      UNION SELECT * FROM unnest(${accounts}, ${texts(identities.map(({ contact_id }) => contact_id))}))
    ORDER BY account_id, contact_id ${hold ? sql`FOR UPDATE` : sql``}`.pipe(
    Effect.flatMap((rows) => Effect.orDie(decodeContacts(rows)))
  )
}
