import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { LoggedRequest, type StatusClass, successors } from "../../domain/accounts/LoggedRequest.ts"
import { texts } from "../sql/parameters.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import type { Budget } from "../../domain/accounts/Budget.ts"

const {
  id: _id,
  time: _time,
  deprecated: _deprecated,
  caller: _caller,
  fields: _fields,
  ...columns
} = LoggedRequest.fields
const Row = Schema.Struct({
  ...columns,
  caller_id: Schema.String,
  entry_id: Schema.BigInt,
  fields: Schema.NullOr(Schema.Array(Schema.String))
})
const queryEntries = query(Row)

const DeprecatedUse = Schema.Struct({
  caller_id: Schema.String,
  endpoint: Schema.String,
  calls: Schema.Int,
  last_at: Schema.DateTimeUtcFromDate
})
const queryUses = query(DeprecatedUse)
const queryDays = query(Schema.Struct({ day: Schema.String, calls: Schema.Int, limited: Schema.Int }))

const queryNames = query(Schema.Struct({ id: Schema.String, name: Schema.NullOr(Schema.String) }))

type Caller = LoggedRequest["caller"]

const loggedRequest = (
  { entry_id, caller_id: _caller_id, fields, ...row }: typeof Row.Type,
  caller: Caller
): LoggedRequest => ({
  ...row,
  id: String(entry_id),
  time: DateTime.makeUnsafe(Number(entry_id >> 20n)),
  deprecated: row.endpoint in successors,
  fields: fields ?? [],
  caller
})

/** The requests to list; all without a filter. */
interface RequestFilter {
  readonly status?: StatusClass
  readonly request_id?: string
}

// The newest entries that a search reads, which bounds its time for accounts with very high limits.
const maxSearched = 1_000_000

const Usage = Schema.Struct({
  minute_limit: Schema.Int,
  minute_used: Schema.Int,
  day_limit: Schema.Int,
  day_used: Schema.Int
})

const queryUsage = queryOne(Usage)

/**
 * The request log, newest first, its sums by UTC day (`2026-11-21`), and the rate budget that an account draws on: its own, or its
 * parent's.
 */
export class RequestQueries extends Context.Service<
  RequestQueries,
  {
    readonly list: (
      account_id: string,
      filter: RequestFilter,
      slice: KeysetSlice
    ) => Effect.Effect<ReadonlyArray<LoggedRequest>, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, filter: RequestFilter, max: number) => Effect.Effect<number, Unavailable>
    readonly days: (
      account_id: string,
      since: string
    ) => Effect.Effect<
      ReadonlyArray<{ readonly day: string; readonly calls: number; readonly limited: number }>,
      Unavailable
    >
    /** The recent callers of deprecated endpoints, latest first, at most 100. */
    readonly deprecated: (account_id: string) => Effect.Effect<
      ReadonlyArray<{
        readonly caller: LoggedRequest["caller"]
        readonly endpoint: string
        readonly calls: number
        readonly last_at: DateTime.Utc
      }>,
      Unavailable
    >
    readonly budget: (account_id: string, now: Date) => Effect.Effect<Budget, Unavailable>
  }
>()("tally/store/accounts/RequestQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Without a filter the primary key alone answers this.
      const matching = (account_id: string, { status, request_id }: RequestFilter, before: string | null) => {
        const minStatus = status === undefined ? 0 : Number(status[0]) * 100
        return sql`FROM (SELECT * FROM request_log WHERE account_id = ${account_id}
            ${keyset(sql, ["entry_id"], before === null ? null : [sql`${before}::bigint`], maxSearched)}) latest
          WHERE true ${status === undefined ? sql`` : sql`AND status BETWEEN ${minStatus} AND ${minStatus + 99}`}
            ${request_id === undefined ? sql`` : sql`AND request_id = ${request_id}`}`
      }
      // Credentials are not distributed with the log, so they are read by a statement of their own.
      const callersOf = Effect.fnUntraced(function* (
        account_id: string,
        rows: ReadonlyArray<{ readonly caller_id: string }>
      ) {
        const ids = [...new Set(rows.map(({ caller_id }) => caller_id))]
        const named =
          ids.length === 0
            ? []
            : yield* retried(
                queryNames(sql`
                SELECT token_id AS id, name FROM bearer_tokens WHERE account_id = ${account_id} AND token_id = ANY(${texts(ids)})
                UNION ALL
                SELECT application_id, name FROM applications WHERE account_id = ${account_id} AND application_id = ANY(${texts(ids)})`)
              )
        const names = new Map(named.map(({ id, name }) => [id, name]))
        return (caller_id: string): Caller => ({
          id: caller_id,
          kind: caller_id.startsWith("app_") ? "app" : "token",
          name: names.get(caller_id) ?? null
        })
      })
      return RequestQueries.of({
        list: Effect.fnUntraced(function* (account_id, filter, { before, limit }) {
          const rows = yield* retried(
            queryEntries(sql`SELECT request_id, endpoint, status, calls, error_code, fields, duration_ms, caller_id, subaccount_id,
              client, entry_id ${matching(account_id, filter, before)} ORDER BY entry_id DESC LIMIT ${limit}`)
          )
          const caller = yield* callersOf(account_id, rows)
          return rows.map((row) => loggedRequest(row, caller(row.caller_id)))
        }),
        count: (account_id, filter, max) => retried(countUpTo(sql, matching(account_id, filter, null), max)),
        days: (account_id, since) =>
          retried(
            queryDays(sql`SELECT day::text, sum(calls)::int AS calls, sum(limited)::int AS limited FROM request_days
            WHERE account_id = ${account_id} AND day >= ${since}::date
            GROUP BY day ORDER BY day`)
          ),
        deprecated: Effect.fnUntraced(function* (account_id) {
          const uses = yield* retried(
            queryUses(sql`SELECT caller_id, endpoint, sum(calls)::int AS calls, max(last_at) AS last_at FROM request_days
              WHERE account_id = ${account_id} AND endpoint = ANY(${texts(Object.keys(successors))})
              GROUP BY 1, 2 ORDER BY max(last_at) DESC, endpoint, caller_id LIMIT 100`)
          )
          const caller = yield* callersOf(account_id, uses)
          return uses.map(({ caller_id, ...use }) => ({ ...use, caller: caller(caller_id) }))
        }),
        budget: (account_id, now) =>
          retried(
            queryUsage(sql`SELECT payer.limit_per_minute AS minute_limit, payer.limit_per_day AS day_limit,
              CASE WHEN used.minute = date_trunc('minute', ${now}::timestamptz, 'UTC') THEN used.minute_used ELSE 0 END AS minute_used,
              CASE WHEN used.day = date_trunc('day', ${now}::timestamptz, 'UTC') THEN used.day_used ELSE 0 END AS day_used
            FROM accounts own JOIN accounts payer ON payer.account_id = coalesce(own.parent_id, own.account_id)
            LEFT JOIN rate_windows used ON used.account_id = payer.account_id AND used.address = ''
            WHERE own.account_id = ${account_id}`)
          ).pipe(
            Effect.map((row) => ({
              minute: { limit: row?.minute_limit ?? 0, used: row?.minute_used ?? 0 },
              day: { limit: row?.day_limit ?? 0, used: row?.day_used ?? 0 }
            }))
          )
      })
    })
  )
}
