import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { emailKey } from "../domain/Email.ts"
import { Integration, type PlaceOrder } from "../domain/Order.ts"
import { OrderJson, orderJsonColumns } from "./OrderRow.ts"
import { bigints, columns, texts } from "./parameters.ts"
import { namedContacts, rowsPer } from "./reads.ts"
import { ContactJson, contactJsonColumns } from "./rows.ts"

const Account = Schema.Struct({
  account_id: Schema.String,
  /** Whether the account has active flows, or runs that a purchase ends. */
  listens: Schema.Boolean,
  /** Whether it remembers anything of people that were erased. */
  remembers: Schema.Boolean
})

const decode = Schema.decodeUnknownEffect(
  Schema.Struct({
    order: Schema.Array(OrderJson),
    contact: Schema.Array(ContactJson),
    integration: Schema.Array(Integration),
    account: Schema.Array(Account),
    version: Schema.Array(Schema.String)
  })
)

/**
 * All that a batch of calls touches, in one statement: a row for each thing, so that no message grows with the batch.
 * `versions` tell what was seen, for `unchanged`.
 */
export const readOrderSnapshot = (
  sql: SqlClient.SqlClient,
  calls: ReadonlyArray<PlaceOrder>,
  { hold }: { readonly hold: boolean }
) => {
  const rows = calls.map(callRow)
  return sql`
    WITH call AS MATERIALIZED (
      SELECT * FROM ${columns(
        sql,
        texts(rows.map(({ account_id }) => account_id)),
        bigints(calls.map(({ order_id }) => order_id)),
        texts(rows.map(({ email_key }) => email_key)),
        texts(rows.map(({ phone }) => phone))
      )} AS r (account_id, order_id, email_key, phone)
    ), account AS MATERIALIZED (SELECT DISTINCT account_id FROM call),
    asked AS MATERIALIZED (SELECT DISTINCT account_id, order_id FROM call ORDER BY 1, 2),
    known AS MATERIALIZED (${sql.literal(
      rowsPer({ per: "asked", table: "orders", columns: `${orderJsonColumns}, ${version}`, key: "order_id", hold })
    )}),
    named AS MATERIALIZED (
      ${sql.literal(namedContacts)} UNION SELECT account_id, contact_id FROM known ORDER BY 1, 2
    ), people AS MATERIALIZED (${sql.literal(
      rowsPer({
        per: "named",
        table: "contacts",
        columns: `${contactJsonColumns}, ${version}`,
        key: "contact_id",
        hold
      })
    )})
    SELECT 'order' AS kind, to_json(known) AS value FROM known
    UNION ALL SELECT 'contact', to_json(people) FROM people
    UNION ALL SELECT 'version', to_json(concat_ws('|', account_id, 'order', order_id, version)) FROM known
    UNION ALL SELECT 'version', to_json(concat_ws('|', account_id, 'contact', contact_id, version)) FROM people
    UNION ALL SELECT 'integration', to_json(found) FROM account CROSS JOIN LATERAL (
      SELECT account_id, integration_id, digest, active, store_name, store_url FROM integrations
      WHERE account_id = account.account_id ORDER BY integration_id
    ) found
    UNION ALL SELECT 'account', to_json(found) FROM account CROSS JOIN LATERAL (
      SELECT account.account_id, coalesce(
        (SELECT true FROM flows f WHERE f.account_id = account.account_id AND f.status = 'active' LIMIT 1),
        (SELECT true FROM flow_runs r WHERE r.account_id = account.account_id AND r.exit_on_purchase
          AND r.ended_at IS NULL LIMIT 1), false) AS listens,
        coalesce((SELECT true FROM remembered_consents r WHERE r.account_id = account.account_id LIMIT 1), false)
          AS remembers
    ) found`.pipe(
    Effect.flatMap((rows) => {
      const values = (kind: string) => rows.flatMap((row) => (row["kind"] === kind ? [row["value"]] : []))
      return Effect.orDie(
        decode({
          order: values("order"),
          contact: values("contact"),
          integration: values("integration"),
          account: values("account"),
          version: values("version")
        })
      )
    }),
    Effect.map(({ account, contact, integration, order, version }) => ({
      orders: order,
      contacts: contact,
      integrations: integration,
      listening: namesOf(account.filter(({ listens }) => listens)),
      remembering: namesOf(account.filter(({ remembers }) => remembers)),
      versions: [
        ...version,
        ...account.flatMap(({ account_id, remembers }) => (remembers ? [`${account_id}|remembers`] : []))
      ]
    }))
  )
}

// The transaction that wrote the row.
const version = "xmin::text AS version"

const namesOf = (accounts: ReadonlyArray<typeof Account.Type>): ReadonlySet<string> =>
  new Set(accounts.map(({ account_id }) => account_id))

/** What a call touches, by name. */
export const callRow = ({ account_id, order_id, fields: { email, phone } }: PlaceOrder) => ({
  account_id,
  order_id: String(order_id),
  email_key: email == null ? null : emailKey(email),
  phone: phone ?? null
})
