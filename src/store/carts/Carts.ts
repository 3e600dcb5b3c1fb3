import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { PutCart } from "../../domain/carts/Cart.ts"
import type { KnownCart } from "../../domain/carts/cartJson.ts"
import { type CartBatch, cartKey, type CartSnapshot } from "../../domain/carts/decideCarts.ts"
import { type CartVersions, cartVersions, type VersionedCarts } from "../../domain/carts/VersionedCarts.ts"
import { contactParameter } from "../contacts/contactParameter.ts"
import { ledgerParameter } from "../contacts/ledgerParameter.ts"
import { identityLocks, readContacts } from "../contacts/readContacts.ts"
import { SuppressionList } from "../contacts/SuppressionList.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { accountFunction, accountOf } from "../distributed/accountOf.ts"
import { embeddedRows } from "../sql/embeddedRows.ts"
import { columns, jsonRows, rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { rowsByKey } from "../sql/rowsByKey.ts"
import { timeText } from "../sql/timestamps.ts"
import { cartColumns, CartRow, cartRowColumns } from "./cartColumns.ts"
import { readCartRows } from "./readCartRows.ts"
import { knownCart, KnownCartRow, knownOrders } from "./cartOrders.ts"
import { type CartQueries, makeCartQueries } from "./CartQueries.ts"

/** An order that a platform reported with the tokens of the cart and the checkout that it came from. */
export interface CartOrder {
  readonly account_id: string
  readonly order_id: bigint
  readonly tokens: ReadonlyArray<string>
  readonly now: number
}

type Changes = Pick<CartBatch, "carts" | "contacts" | "ledger" | "shopContacts">

/** Carts with the contacts they belong to. Every member joins the open transaction. */
export class Carts extends Context.Service<
  Carts,
  {
    /** Locks the carts and addresses of the reports until the transaction ends. */
    readonly lock: (calls: ReadonlyArray<PutCart>) => Effect.Effect<void, SqlError.SqlError>
    /** The carts and contacts of the reports. `forUpdate` locks them, which requires `lock` before in the same transaction. */
    readonly load: (
      calls: ReadonlyArray<PutCart>,
      options: { readonly forUpdate: boolean }
    ) => Effect.Effect<CartSnapshot, SqlError.SqlError>
    /** Reads the rows that the reports touch, in one statement and without locks. */
    readonly loadVersioned: (calls: ReadonlyArray<PutCart>) => Effect.Effect<VersionedCarts, SqlError.SqlError>
    /** Writes what changed in one call, and by another which contacts connected stores created, if any. */
    readonly save: (changes: Changes) => Effect.Effect<void, SqlError.SqlError>
    /**
     * `save` of what was decided on `read`: locks, compares the versions and writes. Returns false, with nothing written, when a version has changed or
     * `versions` is null.
     */
    readonly saveIfUnchanged: (
      calls: ReadonlyArray<PutCart>,
      read: Pick<VersionedCarts, "versions">,
      changes: Changes
    ) => Effect.Effect<boolean, SqlError.SqlError>
    /** The carts of the reports as they are now, with the orders that are known of each. */
    readonly known: (
      calls: ReadonlyArray<Pick<PutCart, "account_id" | "cart_id">>
    ) => Effect.Effect<ReadonlyArray<KnownCart>, SqlError.SqlError>
    /** Keeps the order that ends the carts with these tokens, also of carts that are reported later. Of several orders a token keeps the one with the least id. */
    readonly end: (order: CartOrder) => Effect.Effect<void, SqlError.SqlError>
  } & CartQueries
>()("tally/store/carts/Carts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const suppressions = yield* SuppressionList
      const queryCarts = query(CartRow)
      const queryKnown = query(KnownCartRow)
      const keysOf = (calls: ReadonlyArray<Pick<PutCart, "account_id" | "cart_id">>) =>
        sql`${columns(
          sql,
          texts(calls.map(({ account_id }) => account_id)),
          texts(calls.map(({ cart_id }) => cart_id))
        )} AS r (account_id, cart_id)`
      const cartParameter = embeddedRows(sql, cartColumns)

      const readCarts = (calls: ReadonlyArray<PutCart>, forUpdate: boolean) => {
        const account = accountOf(sql, calls)
        const options = { account, keys: "requested_carts", table: "carts", columns: cartRowColumns, key: "cart_id" }
        return queryCarts(sql`
          WITH requested_carts AS MATERIALIZED (
            SELECT DISTINCT account_id, cart_id FROM ${keysOf(calls)} ORDER BY 1, 2
          ) ${rowsByKey(sql, { ...options, forUpdate })} ORDER BY account_id, cart_id`)
      }

      // Without `read` the locks are held and the changes were decided under them.
      const write = (
        accounts: ReadonlyArray<{ readonly account_id: string }>,
        read: { readonly names: ReadonlyArray<string>; readonly versions: CartVersions } | null,
        { carts, contacts, ledger }: Changes
      ) =>
        sql`SELECT ${accountFunction(sql, "put_carts", accounts, [
          sql`${texts(read?.names ?? [])}`,
          sql`${read === null ? null : rowsJson(read.versions.carts)}::json`,
          jsonRows(sql, read?.versions.contacts ?? []),
          jsonRows(sql, read?.versions.vacant ?? []),
          sql`${texts(read?.versions.unsuppressed ?? [])}`,
          contactParameter(sql, contacts),
          ledgerParameter(sql, ledger),
          cartParameter(carts)
        ])} AS unchanged`

      const saveShopContacts = Effect.fnUntraced(function* ({ shopContacts }: Changes) {
        if (shopContacts.length === 0) return
        const made = shopContacts.map((row) => ({ ...row, created_at: timeText(row.created_at) }))
        yield* sql`INSERT INTO shop_contacts (account_id, integration_id, contact_id, created_at)
          SELECT ${accountOf(sql, shopContacts)("account_id")}, integration_id, contact_id, created_at
          FROM json_to_recordset(${rowsJson(made)}::json) AS r (account_id text, integration_id text, contact_id text,
            created_at timestamptz)
          ON CONFLICT (account_id, contact_id, integration_id) DO NOTHING`
      })

      return Carts.of({
        lock: (calls) => advisoryLock(sql, calls[0]?.account_id ?? "", lockNames(calls)),
        load: Effect.fnUntraced(function* (calls, { forUpdate }) {
          const identities = calls.map(identityOf)
          const isNamed = identities.some(({ email, phone, contact_id }) => email ?? phone ?? contact_id)
          const contacts = isNamed ? yield* readContacts(sql, identities, { forUpdate }) : []
          const found = isNamed ? yield* suppressions.loadForNew(calls.map(addressesOf), contacts) : []
          return { contacts, suppressions: found, carts: yield* readCarts(calls, forUpdate) }
        }),
        loadVersioned: Effect.fnUntraced(function* (calls) {
          const rows = yield* readCartRows(sql, calls)
          const contacts = rows.contacts.map(({ row }) => row)
          const carts = rows.carts.map(({ row }) => row)
          const addresses = calls.map(addressesOf)
          const isSuppressed = addresses.some(({ account_id }) => rows.suppressing.includes(account_id))
          const found = isSuppressed ? yield* suppressions.loadForNew(addresses, contacts) : []
          // Suppressions are unversioned: read them again under the locks.
          const versions = isSuppressed ? null : cartVersions(calls, rows)
          return { contacts, carts, suppressions: found, reported: rows.reported, versions }
        }),
        save: Effect.fnUntraced(function* (changes) {
          const { carts, contacts, ledger } = changes
          const rows = [...contacts, ...carts, ...ledger]
          if (rows.length > 0) yield* write(rows, null, changes)
          yield* saveShopContacts(changes)
        }),
        saveIfUnchanged: Effect.fnUntraced(function* (calls, { versions }, changes) {
          if (versions === null) return false
          const [row] = yield* write(calls, { names: lockNames(calls), versions }, changes)
          if (row?.["unchanged"] !== true) return false
          yield* saveShopContacts(changes)
          return true
        }),
        known: (calls) =>
          calls.length === 0
            ? Effect.succeed([])
            : Effect.map(
                queryKnown(sql`
                  SELECT ${sql.literal(cartRowColumns)}, ${knownOrders(sql, accountOf(sql, calls)("carts.account_id"))}
                  FROM ${keysOf(calls)}
                  JOIN carts ON carts.account_id = ${accountOf(sql, calls)("r.account_id")} AND carts.cart_id = r.cart_id
                  WHERE r.account_id = ${accountOf(sql, calls)("r.account_id")}
                  ORDER BY carts.account_id, carts.cart_id LIMIT ${calls.length}`),
                (rows) => rows.map(knownCart)
              ),
        end: ({ account_id, order_id, tokens, now }) =>
          Effect.asVoid(sql`INSERT INTO cart_orders AS kept (account_id, token, order_id, written_at)
            SELECT ${account_id}, token, ${String(order_id)}::bigint, ${timeText(now)}::timestamptz
            FROM (SELECT DISTINCT token FROM unnest(${texts(tokens)}) AS r (token) ORDER BY 1) tokens
            ON CONFLICT (account_id, token) DO UPDATE SET order_id = least(kept.order_id, excluded.order_id)`),
        ...(yield* makeCartQueries)
      })
    })
  )
}

/** The advisory lock names of the reports' carts and of the addresses that their contacts are found by. */
const lockNames = (calls: ReadonlyArray<PutCart>): ReadonlyArray<string> =>
  calls.flatMap((call) => [
    ...(call.owner === undefined ? [] : identityLocks(addressesOf(call))),
    `cart|${cartKey(call)}`
  ])

const addressesOf = ({ account_id, owner }: PutCart) => ({
  account_id,
  email: owner?.email ?? null,
  phone: owner?.phone ?? null
})

const identityOf = (call: PutCart) => ({ ...addressesOf(call), contact_id: call.owner?.contact_id ?? null })
