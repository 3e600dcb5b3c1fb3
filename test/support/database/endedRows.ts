import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Admissions } from "../../../src/store/admission/Admissions.ts"
import { Purges } from "../../../src/store/upkeep/Purges.ts"
import { transact } from "../../../src/store/database/Transaction.ts"

/** The time of the test clock. */
export const testNow = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
export const inDays = (days: number) => Effect.map(testNow, (at) => new Date(at.getTime() + days * 86_400_000))

/** Inserts the expiring rows that a day of use leaves, 20 of each kind. */
export const insertDay = Effect.fnUntraced(function* (account_id: string, day: number) {
  const sql = yield* SqlClient.SqlClient
  const at = yield* testNow
  const name = sql`${`${day}-`}::text || n`
  const rows = sql`generate_series(1, 20) AS n`
  yield* sql`INSERT INTO idempotency_keys (account_id, operation, key, digest, answer, created_at)
    SELECT ${account_id}, 'test', ${name}, '', '{}', ${at}::timestamptz FROM ${rows}`
  yield* sql`INSERT INTO bearer_tokens (account_id, token_id, kind, name, digest, scopes, expires_at, created_at)
    SELECT ${account_id}, kind || ${name}, kind, 'a', kind || ${name}, '{}', ${yield* inDays(1 / 12)}::timestamptz,
      ${at}::timestamptz
    FROM ${rows} CROSS JOIN unnest('{api,oauth}'::text[]) AS kind`
  yield* sql`INSERT INTO sessions (digest, user_id, created_at, seen_at)
    SELECT ${name}, ${account_id}, ${at}::timestamptz, ${at}::timestamptz FROM ${rows}`
  yield* sql`INSERT INTO setup_links (digest, expires_at) SELECT ${name}, ${yield* inDays(7)}::timestamptz FROM ${rows}`
  yield* sql`INSERT INTO sign_in_attempts (digest, since, attempts) SELECT ${name}, ${at}::timestamptz, 1 FROM ${rows}`
  yield* sql`INSERT INTO flow_triggers (account_id, type, order_id, occurrence, contact_id, occurred_at)
    SELECT ${account_id}, 'order_placed', ${day} * 100 + n, 1, 'con', ${at}::timestamptz FROM ${rows}`
  yield* sql`INSERT INTO flow_rejections (account_id, cause_key, flow_id, reason, occurred_at)
    SELECT ${account_id}, ${name}, 'flo', 'filters', ${at}::timestamptz FROM ${rows}`
  yield* sql`INSERT INTO received_texts (account_id, digest, received_at)
    SELECT ${account_id}, ${name}, ${at}::timestamptz FROM ${rows}`
  yield* sql`INSERT INTO webhook_deliveries (account_id, delivery_id, key, contact_id, flow_id, run_id, step_id, url, payload,
      status, due_at, created_at, updated_at)
    SELECT ${account_id}, ${name}, ${name}, 'con', 'flw', 'run', 's', '', '{}', 'delivered', ${at}::timestamptz,
      ${at}::timestamptz, ${at}::timestamptz FROM ${rows}`
  yield* sql`INSERT INTO platform_deliveries (account_id, delivery_id, integration_id, topic, status, attempts, received_at, updated_at)
    SELECT ${account_id}, ${name}, 'int', '', 'applied', 1, ${at}::timestamptz, ${at}::timestamptz FROM ${rows}`
  yield* sql`INSERT INTO request_log (account_id, entry_id, duration_ms, calls, status, request_id, caller_id, endpoint)
    SELECT ${account_id}, (${at.getTime()}::bigint << 20) + n, 1, 1, 200, '', '', '' FROM ${rows}`
  yield* sql`INSERT INTO request_days (account_id, day, caller_id, endpoint, calls, limited, last_at)
    SELECT ${account_id}, (${at}::timestamptz AT TIME ZONE 'UTC')::date, ${name}, '', 1, 0, ${at}::timestamptz FROM ${rows}`
  const admissions = yield* Admissions
  yield* Effect.forEach(
    Array.from({ length: 20 }, (_, at) => `192.0.${day}.${at}`),
    (address) => admissions.admit({ digest: null, serviceAccountId: null, address }),
    { concurrency: "unbounded" }
  )
})

/** Counts the rows of each kind. */
export const countRows = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [counts] = yield* sql`SELECT
    (SELECT count(*)::int FROM idempotency_keys) AS keys, (SELECT count(*)::int FROM rate_windows) AS windows,
    (SELECT count(*)::int FROM bearer_tokens WHERE kind = 'oauth') AS oauth,
    (SELECT count(*)::int FROM bearer_tokens WHERE kind = 'api' AND account_id = ${account_id} AND name = 'a') AS api,
    (SELECT count(*)::int FROM sessions) AS sessions, (SELECT count(*)::int FROM setup_links) AS links,
    (SELECT count(*)::int FROM sign_in_attempts) AS attempts, (SELECT count(*)::int FROM flow_triggers) AS triggers,
    (SELECT count(*)::int FROM flow_rejections) AS refusals, (SELECT count(*)::int FROM received_texts) AS texts,
    (SELECT count(*)::int FROM webhook_deliveries) AS deliveries, (SELECT count(*)::int FROM request_log) AS requests,
    (SELECT count(*)::int FROM request_days) AS days, (SELECT count(*)::int FROM platform_deliveries) AS received`
  return counts
})

/** One step of purging a table. Gives the number of rows removed. */
export const purgeTable = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const step = (yield* Purges).steps.find(({ table }) => table === name)
  return yield* step === undefined ? Effect.die(`${name} is not purged`) : transact(sql)(step.purge)
})
