import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { maxCounted, noSite, type Site, type SiteInput, siteWeek, SiteWeek } from "../../domain/visits/Site.ts"
import { readAccounts } from "../accounts/readAccounts.ts"
import { retried } from "../database/Transaction.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { columns, rowsJson, texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const time = Schema.NullOr(Millis)
const text = Schema.NullOr(Schema.String)

const Row = Schema.Struct({
  account_id: Schema.String,
  origins: Schema.Array(Schema.String),
  consent_elsewhere: Schema.Boolean,
  heard_at: time,
  heard_origin: text,
  refused_at: time,
  refused_origin: text,
  visitors_day: time,
  visitors: Schema.Int
})

const names = Object.keys(Row.fields)
  .map((name) => `sites.${name}`)
  .join(", ")

/** The sites of accounts (contract §18). */
export class Sites extends Context.Service<
  Sites,
  {
    /** The site of an account, also of one that has set nothing. */
    readonly read: (account_id: string) => Effect.Effect<Site, Unavailable>
    /** What pages of the site reported in the seven days before `now`, on the account's clock. Reads a bounded number of rows. */
    readonly week: (account_id: string, now: number) => Effect.Effect<SiteWeek, Unavailable>
    /** Replaces what the account has set. Idempotent. */
    readonly set: (account_id: string, input: SiteInput, now: number) => Effect.Effect<void, Unavailable>
    /** The sites of accounts that have set one. Joins the open transaction. */
    readonly load: (
      accounts: ReadonlyArray<{ readonly account_id: string }>
    ) => Effect.Effect<ReadonlyArray<Site>, SqlError.SqlError>
    /** How far the clocks of accounts are ahead, in milliseconds. Joins the open transaction. */
    readonly clocks: (
      accounts: ReadonlyArray<{ readonly account_id: string }>
    ) => Effect.Effect<ReadonlyMap<string, number>, SqlError.SqlError>
    /** Notes calls and new visitors. Joins the open transaction. */
    readonly note: (sites: ReadonlyArray<Site>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/visits/Sites") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queryRows = query(Row)
      const queryRow = queryOne(Row)
      const queryWeek = queryOne(SiteWeek)
      return Sites.of({
        read: (account_id) =>
          retried(queryRow(sql`SELECT ${sql.literal(names)} FROM sites WHERE account_id = ${account_id}`)).pipe(
            Effect.map((row) => row ?? noSite(account_id))
          ),
        week: Effect.fnUntraced(function* (account_id, now) {
          const since = timeText(now - siteWeek)
          const found = yield* retried(
            queryWeek(sql`
              SELECT (SELECT count(*)::int FROM (SELECT FROM visitors WHERE account_id = ${account_id}
                  AND seen_at >= ${since}::timestamptz LIMIT ${maxCounted}::int) seen) AS visitors,
                (SELECT count(*)::int FROM (SELECT FROM product_views WHERE account_id = ${account_id}
                  AND viewed_at >= ${since}::timestamptz LIMIT ${maxCounted}::int) viewed) AS views,
                (SELECT count(*)::int FROM (SELECT FROM carts WHERE account_id = ${account_id} AND source = 'site'
                  AND changed_at >= ${since}::timestamptz LIMIT ${maxCounted}::int) changed) AS carts`)
          )
          return found ?? { visitors: 0, views: 0, carts: 0 }
        }),
        set: (account_id, { origins, consent_elsewhere }, now) =>
          Effect.asVoid(
            retried(sql`INSERT INTO sites (account_id, origins, consent_elsewhere, visitors, updated_at)
              VALUES (${account_id}, ${texts([...new Set(origins)])}, ${consent_elsewhere}, 0, ${timeText(now)}::timestamptz)
              ON CONFLICT (account_id) DO UPDATE SET origins = excluded.origins, consent_elsewhere = excluded.consent_elsewhere,
                updated_at = excluded.updated_at`)
          ),
        load: (accounts) => {
          const distinct = [...new Set(accounts.map(({ account_id }) => account_id))].toSorted()
          const account = accountOf(sql, accounts)
          return queryRows(sql`SELECT ${sql.literal(names)} FROM ${columns(sql, texts(distinct))} AS r (account_id)
            JOIN sites ON sites.account_id = ${account("r.account_id")}
            WHERE r.account_id = ${account("r.account_id")} ORDER BY sites.account_id LIMIT ${distinct.length}`)
        },
        clocks: (accounts) =>
          Effect.map(
            readAccounts(
              sql,
              accounts.map(({ account_id }) => account_id)
            ),
            (found) => new Map([...found].map(([account_id, { clock_offset }]) => [account_id, clock_offset]))
          ),
        note: Effect.fnUntraced(function* (sites) {
          if (sites.length === 0) return
          const account = accountOf(sql, sites)
          const rows = sites
            .map(({ account_id, heard_at, heard_origin, refused_at, refused_origin, visitors_day, visitors }) => ({
              account_id,
              heard_at: timeText(heard_at),
              heard_origin,
              refused_at: timeText(refused_at),
              refused_origin,
              visitors_day: timeText(visitors_day),
              visitors
            }))
            .toSorted((one, other) => (one.account_id < other.account_id ? -1 : 1))
          yield* sql`UPDATE sites SET heard_at = r.heard_at, heard_origin = r.heard_origin, refused_at = r.refused_at,
              refused_origin = r.refused_origin, visitors_day = r.visitors_day, visitors = r.visitors
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, heard_at timestamptz, heard_origin text,
              refused_at timestamptz, refused_origin text, visitors_day timestamptz, visitors int)
            WHERE sites.account_id = ${account("r.account_id")} AND r.account_id = ${account("r.account_id")}`
        })
      })
    })
  )
}
