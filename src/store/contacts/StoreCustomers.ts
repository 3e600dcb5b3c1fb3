import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { CustomerReport } from "../../domain/contacts/CustomerReport.ts"
import { queryOne } from "../database/query.ts"
import { Millis, timeText } from "../database/timestamps.ts"

const Row = Schema.Struct({
  contact_id: Schema.String,
  updated_at: Millis,
  email_consent_at: Schema.NullOr(Millis),
  sms_consent_at: Schema.NullOr(Millis)
})
const queryCustomer = queryOne(Row)

type CustomerRef = Pick<CustomerReport, "integration_id" | "customer_id"> & { readonly account_id: string }

/** Customers of connected stores: their contact, and the platform's times of what was taken from them. Every member joins the open transaction. */
export class StoreCustomers extends Context.Service<
  StoreCustomers,
  {
    readonly read: (customer: CustomerRef) => Effect.Effect<typeof Row.Type | undefined, SqlError.SqlError>
    /** Keeps the later of each time, and whether the first report for the contact made it. Requires that the contact is locked. */
    readonly save: (
      account_id: string,
      contact_id: string,
      report: CustomerReport,
      options: { readonly isNew: boolean }
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/StoreCustomers") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return StoreCustomers.of({
        read: ({ account_id, integration_id, customer_id }) =>
          queryCustomer(sql`SELECT contact_id, updated_at, email_consent_at, sms_consent_at FROM store_customers
            WHERE account_id = ${account_id} AND integration_id = ${integration_id} AND customer_id = ${customer_id}`),
        save: (account_id, contact_id, { integration_id, customer_id, ...times }, { isNew }) =>
          Effect.asVoid(sql`INSERT INTO store_customers AS kept (account_id, integration_id, customer_id, contact_id, updated_at,
              email_consent_at, sms_consent_at, made_contact)
            VALUES (${account_id}, ${integration_id}, ${customer_id}, ${contact_id}, ${timeText(times.updated_at)}::timestamptz,
              ${timeText(times.email_consent_at)}::timestamptz, ${timeText(times.sms_consent_at)}::timestamptz, ${isNew}::boolean)
            ON CONFLICT (account_id, integration_id, customer_id) DO UPDATE SET contact_id = excluded.contact_id,
              made_contact = CASE WHEN kept.contact_id = excluded.contact_id THEN kept.made_contact ELSE excluded.made_contact END,
              updated_at = greatest(kept.updated_at, excluded.updated_at),
              email_consent_at = greatest(kept.email_consent_at, excluded.email_consent_at),
              sms_consent_at = greatest(kept.sms_consent_at, excluded.sms_consent_at)`)
      })
    })
  )
}
