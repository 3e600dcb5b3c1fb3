import type { SqlClient, Statement } from "effect/sql"

/** The account and its subaccounts, except those that the user is a direct member of. */
export const reachedThrough = (sql: SqlClient.SqlClient, account_id: string, user_id: Statement.Fragment) => sql`(
  SELECT a.account_id FROM accounts a WHERE a.account_id = ${account_id} OR (a.parent_id = ${account_id} AND NOT EXISTS (
    SELECT 1 FROM memberships own WHERE own.account_id = a.account_id AND own.user_id = ${user_id})))`

export const isActiveToken = (sql: SqlClient.SqlClient, time: Statement.Fragment) =>
  sql`kind = 'api' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${time})`

/** The number of active API tokens and application secrets that the user created in these accounts, as a scalar subquery. */
export const countCredentials = (
  sql: SqlClient.SqlClient,
  account_id: string,
  user_id: Statement.Fragment,
  time: Statement.Fragment
) => sql`((SELECT count(*) FROM bearer_tokens
    WHERE made_by = ${user_id} AND ${isActiveToken(sql, time)} AND account_id IN ${reachedThrough(sql, account_id, user_id)})
  + (SELECT count(*) FROM applications
    WHERE secret_made_by = ${user_id} AND account_id IN ${reachedThrough(sql, account_id, user_id)}))::int`
