import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { Scope } from "../../domain/accounts/Scope.ts"
import { columns, texts } from "../sql/parameters.ts"
import { Millis } from "../sql/timestamps.ts"
import type { Prefetch, Prefetched, PrefetchKeys } from "./Prefetch.ts"

/** A request to admit. */
export interface AdmissionRequest {
  /** SHA-256 of the bearer token; null without a well-formed one. */
  readonly digest: string | null
  /** The `Service-Account-Id`; null without one. */
  readonly serviceAccountId: string | null
  /** The client's network, which is charged for requests without a valid token. */
  readonly address: string
}

/** A request with the keys of the rows that are read with its admission; null for none. */
export interface PrefetchingRequest extends AdmissionRequest {
  readonly keys: PrefetchKeys | null
}

/** The state of a rate window after this request. `reset` is in Unix seconds. */
interface Window {
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** The decision on a request. */
export interface Admission {
  readonly granted: boolean
  /** The database's time, in milliseconds. */
  readonly now: number
  /** Seconds until neither window is used up. */
  readonly retryAfter: number
  readonly minute: Window
  readonly day: Window
  /** Null without a valid token. */
  readonly caller: {
    readonly home: string
    /** The parent of `home`, or `home` itself. Subaccounts share the capacity of their parent. */
    readonly top_level: string
    readonly token_id: string
    /** Null for an API token. */
    readonly application_id: string | null
    readonly scopes: ReadonlyArray<Scope>
    /** Null when the `Service-Account-Id` is neither the caller's account nor a direct subaccount of it. */
    readonly target: {
      readonly account_id: string
      readonly default_country: string
      readonly clock_offset: number
    } | null
  } | null
  /** Null unless the request was granted and rows were read for it. */
  readonly prefetched: Prefetched | null
}

const Row = Schema.Struct({
  at: Schema.Int,
  now: Millis,
  home: Schema.NullOr(Schema.String),
  top_level: Schema.NullOr(Schema.String),
  token_id: Schema.NullOr(Schema.String),
  application_id: Schema.NullOr(Schema.String),
  scopes: Schema.NullOr(Schema.Array(Scope)),
  target: Schema.NullOr(Schema.String),
  default_country: Schema.NullOr(Schema.String),
  clock_offset: Schema.NullOr(Schema.Number),
  rank: Schema.Int,
  minute: Millis,
  minute_used: Schema.Int,
  minute_limit: Schema.Int,
  day: Millis,
  day_used: Schema.Int,
  day_limit: Schema.Int,
  granted: Schema.Int
})

// Laterals with OFFSET 0 find rows one by one by key: joins would read all tokens there are for a few requests. The count does not wait
// for the disk (synchronous_commit).
const statement = (
  sql: SqlClient.SqlClient,
  requests: ReadonlyArray<PrefetchingRequest>,
  at: Date | null,
  prefetch: Prefetch | null
) => sql`
  WITH clock AS MATERIALIZED (
    SELECT coalesce(${at}::timestamptz, clock_timestamp()) AS now
    FROM set_config('synchronous_commit', 'off', true)
  ),
  requests AS (
    SELECT request.*, clock.now, token.account_id AS home,
      coalesce(account.parent_id, token.account_id) AS top_level, token.token_id, token.application_id,
      CASE WHEN token.application_id IS NULL THEN token.scopes
        ELSE ARRAY(SELECT unnest(token.scopes) INTERSECT SELECT unnest(application.scopes)) END AS scopes,
      coalesce(token.account_id, '') AS account_id,
      CASE WHEN token.account_id IS NULL THEN request.caller_address ELSE '' END AS address,
      coalesce(account.limit_per_minute, 60) AS minute_limit, coalesce(account.limit_per_day, 10000) AS day_limit,
      target.account_id AS target, target.default_country,
      target.clock_offset::float8 AS clock_offset
    FROM clock CROSS JOIN ${columns(
      sql,
      texts(requests.map(({ digest }) => digest)),
      texts(requests.map(({ serviceAccountId }) => serviceAccountId)),
      texts(requests.map(({ address }) => address)),
      texts(requests.map(({ keys }) => (keys === null ? null : JSON.stringify(keys))))
    )} WITH ORDINALITY
      AS request (digest, service_account_id, caller_address, keys, at)
    LEFT JOIN LATERAL (
      SELECT account_id, token_id, application_id, scopes FROM bearer_tokens
      WHERE digest = request.digest AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock.now) OFFSET 0
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
      WHERE account_id = coalesce(request.service_account_id, token.account_id)
        AND (account_id = token.account_id OR parent_id = token.account_id) OFFSET 0
    ) target ON true
  ),
  charged AS (
    INSERT INTO rate_windows AS kept
      (account_id, address, minute, minute_used, minute_limit, day, day_used, day_limit, granted)
    SELECT account_id, address, date_trunc('minute', now, 'UTC'), requested, minute_limit,
      date_trunc('day', now, 'UTC'), requested, day_limit, requested
    FROM (
      SELECT account_id, address, now, minute_limit, day_limit,
        least(count(*), minute_limit, day_limit)::int AS requested
      FROM requests GROUP BY account_id, address, now, minute_limit, day_limit
    ) counts
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
  admissions AS MATERIALIZED (
    SELECT requests.at::int, requests.now, requests.home, requests.top_level, requests.token_id,
      requests.application_id, requests.scopes, requests.target, requests.default_country, requests.clock_offset,
      (row_number() OVER (PARTITION BY requests.account_id, requests.address ORDER BY requests.at))::int AS rank,
      charged.minute, charged.minute_used, charged.minute_limit, charged.day, charged.day_used, charged.day_limit,
      charged.granted, requests.keys
    FROM requests JOIN charged USING (account_id, address)
  )
  SELECT ${sql.literal(resultColumns.join(", "))}, NULL::text AS kind, NULL::json AS value FROM admissions
  ${prefetch === null ? sql`` : sql`UNION ALL SELECT ${sql.literal(resultColumns.map(() => "NULL").join(", "))}, kind, value FROM (${prefetch(sql, grantedKeys(sql))}) prefetched`}`

const resultColumns = Object.keys(Row.fields)

const grantedKeys = (sql: SqlClient.SqlClient): Fragment =>
  sql.literal(`(SELECT target AS account_id, keys::json AS keys FROM admissions
    WHERE keys IS NOT NULL AND target IS NOT NULL AND rank <= granted)`)

// The requests that the window has counted before this statement. A window never moves back: a late statement counts in the newer window.
const used = (sql: SqlClient.SqlClient, window: "minute" | "day") =>
  sql.literal(`CASE WHEN kept.${window} >= excluded.${window} THEN kept.${window}_used ELSE 0 END`)

const granted = (sql: SqlClient.SqlClient) =>
  sql`greatest(0, least(excluded.granted, excluded.minute_limit - ${used(sql, "minute")}, excluded.day_limit - ${used(sql, "day")}))`

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodePrefetched = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ kind: Schema.String, value: Schema.Unknown }))
)

