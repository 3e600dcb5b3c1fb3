import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** The account and its subaccounts, without those that the user belongs to directly. */
const reach = (sql: SqlClient.SqlClient, account_id: string, user_id: Statement.Fragment) => sql`(
  SELECT a.account_id FROM accounts a WHERE a.account_id = ${account_id} OR (a.parent_id = ${account_id} AND NOT EXISTS (
    SELECT 1 FROM memberships own WHERE own.account_id = a.account_id AND own.user_id = ${user_id})))`

const isActive = (sql: SqlClient.SqlClient, time: Statement.Fragment) =>
  sql`kind = 'api' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${time})`

/** How many active API tokens and application secrets of the account were shown to the user, as a scalar subquery. */
export const countCredentials = (
  sql: SqlClient.SqlClient,
  account_id: string,
  user_id: Statement.Fragment,
  time: Statement.Fragment
) => sql`((SELECT count(*) FROM bearer_tokens
    WHERE made_by = ${user_id} AND ${isActive(sql, time)} AND account_id IN ${reach(sql, account_id, user_id)})
  + (SELECT count(*) FROM applications
    WHERE secret_made_by = ${user_id} AND account_id IN ${reach(sql, account_id, user_id)}))::int`

/**
 * Revokes what `countCredentials` counts, and gives its number. An application stays without a secret, and its access tokens end. Joins
 * the open transaction.
 */
export const revokeCredentials = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  user_id: string,
  time: Statement.Fragment
) {
  const user = sql`${user_id}::text`
  const tokens = yield* sql`UPDATE bearer_tokens SET revoked_at = ${time}
    WHERE made_by = ${user} AND ${isActive(sql, time)} AND account_id IN ${reach(sql, account_id, user)} RETURNING 1`
  // No secret has an empty digest.
  const applications = yield* sql<{ readonly account_id: string; readonly application_id: string }>`
    UPDATE applications SET secret_digest = '', secret_made_by = NULL
    WHERE secret_made_by = ${user} AND account_id IN ${reach(sql, account_id, user)}
    RETURNING account_id, application_id`
  yield* Effect.forEach(
    applications,
    (each) => sql`DELETE FROM bearer_tokens
      WHERE account_id = ${each.account_id} AND application_id = ${each.application_id}`
  )
  return tokens.length + applications.length
})
