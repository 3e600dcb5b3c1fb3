import { Effect, Schema, Struct } from "effect"
import type { SqlClient } from "effect/sql"
import type { PutCart } from "../../domain/carts/Cart.ts"
import { type CartRows, keysOfReport } from "../../domain/carts/VersionedCarts.ts"
import { ContactJson, contactJsonColumns } from "../contacts/ContactRow.ts"
import { contactsByAddress } from "../contacts/readContacts.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { jsonColumns, jsonOf } from "../sql/column.ts"
import { columns, texts } from "../sql/parameters.ts"
import { rowsByKey } from "../sql/rowsByKey.ts"
import { cartColumns } from "./cartColumns.ts"

const CartJson = Schema.Struct(Struct.map(cartColumns, jsonOf))

const decode = Schema.decodeUnknownEffect(
  Schema.Struct({
    cart: Schema.Array(Schema.Struct({ ...CartJson.fields, version: Schema.String })),
    contact: Schema.Array(Schema.Struct({ ...ContactJson.fields, version: Schema.String })),
    reported: Schema.Array(
      Schema.Struct({ account_id: Schema.String, token: Schema.String, order_id: Schema.BigIntFromString })
    ),
    suppressing: Schema.Array(Schema.String)
  })
)

// The transaction that wrote the row.
const version = "xmin::text AS version"

const versioned = <A extends { readonly version: string }>({ version, ...row }: A) => ({ row, version })

/** Reads the rows that a batch of reports touches in one statement, without locks. */
export const readCartRows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, calls: ReadonlyArray<PutCart>) {
  const keys = calls.map(keysOfReport)
  const account = accountOf(sql, keys)
  const byKey = { account, forUpdate: false }
  const carts = rowsByKey(sql, {
    ...byKey,
    keys: "requested_carts",
    table: "carts",
    columns: `${jsonColumns(cartColumns)}, ${version}`,
    key: "cart_id"
  })
  const contacts = rowsByKey(sql, {
    ...byKey,
    keys: "matched_contacts",
    table: "contacts",
    columns: `${contactJsonColumns}, ${version}`,
    key: "contact_id"
  })
  const rows = yield* sql`
    WITH cart_keys AS MATERIALIZED (
      SELECT * FROM ${columns(
        sql,
        texts(keys.map(({ account_id }) => account_id)),
        texts(keys.map(({ cart_id }) => cart_id)),
        texts(keys.map(({ email_key }) => email_key)),
        texts(keys.map(({ phone }) => phone)),
        texts(keys.map(({ contact_id }) => contact_id)),
        texts(keys.map(({ token }) => token))
      )} AS r (account_id, cart_id, email_key, phone, contact_id, token)
    ),
    requested_carts AS MATERIALIZED (SELECT DISTINCT account_id, cart_id FROM cart_keys ORDER BY 1, 2),
    existing_carts AS MATERIALIZED (${carts}),
    matched_contacts AS MATERIALIZED (
      ${contactsByAddress(sql, "cart_keys", account)} UNION SELECT account_id, contact_id FROM cart_keys
      UNION SELECT account_id, contact_id FROM existing_carts ORDER BY 1, 2
    ),
    tokens AS MATERIALIZED (
      SELECT account_id, cart_id AS token FROM cart_keys UNION SELECT account_id, token FROM cart_keys
      UNION SELECT account_id, token FROM existing_carts
    )
    SELECT 'cart' AS kind, to_json(existing_carts) AS value FROM existing_carts
    UNION ALL SELECT 'contact', to_json(matched) FROM (${contacts}) matched
    UNION ALL SELECT 'reported', json_build_object('account_id', tokens.account_id, 'token', tokens.token, 'order_id', found.order_id::text)
      FROM tokens CROSS JOIN LATERAL (
        SELECT order_id FROM cart_orders WHERE account_id = ${account("tokens.account_id")} AND token = tokens.token OFFSET 0
      ) found
    UNION ALL SELECT 'suppressing', to_json(r.account_id) FROM (SELECT DISTINCT account_id FROM cart_keys) r
      WHERE EXISTS (SELECT FROM suppressions s WHERE s.account_id = ${account("r.account_id")})`
  const valuesOf = (kind: string) => rows.flatMap((row) => (row["kind"] === kind ? [row["value"]] : []))
  const found = yield* Effect.orDie(
    decode({
      cart: valuesOf("cart"),
      contact: valuesOf("contact"),
      reported: valuesOf("reported"),
      suppressing: valuesOf("suppressing")
    })
  )
  return {
    carts: found.cart.map(versioned),
    contacts: found.contact.map(versioned),
    reported: found.reported,
    suppressing: found.suppressing
  } satisfies CartRows
})
