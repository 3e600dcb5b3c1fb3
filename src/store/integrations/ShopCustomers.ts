import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { CustomerReport, KnownCustomer } from "../../domain/contacts/CustomerReport.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { bigints } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const State = Schema.NullOr(Schema.Literals(["subscribed", "unsubscribed"]))

const queryCustomer = queryOne(
  Schema.Struct({
    contact_id: Schema.NullOr(Schema.String),
    updated_at: Millis,
    email_consent: State,
    email_consent_at: Schema.NullOr(Millis),
    sms_consent: State,
    sms_consent_at: Schema.NullOr(Millis)
  })
)
const queryCount = queryOne(Schema.Struct({ waiting: Schema.Int }))
const queryRemoved = queryOne(Schema.Struct({ removed: Schema.Boolean }))
const queryContacts = query(Schema.Struct({ contact_id: Schema.String }))

interface ShopRef {
  readonly account_id: string
  readonly integration_id: string
}

/** A customer by the platform's id. */
export type CustomerRef = ShopRef & Pick<CustomerReport, "customer_id">

/**
 * Customers of connected stores: their contact, and the platform's times of what was taken from them. A customer without a contact has consents
 * that wait for one. Every member joins the open transaction.
 */
export class ShopCustomers extends Context.Service<
  ShopCustomers,
  {
    /** Locks the customer until the transaction ends, after the contact and its addresses. */
    readonly lock: (customer: CustomerRef) => Effect.Effect<void, SqlError.SqlError>
    readonly read: (customer: CustomerRef) => Effect.Effect<KnownCustomer | undefined, SqlError.SqlError>
    /** Keeps what is known, and whether the first report for the contact made it. Requires that contact and customer are locked. */
    readonly save: (
      customer: CustomerRef,
      known: KnownCustomer,
      options: { readonly isNew: boolean }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Counts the customers of a store that wait for a contact, up to `max`. */
    readonly countWaiting: (store: ShopRef, max: number) => Effect.Effect<number, SqlError.SqlError>
    /** Removes a customer without a contact, and says whether there was one. */
    readonly removeWaiting: (customer: CustomerRef) => Effect.Effect<boolean, SqlError.SqlError>
    /** Removes all customers of a store without a contact. */
    readonly removeAllWaiting: (store: ShopRef) => Effect.Effect<void, SqlError.SqlError>
    /** The contacts of those of the orders that are of the customer. */
    readonly contactsOfOrders: (
      customer: CustomerRef,
      order_ids: ReadonlyArray<bigint>
    ) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  }
>()("tally/store/integrations/ShopCustomers") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ofStore = ({ account_id, integration_id }: ShopRef) =>
        sql`account_id = ${account_id} AND integration_id = ${integration_id}`
      const waiting = (store: ShopRef) => sql`${ofStore(store)} AND contact_id IS NULL`
      return ShopCustomers.of({
        lock: ({ account_id, integration_id, customer_id }) =>
          Effect.asVoid(advisoryLock(sql, account_id, [`${account_id}|customer|${integration_id}|${customer_id}`])),
        read: (customer) =>
          queryCustomer(sql`SELECT contact_id, updated_at, email_consent, email_consent_at, sms_consent, sms_consent_at FROM shop_customers
            WHERE ${ofStore(customer)} AND customer_id = ${customer.customer_id}`),
        save: ({ account_id, integration_id, customer_id }, { contact_id, updated_at, ...known }, { isNew }) =>
          Effect.asVoid(sql`INSERT INTO shop_customers AS kept (account_id, integration_id, customer_id, contact_id, updated_at,
              email_consent, email_consent_at, sms_consent, sms_consent_at, made_contact)
            VALUES (${account_id}, ${integration_id}, ${customer_id}, ${contact_id}, ${timeText(updated_at)}::timestamptz,
              ${known.email_consent}, ${timeText(known.email_consent_at)}::timestamptz,
              ${known.sms_consent}, ${timeText(known.sms_consent_at)}::timestamptz, ${isNew}::boolean)
            ON CONFLICT (account_id, integration_id, customer_id) DO UPDATE SET contact_id = excluded.contact_id,
              made_contact = CASE WHEN kept.contact_id = excluded.contact_id THEN kept.made_contact ELSE excluded.made_contact END,
              updated_at = excluded.updated_at, email_consent = excluded.email_consent, email_consent_at = excluded.email_consent_at,
              sms_consent = excluded.sms_consent, sms_consent_at = excluded.sms_consent_at`),
        countWaiting: (store, max) =>
          queryCount(sql`SELECT count(*)::int AS waiting FROM
            (SELECT FROM shop_customers WHERE ${waiting(store)} LIMIT ${max}) found`).pipe(
            Effect.map((row) => row?.waiting ?? 0)
          ),
        removeWaiting: (customer) =>
          queryRemoved(sql`DELETE FROM shop_customers WHERE ${waiting(customer)} AND customer_id = ${customer.customer_id}
            RETURNING true AS removed`).pipe(Effect.map((row) => row !== undefined)),
        removeAllWaiting: (store) => Effect.asVoid(sql`DELETE FROM shop_customers WHERE ${waiting(store)}`),
        contactsOfOrders: (customer, order_ids) =>
          order_ids.length === 0
            ? Effect.succeed([])
            : queryContacts(sql`SELECT DISTINCT contact_id FROM orders WHERE ${ofStore(customer)} AND order_id = ANY(${bigints(order_ids)})
                AND customer_id = ${customer.customer_id} AND contact_id IS NOT NULL ORDER BY 1 LIMIT ${order_ids.length}`).pipe(
                Effect.map((rows) => rows.map(({ contact_id }) => contact_id))
              )
      })
    })
  )
}
