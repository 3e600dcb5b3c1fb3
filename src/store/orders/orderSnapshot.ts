import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { Integration, type PlaceOrder } from "../../domain/orders/Order.ts"
import { keysOfCall, type PrefetchedOrders, type Versioned } from "../../domain/orders/OrderPrefetch.ts"
import { ContactJson, contactJsonColumns } from "../contacts/ContactRow.ts"
import { contactsByAddress } from "../contacts/readContacts.ts"
import { accountOf, type BatchAccount } from "../database/batchAccount.ts"
import { bigints, columns, texts } from "../database/parameters.ts"
import { rowsByKey } from "../database/rowsByKey.ts"
import { OrderJson, orderJsonColumns } from "./OrderRow.ts"

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
        hasFlows: Schema.Boolean,
        hasSuppressions: Schema.Boolean
      })
    )
  })
)

const freeForm = ["discounts", "tax_lines", "line_items", "billing_address", "shipping_address"]

// Checks the compressed size first, so that a large value is not decompressed to be measured.
const isSmall = (maxBytes: number): string =>
  `CASE WHEN ${freeForm.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(" + ")} > ${maxBytes} THEN false
    ELSE octet_length(concat(${freeForm.join(", ")})) <= ${maxBytes} END`

// The transaction that wrote the row.
const version = "xmin::text AS version"

/** How the rows of order calls are read: their account in SQL, and the most bytes of free-form text; larger orders are left out. */
interface SnapshotOptions {
  readonly account: BatchAccount
  readonly maxBytes?: number
}

/**
 * CTEs of the rows that order calls touch. `keys` selects `account_id, order_id, email_key, phone, integration_digest` of each call.
 * `forUpdate` locks orders and contacts.
 */
export const orderSnapshotCtes = (
  sql: SqlClient.SqlClient,
  { keys, account, forUpdate, maxBytes }: SnapshotOptions & { readonly keys: Fragment; readonly forUpdate: boolean }
): Fragment => {
  const orders = rowsByKey(sql, {
    account,
    keys: "requested_orders",
    table: "orders",
    columns: `${orderJsonColumns}, ${version}`,
    key: "order_id",
    forUpdate,
    ...(maxBytes === undefined ? {} : { where: isSmall(maxBytes) })
  })
  const contacts = rowsByKey(sql, {
    account,
    keys: "matched_contacts",
    table: "contacts",
    columns: `${contactJsonColumns}, ${version}`,
    key: "contact_id",
    forUpdate
  })
  return sql`order_keys AS MATERIALIZED (${keys}),
    requested_accounts AS MATERIALIZED (SELECT DISTINCT account_id FROM order_keys),
    requested_orders AS MATERIALIZED (SELECT DISTINCT account_id, order_id FROM order_keys ORDER BY 1, 2),
    existing_orders AS MATERIALIZED (${orders}),
    matched_contacts AS MATERIALIZED (
      ${contactsByAddress(sql, "order_keys", account)} UNION SELECT existing_orders.account_id, found.contact_id
      FROM existing_orders CROSS JOIN LATERAL (
        SELECT existing_orders.contact_id
        UNION ALL SELECT contact_id FROM contacts
          WHERE account_id = ${account("existing_orders.account_id")} AND phone = existing_orders.phone
      ) found ORDER BY 1, 2
    ), existing_contacts AS MATERIALIZED (${contacts}), matched_integrations AS MATERIALIZED (
      SELECT order_keys.account_id, found.integration_id FROM order_keys CROSS JOIN LATERAL (
        SELECT integration_id FROM integrations
        WHERE account_id = ${account("order_keys.account_id")} AND digest = order_keys.integration_digest OFFSET 0
      ) found UNION SELECT account_id, integration_id FROM existing_orders WHERE integration_id IS NOT NULL
    )`
}

const integrationColumns = "account_id, integration_id, kind, digest, active, store_name, store_url"