const windowOf = (start: number, seconds: number, limit: number, used: number): Window => ({
  limit,
  remaining: Math.max(0, limit - used),
  reset: start / 1000 + seconds
})

const admissionOf = (row: typeof Row.Type, prefetched: Prefetched | null): Admission => {
  const granted = row.rank <= row.granted
  // The row counts the whole batch; subtract the requests granted after this one.
  const later = granted ? row.granted - row.rank : 0
  const minute = windowOf(row.minute, 60, row.minute_limit, row.minute_used - later)
  const day = windowOf(row.day, 86_400, row.day_limit, row.day_used - later)
  const wait = Math.max(minute.remaining > 0 ? 0 : minute.reset, day.remaining > 0 ? 0 : day.reset)
  return {
    granted,
    now: row.now,
    retryAfter: Math.max(1, Math.ceil(wait - row.now / 1000)),
    minute,
    day,
    caller:
      row.home === null || row.token_id === null
        ? null
        : {
            home: row.home,
            top_level: row.top_level ?? row.home,
            token_id: row.token_id,
            application_id: row.application_id,
            scopes: row.scopes ?? [],
            target:
              row.target === null
                ? null
                : {
                    account_id: row.target,
                    default_country: row.default_country ?? "US",
                    clock_offset: row.clock_offset ?? 0
                  }
          },
    prefetched: granted && row.target !== null ? prefetched : null
  }
}

/**
 * Authenticates requests and charges their rate windows at `at`, or at the database's time when it is null. Gives the decisions in the order
 * of the requests. Reads the rows of the granted requests along, where these have keys and `prefetch` is not null.
 */
export const admitRequests = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  requests: ReadonlyArray<PrefetchingRequest>,
  at: Date | null,
  prefetch: Prefetch | null
) {
  const reads = prefetch !== null && requests.some(({ keys }) => keys !== null)
  const found = yield* statement(sql, requests, at, reads ? prefetch : null)
  const rows = yield* Effect.orDie(decodeRows(found.filter(({ kind }) => kind === null)))
  const prefetched = reads
    ? { rows: yield* Effect.orDie(decodePrefetched(found.filter(({ kind }) => kind !== null))) }
    : null
  return rows
    .toSorted((a, b) => a.at - b.at)
    .map((row, index) => admissionOf(row, (requests[index]?.keys ?? null) === null ? null : prefetched))
})
