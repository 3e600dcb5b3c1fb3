import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { Integration, type PlaceOrder } from "../../domain/orders/Order.ts"
import { OrderJson, orderJsonColumns } from "./OrderRow.ts"
import { bigints, columns, texts } from "../database/parameters.ts"
import { ContactJson, contactJsonColumns } from "../contacts/ContactRow.ts"
import { contactsByAddress } from "../contacts/readContacts.ts"
import { rowsByKey } from "../database/rowsByKey.ts"
import { prefetchKeysOf, type PrefetchedOrders, type Versioned } from "./PrefetchedOrders.ts"

const decode = Schema.decodeUnknownEffect(
  Schema.Struct({
    order: Schema.Array(Schema.Struct({ ...OrderJson.fields, version: Schema.String })),
    large: Schema.Array(Schema.Struct({ account_id: Schema.String, order_id: Schema.BigIntFromString })),
    contact: Schema.Array(Schema.Struct({ ...ContactJson.fields, version: Schema.String })),
    integration: Schema.Array(Integration),
    account: Schema.Array(
      Schema.Struct({
        account_id: Schema.String,
        integrations: Schema.Array(Integration),
        listens: Schema.Boolean,
        remembers: Schema.Boolean
      })
    )
  })
)

const freeForm = ["discounts", "tax_lines", "line_items", "billing_address", "shipping_address"]

// What is large even when packed is not unpacked to be measured.
const isSmall = (maxBytes: number): string =>
  `CASE WHEN ${freeForm.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(" + ")} > ${maxBytes} THEN false
    ELSE octet_length(concat(${freeForm.join(", ")})) <= ${maxBytes} END`

// The transaction that wrote the row.
const version = "xmin::text AS version"

/**
 * What the rows of `call` (account_id, order_id, email_key, phone, integration_digest) touch, as parts of a WITH: without orders of more free-form
 * text than `maxBytes`.
 */
export const touched = (
  sql: SqlClient.SqlClient,
  { hold, maxBytes }: { readonly hold: boolean; readonly maxBytes?: number }
): Fragment =>
  sql.literal(`account AS MATERIALIZED (SELECT DISTINCT account_id FROM call),
    asked AS MATERIALIZED (SELECT DISTINCT account_id, order_id FROM call ORDER BY 1, 2),
    known AS MATERIALIZED (${rowsByKey({
      keys: "asked",
      table: "orders",
      columns: `${orderJsonColumns}, ${version}`,
      key: "order_id",
      forUpdate: hold,
      ...(maxBytes === undefined ? {} : { where: isSmall(maxBytes) })
    })}),
    named AS MATERIALIZED (
      ${contactsByAddress("call")} UNION SELECT known.account_id, found.contact_id FROM known CROSS JOIN LATERAL (
        SELECT known.contact_id
        UNION ALL SELECT contact_id FROM contacts WHERE account_id = known.account_id AND phone = known.phone
      ) found ORDER BY 1, 2
    ), people AS MATERIALIZED (${rowsByKey({
      keys: "named",
      table: "contacts",
      columns: `${contactJsonColumns}, ${version}`,
      key: "contact_id",
      forUpdate: hold
    })}), chosen AS MATERIALIZED (
      SELECT call.account_id, found.integration_id FROM call CROSS JOIN LATERAL (
        SELECT integration_id FROM integrations
        WHERE account_id = call.account_id AND digest = call.integration_digest OFFSET 0
      ) found UNION SELECT account_id, integration_id FROM known WHERE integration_id IS NOT NULL
    )`)

const integrationColumns = "account_id, integration_id, digest, active, store_name, store_url"

/** A row (`kind`, `value`) for each thing that is `touched`, or is beyond `maxBytes`: so no message grows with the batch. */
export const touchedRows = (sql: SqlClient.SqlClient, { maxBytes }: { readonly maxBytes?: number } = {}): Fragment =>
  sql.literal(`${maxBytes === undefined ? "" : `${largeRows(maxBytes)} UNION ALL`}
    SELECT 'order' AS kind, to_json(known) AS value FROM known
    UNION ALL SELECT 'contact', to_json(people) FROM people
    UNION ALL SELECT 'integration', to_json(found) FROM (${rowsByKey({
      keys: "chosen",
      table: "integrations",
      columns: integrationColumns,
      key: "integration_id",
      forUpdate: false
    })}) found
    UNION ALL SELECT 'account', to_json(found) FROM account CROSS JOIN LATERAL (
      SELECT account.account_id, ARRAY(
          SELECT to_json(one) FROM (
            SELECT ${integrationColumns} FROM integrations
            WHERE account_id = account.account_id AND active ORDER BY integration_id LIMIT 2
          ) one
        ) AS integrations, coalesce(
        (SELECT true FROM flows f WHERE f.account_id = account.account_id AND f.status = 'active' LIMIT 1),
        (SELECT true FROM flow_runs r WHERE r.account_id = account.account_id AND r.exit_on_purchase
          AND r.ended_at IS NULL LIMIT 1), false) AS listens,
        coalesce((SELECT true FROM remembered_consents r WHERE r.account_id = account.account_id LIMIT 1), false)
          AS remembers
    ) found`)

const largeRows = (maxBytes: number): string =>
  `SELECT 'large' AS kind, to_json(found) AS value FROM asked CROSS JOIN LATERAL (
      SELECT account_id, order_id::text FROM orders
      WHERE account_id = asked.account_id AND order_id = asked.order_id AND NOT ${isSmall(maxBytes)} OFFSET 0
    ) found`

/** The values of one kind among such rows. */
export const valuesOf = (rows: ReadonlyArray<Record<string, unknown>>, kind: string): ReadonlyArray<unknown> =>
  rows.flatMap((row) => (row["kind"] === kind ? [row["value"]] : []))

const versioned = <A extends { readonly version: string }>({ version, ...row }: A): Versioned<Omit<A, "version">> => ({
  row,
  version
})

/** Such rows as what was seen. */
export const decodeTouched = (rows: ReadonlyArray<Record<string, unknown>>) =>
  Effect.map(
    decode({
      order: valuesOf(rows, "order"),
      large: valuesOf(rows, "large"),
      contact: valuesOf(rows, "contact"),
      integration: valuesOf(rows, "integration"),
      account: valuesOf(rows, "account")
    }),
    ({ order, large, contact, integration, account }): PrefetchedOrders => ({
      orders: order.map(versioned),
      large,
      contacts: contact.map(versioned),
      integrations: integration,
      accounts: account
    })
  )

/** All that a batch of calls touches, in one statement. `hold` keeps it until the transaction ends. */
export const readOrderSnapshot = (
  sql: SqlClient.SqlClient,
  calls: ReadonlyArray<PlaceOrder>,
  options: { readonly hold: boolean }
) => {
  const names = calls.map(prefetchKeysOf)
  return sql`
    WITH call AS MATERIALIZED (
      SELECT * FROM ${columns(
        sql,
        texts(names.map(({ account_id }) => account_id)),
        bigints(names.map(({ order_id }) => order_id)),
        texts(names.map(({ email_key }) => email_key)),
        texts(names.map(({ phone }) => phone)),
        texts(names.map(({ integration_digest }) => integration_digest))
      )} AS r (account_id, order_id, email_key, phone, integration_digest)
    ), ${touched(sql, options)}
    ${touchedRows(sql)}`.pipe(Effect.flatMap((rows) => Effect.orDie(decodeTouched(rows))))
}
