import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { mentionsOf } from "../../domain/contacts/addressForms.ts"
import { dataMap } from "../database/DataMap.ts"
import { texts } from "../database/parameters.ts"
import { retried } from "../database/Transaction.ts"

const decodeAccounts = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ account_id: Schema.String })))
const decodeLast = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ last: Schema.NullOr(Schema.String) })]))

// Some tens of milliseconds of work.
const step = 20_000

/**
 * Empties the texts of an account that name the contact by its addresses, where no row belongs to it: names and headers of
 * uploaded files, and ids that callers chose for requests, which for a subaccount stand with its parent. In steps, as a log
 * may be long.
 */
export const eraseMentions = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, ...addresses }: Pick<Contact, "account_id" | "email" | "phone">
) {
  const names = texts(mentionsOf(addresses))
  const isNamedIn = (column: string) =>
    sql`EXISTS (SELECT FROM unnest(${names}) AS name WHERE position(name IN lower(${sql(column)})) > 0)`
  const blank = (table: "imports" | "request_log") => {
    const columns = Object.entries(dataMap[table].erase)
    const changed = columns.map(
      ([column, value]) =>
        sql`${sql(column)} = CASE WHEN ${isNamedIn(column)} THEN ${sql.literal(value)} ELSE ${sql(column)} END`
    )
    return sql`UPDATE ${sql(table)} SET ${sql.csv(changed)}
      WHERE (${sql.join(" OR ", false)(columns.map(([column]) => isNamedIn(column)))})`
  }
  yield* retried(sql`${blank("imports")} AND account_id = ${account_id}`)

  const accounts = yield* retried(sql`SELECT account.account_id FROM accounts own
    JOIN accounts account ON account.account_id IN (own.account_id, own.parent_id)
    WHERE own.account_id = ${account_id} ORDER BY 1 LIMIT 2`).pipe(
    Effect.flatMap((rows) => Effect.orDie(decodeAccounts(rows)))
  )
  for (const home of accounts) {
    let from: string | null = "0"
    while (from !== null) {
      // Ids that the service gave name nobody.
      const rows: ReadonlyArray<unknown> = yield* retried(sql`
        WITH part AS MATERIALIZED (
          SELECT entry_id, starts_with(request_id, 'req_') AND length(request_id) = 18 AS is_ours FROM request_log
          WHERE account_id = ${home.account_id} AND entry_id > ${from}::bigint ORDER BY entry_id LIMIT ${step}
        ), blanked AS (
          ${blank("request_log")} AND account_id = ${home.account_id}
            AND entry_id IN (SELECT entry_id FROM part WHERE NOT is_ours)
        )
        SELECT max(entry_id)::text AS last FROM part`)
      const [{ last }] = yield* Effect.orDie(decodeLast(rows))
      from = last
    }
  }
})
