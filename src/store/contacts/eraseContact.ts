import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { phoneEndings } from "../../domain/contacts/addressForms.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { erasedSince } from "../../domain/contacts/Suppressions.ts"
import { dataMap, type FoundBy, type TableData } from "../database/DataMap.ts"
import { noteDeadRows } from "../database/DeadRows.ts"
import { texts } from "../database/parameters.ts"

type Person = Pick<Contact, "account_id" | "contact_id" | "email" | "phone">

/**
 * Takes a contact and all that is personal out of every table, as `dataMap` says: one statement a table. What is left names
 * nobody. Joins the open transaction. Contract: orders and contact are held, in that order, and `eraseMentions` is done.
 */
export const eraseContact = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, person: Person) {
  const found = rowsOf(sql, person)
  yield* dropRecords(sql, found.address)
  for (const [table, { found: by, erase }] of Object.entries<TableData>(dataMap)) {
    const rows = found[by]
    if (table === "contacts" || table === "import_records" || erase === "stays" || rows === undefined) continue
    if (erase === "rows") yield* sql`DELETE FROM ${sql(table)} WHERE ${rows}`
    else yield* sql`UPDATE ${sql(table)} SET ${assignments(sql, erase)} WHERE ${rows}`
  }
  // Last, as orders and events refer to it.
  yield* sql`DELETE FROM contacts WHERE ${found.contact}`
  yield* noteDeadRows(sql)
})

const assignments = (sql: SqlClient.SqlClient, to: Readonly<Record<string, string>>) =>
  sql.csv(Object.entries(to).map(([column, value]) => sql`${sql(column)} = ${sql.literal(value)}`))

const rowsOf = (sql: SqlClient.SqlClient, { account_id, contact_id, email, phone }: Person) => {
  const contact = sql`account_id = ${account_id} AND contact_id = ${contact_id}`
  // Records are told apart as orders are: by e-mail, without one by phone.
  const address = sql`account_id = ${account_id} AND (email_key = ${email === null ? null : emailKey(email)}
    OR email_key IS NULL AND phone_digits = ANY(${texts(phoneEndings(phone))}))`
  return {
    contact,
    address,
    "event key": sql`${contact} OR account_id = ${account_id} AND operation = 'events' AND (key, answer) IN (
      SELECT idempotency_key, event_id FROM events WHERE ${contact} AND idempotency_key IS NOT NULL)`,
    // Before, on its own.
    mention: undefined,
    // By its reference to the delivery.
    delivery: undefined,
    hash: undefined,
    none: undefined
  } satisfies Record<FoundBy, Statement.Fragment | undefined>
}

const issues = JSON.stringify([{ field: "", message: erasedSince }])

// Records that wait to be imported fail, so that their import still comes to its end.
const dropRecords = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: Statement.Fragment) {
  const held = yield* sql`SELECT FROM imports WHERE (account_id, import_id) IN (
      SELECT account_id, import_id FROM import_records WHERE ${rows})
    ORDER BY account_id, import_id LIMIT 1000 FOR UPDATE`
  if (held.length === 0) return
  yield* sql`
    WITH gone AS (DELETE FROM import_records WHERE ${rows} RETURNING *), failed AS (
      INSERT INTO import_failures (account_id, import_id, position, file_row, faults)
      SELECT account_id, import_id, position, file_row, ${issues}::text FROM gone
    )
    UPDATE imports i SET failed = failed + counted.records,
      status = CASE WHEN status = 'running' AND imported + failed + counted.records = received THEN 'finished' ELSE status END
    FROM (SELECT account_id, import_id, count(*)::int AS records FROM gone GROUP BY 1, 2) counted
    WHERE i.account_id = counted.account_id AND i.import_id = counted.import_id`
})
