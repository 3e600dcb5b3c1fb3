import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { query } from "../database/query.ts"

const queryApplications = query(Schema.Struct({ account_id: Schema.String, application_id: Schema.String }))

/** The account and its subaccounts, except those that the user is a direct member of. */
const accountsReachedThrough = (sql: SqlClient.SqlClient, account_id: string, user_id: Statement.Fragment) => sql`(
  SELECT a.account_id FROM accounts a WHERE a.account_id = ${account_id} OR (a.parent_id = ${account_id} AND NOT EXISTS (
    SELECT 1 FROM memberships own WHERE own.account_id = a.account_id AND own.user_id = ${user_id})))`

const isActive = (sql: SqlClient.SqlClient, time: Statement.Fragment) =>
  sql`kind = 'api' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${time})`

/** The number of active API tokens and application secrets that the user created in these accounts, as a scalar subquery. */
export const countCredentials = (
  sql: SqlClient.SqlClient,
  account_id: string,
  user_id: Statement.Fragment,
  time: Statement.Fragment
) => sql`((SELECT count(*) FROM bearer_tokens
    WHERE made_by = ${user_id} AND ${isActive(sql, time)} AND account_id IN ${accountsReachedThrough(sql, account_id, user_id)})
  + (SELECT count(*) FROM applications
    WHERE secret_made_by = ${user_id} AND account_id IN ${accountsReachedThrough(sql, account_id, user_id)}))::int`

/**
 * Revokes the credentials that `countCredentials` counts, and returns their number. An application stays without a secret, and its
 * access tokens are deleted. Joins the open transaction.
 */
export const revokeCredentials = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  user_id: string,
  time: Statement.Fragment
) {
  const user = sql`${user_id}::text`
  const tokens = yield* sql`UPDATE bearer_tokens SET revoked_at = ${time}
    WHERE made_by = ${user} AND ${isActive(sql, time)} AND account_id IN ${accountsReachedThrough(sql, account_id, user)} RETURNING 1`
  // The empty text is no digest, so that no secret matches it.
  const applications = yield* queryApplications(sql`UPDATE applications SET secret_digest = '', secret_made_by = NULL
    WHERE secret_made_by = ${user} AND account_id IN ${accountsReachedThrough(sql, account_id, user)}
    RETURNING account_id, application_id`)
  yield* Effect.forEach(
    applications,
    (application) => sql`DELETE FROM bearer_tokens
      WHERE account_id = ${application.account_id} AND application_id = ${application.application_id}`
  )
  return tokens.length + applications.length
})
