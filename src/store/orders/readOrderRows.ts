import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { orderTriggers } from "../../domain/flows/triggerKinds.ts"
import { Integration, type PlaceOrder } from "../../domain/orders/Order.ts"
import { keysOfCall, type OrderRows, type Versioned } from "../../domain/orders/VersionedSnapshot.ts"
import { ContactJson, contactJsonColumns } from "../contacts/ContactRow.ts"
import { contactsByAddress } from "../contacts/readContacts.ts"
import { accountOf, type BatchAccount } from "../distributed/accountOf.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import type { Prefetch } from "../admission/Prefetch.ts"
import type { DatabaseFunction } from "../functions/writeFunctions.ts"
import { fragments } from "../sql/fragments.ts"
import { bigints, columns, texts } from "../sql/parameters.ts"
import { queryOne } from "../sql/query.ts"
import { rowsByKey } from "../sql/rowsByKey.ts"
import { OrderJson, orderJsonColumns } from "./OrderRow.ts"

const decode = Schema.decodeUnknownEffect(
  Schema.Struct({
    order: Schema.Array(Schema.Struct({ ...OrderJson.fields, version: Schema.String })),
    contact: Schema.Array(Schema.Struct({ ...ContactJson.fields, version: Schema.String })),
    integration: Schema.Array(Integration),
    account: Schema.Array(
      Schema.Struct({
        account_id: Schema.String,
        integrations: Schema.Array(Integration),
        hasFlows: Schema.Boolean,
        hasCoupons: Schema.Boolean,
        hasSuppressions: Schema.Boolean
      })
    )
  })
)

// The transaction that wrote the row.
const version = "xmin::text AS version"

const integrationColumns = "account_id, integration_id, kind, digest, active, store_name, store_url"

/** The keys of calls as rows: `account_id`, `order_id`, `email_key`, `phone` and `integration_digest`. */
const keyColumns = (calls: ReadonlyArray<PlaceOrder>) => {
  const keys = calls.map(keysOfCall)
  return {
    account_ids: texts(keys.map(({ account_id }) => account_id)),
    order_ids: bigints(keys.map(({ order_id }) => order_id)),
    email_keys: texts(keys.map(({ email_key }) => email_key)),
    phones: texts(keys.map(({ phone }) => phone)),
    digests: texts(keys.map(({ integration_digest }) => integration_digest))
  }
}

// A row (`kind`, `value`) for each row that is found, so that no protocol message grows with the batch.
const statement = (
  sql: Statement.Constructor,
  {
    account,
    keyRows,
    forUpdate
  }: { readonly account: BatchAccount; readonly keyRows: Fragment; readonly forUpdate: boolean }
) => {
  const orders = rowsByKey(sql, {
    account,
    keys: "requested_orders",
    table: "orders",
    columns: `${orderJsonColumns}, ${version}`,
    key: "order_id",
    forUpdate
  })
  const contacts = rowsByKey(sql, {
    account,
    keys: "matched_contacts",
    table: "contacts",
    columns: `${contactJsonColumns}, ${version}`,
    key: "contact_id",
    forUpdate
  })
  const integrations = rowsByKey(sql, {
    account,
    keys: "matched_integrations",
    table: "integrations",
    columns: integrationColumns,
    key: "integration_id",
    forUpdate: false
  })
  const requested = account("requested_accounts.account_id")
  const typesOfOrders = sql.literal(orderTriggers.map((type) => `'${type}'`).join(", "))
  return sql`
    WITH order_keys AS MATERIALIZED (
      SELECT * FROM ${keyRows} AS r (account_id, order_id, email_key, phone, integration_digest)
    ),
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
    )
    SELECT 'order' AS kind, to_json(existing_orders) AS value FROM existing_orders
    UNION ALL SELECT 'contact', to_json(existing_contacts) FROM existing_contacts
    UNION ALL SELECT 'integration', to_json(matched) FROM (${integrations}) matched
    UNION ALL SELECT 'account', to_json(matched) FROM requested_accounts CROSS JOIN LATERAL (
      SELECT requested_accounts.account_id, ARRAY(
          SELECT to_json(active_integrations) FROM (
            SELECT ${sql.literal(integrationColumns)} FROM integrations
            WHERE account_id = ${requested} AND active AND kind = 'custom' ORDER BY integration_id LIMIT 2
          ) active_integrations
        ) AS integrations, coalesce(
        (SELECT true FROM flows f WHERE f.account_id = ${requested} AND f.status = 'active'
          AND f.trigger_type IN (${typesOfOrders}) LIMIT 1),
        (SELECT true FROM flow_runs r WHERE r.account_id = ${requested} AND r.exit_on_purchase
          AND r.ended_at IS NULL LIMIT 1),
        (SELECT true FROM flow_runs r WHERE r.account_id = ${requested} AND r.awaits IS NOT NULL
          AND r.ended_at IS NULL LIMIT 1), false) AS "hasFlows",
        coalesce((SELECT true FROM coupons c WHERE c.account_id = ${requested} LIMIT 1), false) AS "hasCoupons",
        coalesce((SELECT true FROM suppressions s WHERE s.account_id = ${requested} LIMIT 1), false)
          AS "hasSuppressions"
    ) matched`
}

