import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { PrefetchKeys } from "../../domain/orders/OrderPrefetch.ts"
import { admittedColumns } from "./Admission.ts"
import { orderSnapshotCtes, orderSnapshotRows } from "../orders/orderSnapshot.ts"
import { bigints, columns, texts } from "../database/parameters.ts"

/** Who asks to come in. `digest` is the SHA-256 of a well-formed bearer token; `wanted` is the `Service-Account-Id`. */
export interface AdmissionRequest {
  readonly digest: string | null
  readonly wanted: string | null
  readonly address: string
  readonly names: PrefetchKeys | null
}

// Many wait with what was read for them: an order that has more, in bytes, is read when its call is at work.
const maxPrefetchedBytes = 16_384

/**
 * Reads the tokens of requests and counts them, at `at` or else by the database's clock: a row (`kind` admission, `value`) for each
 * of them, and rows of what the orders touch of those that are let in.
 */
export const admission = (sql: SqlClient.SqlClient, requests: ReadonlyArray<AdmissionRequest>, at: Date | null) => {
  const rows = sql.literal(
    `SELECT 'admission' AS kind, to_json(found) AS value FROM (SELECT ${admittedColumns} FROM verdict) found`
  )
  return requests.every(({ names }) => names === null)
    ? sql`WITH ${verdict(sql, requests, at)} ${rows}`
    : sql`
        WITH ${verdict(sql, requests, at)},
        ${orderSnapshotCtes(sql, { keys: admittedKeys(sql), forUpdate: false, maxBytes: maxPrefetchedBytes })}
        ${rows} UNION ALL ${orderSnapshotRows(sql, { maxBytes: maxPrefetchedBytes })}`
}

const admittedKeys = (sql: SqlClient.SqlClient) =>
  sql.literal(`SELECT target AS account_id, order_id, email_key, phone, integration_digest FROM verdict
    WHERE order_id IS NOT NULL AND target IS NOT NULL AND place <= granted`)

// Rows are found one by one through their keys (OFFSET 0): joined as tables, all tokens there are would be read for a few calls.
const verdict = (
  sql: SqlClient.SqlClient,
  requests: ReadonlyArray<AdmissionRequest>,
  at: Date | null
): Fragment => sql`clock AS MATERIALIZED (
    SELECT coalesce(${at}::timestamptz, clock_timestamp()) AS now
    FROM set_config('synchronous_commit', 'off', true)
  ),
  calls AS (
    SELECT call.*, clock.now, token.account_id AS home,
      coalesce(account.parent_id, token.account_id) AS top_level, token.token_id, token.application_id,
      CASE WHEN token.application_id IS NULL THEN token.scopes
        ELSE ARRAY(SELECT unnest(token.scopes) INTERSECT SELECT unnest(application.scopes)) END AS scopes,
      coalesce(token.account_id, '') AS account_id,
      CASE WHEN token.account_id IS NULL THEN call.caller_address ELSE '' END AS address,
      coalesce(account.limit_per_minute, 60) AS minute_limit, coalesce(account.limit_per_day, 10000) AS day_limit,
      target.account_id AS target, target.default_country,
      target.clock_offset::float8 AS clock_offset
    FROM clock CROSS JOIN ${columns(
      sql,
      texts(requests.map(({ digest }) => digest)),
      texts(requests.map(({ wanted }) => wanted)),
      texts(requests.map(({ address }) => address)),
      bigints(requests.map(({ names }) => names?.order_id ?? null)),
      texts(requests.map(({ names }) => names?.email_key ?? null)),
      texts(requests.map(({ names }) => names?.phone ?? null)),
      texts(requests.map(({ names }) => names?.integration_digest ?? null))
    )} WITH ORDINALITY AS call (digest, wanted, caller_address, order_id, email_key, phone, integration_digest, at)
    LEFT JOIN LATERAL (
      SELECT account_id, token_id, application_id, scopes FROM bearer_tokens
      WHERE digest = call.digest AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock.now) OFFSET 0
    ) token ON true
    LEFT JOIN LATERAL (
      SELECT scopes FROM applications
      WHERE account_id = token.account_id AND application_id = token.application_id OFFSET 0
    ) application ON true
    LEFT JOIN LATERAL (
      SELECT parent_id, limit_per_minute, limit_per_day FROM accounts WHERE account_id = token.account_id OFFSET 0
    ) account ON true
    LEFT JOIN LATERAL (
      SELECT account_id, default_country, clock_offset FROM accounts
      WHERE account_id = coalesce(call.wanted, token.account_id)
        AND (account_id = token.account_id OR parent_id = token.account_id) OFFSET 0
    ) target ON true
  ),
  charged AS (
    INSERT INTO rate_windows AS kept
      (account_id, address, minute, minute_used, minute_limit, day, day_used, day_limit, granted)
    SELECT account_id, address, date_trunc('minute', now, 'UTC'), asked, minute_limit,
      date_trunc('day', now, 'UTC'), asked, day_limit, asked
    FROM (
      SELECT account_id, address, now, minute_limit, day_limit,
        least(count(*), minute_limit, day_limit)::int AS asked
      FROM calls GROUP BY account_id, address, now, minute_limit, day_limit
    ) asking
    ORDER BY account_id, address
    ON CONFLICT (account_id, address) DO UPDATE SET
      minute = greatest(kept.minute, excluded.minute),
      day = greatest(kept.day, excluded.day),
      minute_limit = excluded.minute_limit,
      day_limit = excluded.day_limit,
      granted = ${granted(sql)},
      minute_used = ${used(sql, "minute")} + ${granted(sql)},
      day_used = ${used(sql, "day")} + ${granted(sql)}
    RETURNING *
  ),
  verdict AS MATERIALIZED (
    SELECT calls.at, calls.now, calls.home, calls.top_level, calls.token_id, calls.application_id, calls.scopes,
      calls.target, calls.default_country, calls.clock_offset, calls.order_id, calls.email_key, calls.phone,
      calls.integration_digest,
      (row_number() OVER (PARTITION BY calls.account_id, calls.address ORDER BY calls.at))::int AS place,
      charged.minute, charged.minute_used, charged.minute_limit, charged.day, charged.day_used, charged.day_limit,
      charged.granted
    FROM calls JOIN charged USING (account_id, address)
  )`

// What the window had used when this statement came to it. A window never moves back, so a late statement counts in the later one.
const used = (sql: SqlClient.SqlClient, window: "minute" | "day") =>
  sql.literal(`CASE WHEN kept.${window} >= excluded.${window} THEN kept.${window}_used ELSE 0 END`)

const granted = (sql: SqlClient.SqlClient) =>
  sql`greatest(0, least(excluded.granted, excluded.minute_limit - ${used(sql, "minute")}, excluded.day_limit - ${used(sql, "day")}))`
