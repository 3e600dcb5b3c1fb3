import { Context, DateTime, Effect, Exit, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../domain/Failure.ts"
import { type Admitted, decodeAdmitted } from "./Admitted.ts"
import { batched, mostTogether } from "./Batch.ts"
import { columns, texts } from "./parameters.ts"
import { retried } from "./Transaction.ts"

/** Who asks to come in. `digest` is the SHA-256 of a well-formed bearer token; `wanted` is the `Service-Account-Id`. */
interface Admission {
  readonly digest: string | null
  readonly wanted: string | null
  readonly address: string
}

/** `database`: the windows follow the database's clock, whatever this process thinks. `service`: the Clock service, for tests. */
export const WindowClock = Context.Reference<"database" | "service">("tally/store/WindowClock", {
  defaultValue: () => "database"
})

/** Credentials and rate windows, decided for all requests that wait at the same moment in one statement (contract §7). */
export class Admissions extends Context.Service<
  Admissions,
  {
    /**
     * Reads the token's row and counts the request. Exact over any number of processes; nothing is cached. The count alone
     * does not wait for the disk: a database that crashes may forget what was asked in its last second, never what was done.
     */
    readonly admit: (request: Admission) => Effect.Effect<Admitted, Unavailable>
  }
>()("tally/store/Admissions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* WindowClock
      const now: Effect.Effect<Date | null> = clock === "database" ? Effect.succeed(null) : DateTime.nowAsDate

      // Rows are found one by one through their keys (OFFSET 0): joined as tables, all tokens there are would be read for a few calls.
      const decide = (requests: ReadonlyArray<Admission>, at: Date | null) => sql`
        WITH clock AS MATERIALIZED (
          SELECT coalesce(${at}::timestamptz, clock_timestamp()) AS now
          FROM set_config('synchronous_commit', 'off', true)
        ),
        calls AS (
          SELECT call.*, clock.now, token.account_id AS home, token.token_id, token.application_id,
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
            texts(requests.map(({ address }) => address))
          )} WITH ORDINALITY AS call (digest, wanted, caller_address, at)
          LEFT JOIN LATERAL (
            SELECT account_id, token_id, application_id, scopes FROM bearer_tokens
            WHERE digest = call.digest AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock.now) OFFSET 0
          ) token ON true
          LEFT JOIN LATERAL (
            SELECT scopes FROM applications
            WHERE account_id = token.account_id AND application_id = token.application_id OFFSET 0
          ) application ON true
          LEFT JOIN LATERAL (
            SELECT limit_per_minute, limit_per_day FROM accounts WHERE account_id = token.account_id OFFSET 0
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
        )
        SELECT calls.now, calls.home, calls.token_id, calls.application_id, calls.scopes, calls.target, calls.default_country,
          calls.clock_offset,
          (row_number() OVER (PARTITION BY calls.account_id, calls.address ORDER BY calls.at))::int AS place,
          charged.minute, charged.minute_used, charged.minute_limit, charged.day, charged.day_used, charged.day_limit,
          charged.granted
        FROM calls JOIN charged USING (account_id, address)
        ORDER BY calls.at`

      const admit = yield* batched({
        name: "admissions",
        run: (requests: ReadonlyArray<Admission & { readonly at: Date | null }>) =>
          decide(requests, requests.at(-1)?.at ?? null).pipe(
            retried,
            Effect.flatMap(decodeAdmitted),
            Effect.tap(countTrips),
            Effect.map((verdicts) => verdicts.map(Exit.succeed))
          ),
        // The account is not known yet; a token stands for it.
        lineOf: ({ digest, address }) => digest ?? address,
        lingers: true,
        workers: 2,
        most: mostTogether,
        capacity: 10_000
      })
      return Admissions.of({
        admit: (request) => Effect.flatMap(now, (at) => admit({ ...request, at }))
      })
    })
  )
}

const trips = Metric.counter("tally_rate_limited_total", { description: "Requests beyond a limit", incremental: true })

const countTrips = (verdicts: ReadonlyArray<Admitted>) =>
  Effect.forEach(
    verdicts.filter(({ granted }) => !granted),
    ({ caller }) => Metric.update(Metric.withAttributes(trips, { budget: caller === null ? "address" : "account" }), 1),
    { discard: true }
  )

// What the window had used when this statement came to it. A window never moves back, so a late statement counts in the later one.
const used = (sql: SqlClient.SqlClient, window: "minute" | "day") =>
  sql.literal(`CASE WHEN kept.${window} >= excluded.${window} THEN kept.${window}_used ELSE 0 END`)

const granted = (sql: SqlClient.SqlClient) =>
  sql`greatest(0, least(excluded.granted, excluded.minute_limit - ${used(sql, "minute")}, excluded.day_limit - ${used(sql, "day")}))`