/**
 * `read_orders`: reads the rows that calls of one account touch, without locks, as a list of `kind` and `value`. A distributed database runs it on the
 * tables of the account's shard, with a plan that is kept.
 */
export const readOrdersFunction: DatabaseFunction = {
  name: "read_orders",
  parameters: "account text, order_ids bigint[], email_keys text[], phones text[], digests text[]",
  result: "json",
  body: `RETURN (SELECT json_agg(matched) FROM (${
    statement(fragments, {
      account: Object.assign(() => fragments.literal("account"), { isOne: true }),
      keyRows: fragments.literal("(SELECT account, * FROM unnest(order_ids, email_keys, phones, digests))"),
      forUpdate: false
    }).compile()[0]
  }) matched);`
}

const queryList = queryOne(
  Schema.Struct({ found: Schema.NullOr(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))) })
)

const readRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  calls: ReadonlyArray<PlaceOrder>,
  { forUpdate }: { readonly forUpdate: boolean }
) {
  const account = accountOf(sql, calls)
  const { account_ids, order_ids, email_keys, phones, digests } = keyColumns(calls)
  if (!forUpdate && account.isOne && (yield* accountPlacement).isDistributed) {
    const row = yield* queryList(
      sql`SELECT read_orders(${account("")}, ${order_ids}, ${email_keys}, ${phones}, ${digests}) AS found`
    )
    return row?.found ?? []
  }
  const keyRows = columns(sql, account_ids, order_ids, email_keys, phones, digests)
  return yield* statement(sql, { account, keyRows, forUpdate })
})

const valuesOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, kind: string): ReadonlyArray<unknown> =>
  rows.flatMap((row) => (row["kind"] === kind ? [row["value"]] : []))

const versioned = <A extends { readonly version: string }>({ version, ...row }: A): Versioned<Omit<A, "version">> => ({
  row,
  version
})

/** Decodes the rows of the statement. */
export const decodeOrderRows = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): Effect.Effect<OrderRows> =>
  decode({
    order: valuesOf(rows, "order"),
    contact: valuesOf(rows, "contact"),
    integration: valuesOf(rows, "integration"),
    account: valuesOf(rows, "account")
  }).pipe(
    Effect.orDie,
    Effect.map(({ order, contact, integration, account }) => ({
      orders: order.map(versioned),
      contacts: contact.map(versioned),
      integrations: integration,
      accounts: account
    }))
  )

// Rows wait in memory while their calls do, so larger ones are left out: the write then finds a row that it was not told of.
const maxPrefetchedBytes = 16_384

/** Reads the rows of calls with their admission, by the keys of `orderKeys`. */
export const prefetchOrders: Prefetch = (sql, requests) => {
  const keyRows = sql`(SELECT request.account_id, key.* FROM ${requests} request CROSS JOIN LATERAL
    json_to_record(request.keys) AS key (order_id bigint, email_key text, phone text, integration_digest text))`
  const account = Object.assign((column: string) => sql.literal(column), { isOne: false })
  return sql`SELECT kind, value FROM (${statement(sql, { account, keyRows, forUpdate: false })}) matched
    WHERE octet_length(value::text) <= ${sql.literal(String(maxPrefetchedBytes))}`
}

/** Reads the rows that a batch of calls touches in one statement. `forUpdate` locks orders and contacts. */
export const readOrderRows = (
  sql: SqlClient.SqlClient,
  calls: ReadonlyArray<PlaceOrder>,
  options: { readonly forUpdate: boolean }
) => Effect.flatMap(readRows(sql, calls, options), decodeOrderRows)
