import { Clock, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { contactDeleted } from "../../domain/messages/decideSend.ts"
import { erasedMessage } from "../../domain/contacts/Suppressions.ts"
import { dataMap, type TableData } from "./DataMap.ts"
import { returnCodes } from "../coupons/returnCodes.ts"
import { noteDeadRows } from "../upkeep/DeadRows.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { type ContactKeys, mentionIn, mentioningRows, rowConditions } from "./rowConditions.ts"

/**
 * Deletes a contact and its personal data from every table as `dataMap` says, by one statement a table. Joins the open transaction.
 * Requires that its orders and then the contact are locked, and that `eraseMentions` is done.
 */
export const eraseContact = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, contact: ContactKeys) {
  const conditions = rowConditions(sql, contact)
  yield* deleteRecords(sql, contact.account_id, conditions.address)
  for (const [table, data] of Object.entries<TableData>(dataMap)) {
    const { found, erase } = data
    // Columns that mention the contact are blanked by `eraseMentions`.
    const isDeleted = found === "mention" && erase === "rows"
    const condition = isDeleted ? mentioningRows(sql, contact, data) : conditions[found]
    if (table === "contacts" || table === "import_records" || erase === "stays" || condition === undefined) continue
    if (table === "coupon_codes") yield* returnUnseenCodes(sql, contact)
    if (erase === "rows") yield* sql`DELETE FROM ${sql(table)} WHERE ${condition}`
    else yield* sql`UPDATE ${sql(table)} SET ${assignments(sql, erase)} WHERE ${condition}`
  }
  // Last, because orders and events reference it.
  yield* sql`SELECT delete_contact(${contact.account_id}, ${contact.contact_id})`
  yield* noteDeadRows(sql)
})

const returnUnseenCodes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, contact_id }: ContactKeys
) {
  const messages = sql`m.contact_id = ${contact_id} AND m.reason = ${contactDeleted}`
  yield* returnCodes(sql, { account_id, messages, attempts: 0, now: yield* Clock.currentTimeMillis })
})

const assignments = (sql: SqlClient.SqlClient, values: Readonly<Record<string, string>>) =>
  sql.csv(Object.entries(values).map(([column, value]) => sql`${sql(column)} = ${sql.literal(value)}`))

const issues = JSON.stringify([{ field: "", message: erasedMessage }])

// Records that wait to be imported become failed records, so that their import still finishes.
const deleteRecords = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  condition: Statement.Fragment
) {
  const imports = yield* sql`SELECT FROM imports WHERE account_id = ${account_id} AND import_id IN (
      SELECT import_id FROM import_records WHERE ${condition})
    ORDER BY import_id LIMIT 1000 FOR UPDATE`
  if (imports.length === 0) return
  yield* sql`
    WITH deleted AS (DELETE FROM import_records WHERE ${condition} RETURNING *), failures AS (
      INSERT INTO import_failures (account_id, import_id, position, file_row, issues)
      SELECT ${account_id}, import_id, position, file_row, ${issues}::text FROM deleted
    )
    UPDATE imports i SET failed = failed + counted.records,
      status = CASE WHEN status = 'running' AND imported + failed + counted.records = received THEN 'finished' ELSE status END
    FROM (SELECT import_id, count(*)::int AS records FROM deleted GROUP BY 1) counted
    WHERE i.account_id = ${account_id} AND i.import_id = counted.import_id`
})

const AccountRow = Schema.Struct({ account_id: Schema.String })
const LastEntryRow = Schema.Struct({ last: Schema.NullOr(Schema.String) })

// Entries a statement: some tens of milliseconds of work.
const chunk = 20_000

/**
 * Blanks the texts of an account that mention the contact's addresses in rows of no contact: names and headers of uploaded files, names and
 * conditions of segments and campaigns, and request ids of callers, which the log of a subaccount's parent has too. Each statement is retried by itself, since the
 * log may be long. Idempotent.
 */
export const eraseMentions = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, ...addresses }: Pick<Contact, "account_id" | "email" | "phone">
) {
  const isMentionedIn = mentionIn(sql, addresses)
  const blank = (table: "imports" | "request_log" | "segments" | "campaigns") => {
    const columns = Object.entries(dataMap[table].erase)
    const blanked = columns.map(
      ([column, value]) =>
        sql`${sql(column)} = CASE WHEN ${isMentionedIn(column)} THEN ${sql.literal(value)} ELSE ${sql(column)} END`
    )
    return sql`UPDATE ${sql(table)} SET ${sql.csv(blanked)}
      WHERE (${sql.join(" OR ", false)(columns.map(([column]) => isMentionedIn(column)))})`
  }
  yield* retried(sql`${blank("imports")} AND account_id = ${account_id}`)
  yield* retried(sql`${blank("segments")} AND account_id = ${account_id}`)
  yield* retried(sql`${blank("campaigns")} AND account_id = ${account_id}`)

  const accounts = yield* sql`SELECT account.account_id FROM accounts own
    JOIN accounts account ON account.account_id IN (own.account_id, own.parent_id)
    WHERE own.account_id = ${account_id} ORDER BY 1 LIMIT 2`.pipe(retried, query(AccountRow))
  for (const account of accounts) {
    let after: string | null = "0"
    while (after !== null) {
      // Request ids that the service made mention nobody.
      const row: typeof LastEntryRow.Type | undefined = yield* sql`
        WITH part AS MATERIALIZED (
          SELECT entry_id, starts_with(request_id, 'req_') AND length(request_id) = 18 AS is_generated FROM request_log
          WHERE account_id = ${account.account_id} AND entry_id > ${after}::bigint ORDER BY entry_id LIMIT ${chunk}
        ), blanked AS (
          ${blank("request_log")} AND account_id = ${account.account_id}
            AND entry_id IN (SELECT entry_id FROM part WHERE NOT is_generated)
        )
        SELECT max(entry_id)::text AS last FROM part`.pipe(retried, queryOne(LastEntryRow))
      after = row?.last ?? null
    }
  }
})
