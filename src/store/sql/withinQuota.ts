import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { invalid } from "../../domain/ValidationIssue.ts"
import type { Quota } from "../../domain/capacity/quotas.ts"

/**
 * Fails with the quota's message unless `rows` (`FROM … WHERE …`) are fewer than the quota. Locks the account's row until the open transaction
 * ends, so that concurrent creations in one account count each other's rows.
 */
export const withinQuota = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  { max, message }: Quota,
  rows: Fragment
) {
  yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE`
  const found = yield* sql`SELECT 1 ${rows} LIMIT ${max}`
  if (found.length >= max) return yield* invalid("", message)
})

/** Deletes the rows beyond the first `max` in descending `order`, at most 1,000 at a time. Joins the open transaction. */
export const keepNewest = (
  sql: SqlClient.SqlClient,
  max: number,
  {
    table,
    key,
    where,
    order
  }: { readonly table: string; readonly key: Fragment; readonly where: Fragment; readonly order: Fragment }
) => sql`
  DELETE FROM ${sql(table)} WHERE (${key}) IN (
    SELECT ${key} FROM ${sql(table)} WHERE ${where} ORDER BY ${order} DESC OFFSET ${max} LIMIT 1000)`
