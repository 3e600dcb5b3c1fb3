import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const personal = {
  contacts: ["email", "email_key", "phone", "first_name", "last_name", "tags", "custom_fields"],
  orders: [
    "email",
    "phone",
    "customer_id",
    "discounts",
    "tax_lines",
    "line_items",
    "billing_address",
    "shipping_address"
  ],
  events: ["event_data", "idempotency_key"],
  messages: ["subject", "body", "recipient", "reason"],
  consent_log: ["source_id"],
  webhook_deliveries: ["payload"],
  idempotency_keys: ["key", "digest", "answer"],
  imports: ["file_name", "layout"],
  import_records: ["body", "email_key", "phone_digits"],
  import_failures: ["faults", "email_key", "phone_digits"],
  request_log: ["request_id"]
}

/**
 * Statistics hold values of columns, which no erasure reaches. Columns that hold something of a person get none; lookups by
 * them go through unique keys. Setting the type again, to what it is, removes the statistics that there are.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [table, columns] of Object.entries(personal)) {
    const types = yield* sql<{ name: string; type: string }>`
      SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attname = ANY (string_to_array(${columns.join()}, ','))`
    const changes = types.flatMap(({ name, type }) => [
      sql`ALTER ${sql(name)} TYPE ${sql.literal(type)}`,
      sql`ALTER ${sql(name)} SET STATISTICS 0`
    ])
    yield* sql`ALTER TABLE ${sql(table)} ${sql.csv(changes)}`
  }
  // The statistics removed stay in files of the embedded database until these are rewritten.
  yield* sql`INSERT INTO dead_rows (since) SELECT now() WHERE EXISTS (SELECT FROM contacts)
    AND current_setting('tally.embedded', true) = 'on'`
})
