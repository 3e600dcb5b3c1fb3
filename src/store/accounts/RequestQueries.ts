import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { LoggedRequest, type StatusClass, successors } from "../../domain/accounts/LoggedRequest.ts"
import { texts } from "../database/parameters.ts"
import { countUpTo, keyset } from "../database/paging.ts"
import { query } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"

const caller = { caller_id: Schema.String, caller_name: Schema.NullOr(Schema.String) }
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
  ...caller,
  entry_id: Schema.BigInt,
  fields: Schema.NullOr(Schema.Array(Schema.String))
})
const queryEntries = query(Row)

const DeprecatedUse = Schema.Struct({
  ...caller,
  endpoint: Schema.String,
  calls: Schema.Int,
  last_at: Schema.DateTimeUtcFromDate
})
const queryUses = query(DeprecatedUse)
const queryDays = query(Schema.Struct({ day: Schema.String, calls: Schema.Int, limited: Schema.Int }))

const callerOf = ({ caller_id, caller_name }: { readonly caller_id: string; readonly caller_name: string | null }) => ({
  id: caller_id,
  kind: caller_id.startsWith("app_") ? ("app" as const) : ("token" as const),
  name: caller_name
})

const loggedRequest = ({ entry_id, caller_id, caller_name, fields, ...row }: typeof Row.Type): LoggedRequest => ({
  ...row,
  id: String(entry_id),
  time: DateTime.makeUnsafe(Number(entry_id >> 20n)),
  deprecated: row.endpoint in successors,
  fields: fields ?? [],
  caller: callerOf({ caller_id, caller_name })
})

/** The requests to list; all without a filter. */
interface RequestFilter {
  readonly status?: StatusClass
  readonly request_id?: string
}

// The newest entries that a search reads, which bounds its time for accounts with very high limits.
const maxSearched = 1_000_000

/** The request log, newest first, and its sums by UTC day (`2026-11-21`). */
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
      const name = sql`coalesce(
        (SELECT name FROM bearer_tokens t WHERE t.account_id = own.account_id AND t.token_id = own.caller_id),
        (SELECT name FROM applications a WHERE a.account_id = own.account_id AND a.application_id = own.caller_id))`
      return RequestQueries.of({
        list: (account_id, filter, { before, limit }) =>
          retried(
            queryEntries(sql`SELECT request_id, endpoint, status, calls, error_code, fields, duration_ms, caller_id, subaccount_id,
              client, entry_id, ${name} AS caller_name
            FROM (SELECT * ${matching(account_id, filter, before)} ORDER BY entry_id DESC LIMIT ${limit}) own
            ORDER BY entry_id DESC`)
          ).pipe(Effect.map((rows) => rows.map(loggedRequest))),
        count: (account_id, filter, max) => retried(countUpTo(sql, matching(account_id, filter, null), max)),
        days: (account_id, since) =>
          retried(
            queryDays(sql`SELECT day::text, sum(calls)::int AS calls, sum(limited)::int AS limited FROM request_days
            WHERE account_id = ${account_id} AND day >= ${since}::date
            GROUP BY day ORDER BY day`)
          ),
        deprecated: (account_id) =>
          retried(
            queryUses(sql`SELECT own.*, ${name} AS caller_name FROM (
              SELECT account_id, caller_id, endpoint, sum(calls)::int AS calls, max(last_at) AS last_at FROM request_days
              WHERE account_id = ${account_id} AND endpoint = ANY(${texts(Object.keys(successors))})
              GROUP BY 1, 2, 3 ORDER BY max(last_at) DESC, endpoint, caller_id LIMIT 100) own
            ORDER BY last_at DESC, endpoint, caller_id`)
          ).pipe(
            Effect.map((rows) =>
              rows.map(({ caller_id, caller_name, ...use }) => ({
                ...use,
                caller: callerOf({ caller_id, caller_name })
              }))
            )
          )
      })
    })
  )
}