/** Selects a row (`kind`, `value`) for each row of `orderSnapshotCtes`, so that no protocol message grows with the batch. */
export const orderSnapshotRows = (sql: SqlClient.SqlClient, { account, maxBytes }: SnapshotOptions): Fragment => {
  const integrations = rowsByKey(sql, {
    account,
    keys: "matched_integrations",
    table: "integrations",
    columns: integrationColumns,
    key: "integration_id",
    forUpdate: false
  })
  const requested = account("requested_accounts.account_id")
  return sql`${maxBytes === undefined ? sql`` : sql`${largeRows(sql, account, maxBytes)} UNION ALL`}
    SELECT 'order' AS kind, to_json(existing_orders) AS value FROM existing_orders
    UNION ALL SELECT 'contact', to_json(existing_contacts) FROM existing_contacts
    UNION ALL SELECT 'integration', to_json(found) FROM (${integrations}) found
    UNION ALL SELECT 'account', to_json(found) FROM requested_accounts CROSS JOIN LATERAL (
      SELECT requested_accounts.account_id, ARRAY(
          SELECT to_json(active_integrations) FROM (
            SELECT ${sql.literal(integrationColumns)} FROM integrations
            WHERE account_id = ${requested} AND active AND kind = 'custom' ORDER BY integration_id LIMIT 2
          ) active_integrations
        ) AS integrations, coalesce(
        (SELECT true FROM flows f WHERE f.account_id = ${requested} AND f.status = 'active' LIMIT 1),
        (SELECT true FROM flow_runs r WHERE r.account_id = ${requested} AND r.exit_on_purchase
          AND r.ended_at IS NULL LIMIT 1),
        (SELECT true FROM flow_runs r WHERE r.account_id = ${requested} AND r.awaits IS NOT NULL
          AND r.ended_at IS NULL LIMIT 1), false) AS "hasFlows",
        coalesce((SELECT true FROM remembered_consents r WHERE r.account_id = ${requested} LIMIT 1), false)
          AS "hasSuppressions"
    ) found`
}

const largeRows = (sql: SqlClient.SqlClient, account: BatchAccount, maxBytes: number): Fragment =>
  sql`SELECT 'large' AS kind, to_json(found) AS value FROM requested_orders CROSS JOIN LATERAL (
      SELECT account_id, order_id::text FROM orders
      WHERE account_id = ${account("requested_orders.account_id")} AND order_id = requested_orders.order_id
        AND NOT ${sql.literal(isSmall(maxBytes))} OFFSET 0
    ) found`

/** The values of the rows of one kind. */
export const valuesOf = (rows: ReadonlyArray<Record<string, unknown>>, kind: string): ReadonlyArray<unknown> =>
  rows.flatMap((row) => (row["kind"] === kind ? [row["value"]] : []))

const versioned = <A extends { readonly version: string }>({ version, ...row }: A): Versioned<Omit<A, "version">> => ({
  row,
  version
})

/** Decodes the rows of `orderSnapshotRows`. */
export const decodeOrderSnapshot = (rows: ReadonlyArray<Record<string, unknown>>) =>
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

/** Reads the rows that a batch of calls touches in one statement. `forUpdate` locks orders and contacts. */
export const readOrderSnapshot = (
  sql: SqlClient.SqlClient,
  calls: ReadonlyArray<PlaceOrder>,
  { forUpdate }: { readonly forUpdate: boolean }
) => {
  const keys = calls.map(keysOfCall)
  const rows = sql`SELECT * FROM ${columns(
    sql,
    texts(keys.map(({ account_id }) => account_id)),
    bigints(keys.map(({ order_id }) => order_id)),
    texts(keys.map(({ email_key }) => email_key)),
    texts(keys.map(({ phone }) => phone)),
    texts(keys.map(({ integration_digest }) => integration_digest))
  )} AS r (account_id, order_id, email_key, phone, integration_digest)`
  const account = accountOf(sql, calls)
  return sql`
    WITH ${orderSnapshotCtes(sql, { keys: rows, account, forUpdate })}
    ${orderSnapshotRows(sql, { account })}`.pipe(Effect.flatMap((found) => Effect.orDie(decodeOrderSnapshot(found))))
}
