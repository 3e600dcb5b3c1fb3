import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { joinedPast, keptViews, type SiteCall } from "../../domain/visits/ProductView.ts"
import type { JoinedVisitor, VisitBatch, VisitSnapshot } from "../../domain/visits/decideVisits.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { columns, rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { rowsByKey } from "../sql/rowsByKey.ts"
import { timeText } from "../sql/timestamps.ts"
import { VisitorRow, visitorRowColumns } from "./visitColumns.ts"

const ContactOfVisitor = Schema.Struct({
  account_id: Schema.String,
  visitor_id: Schema.String,
  contact_id: Schema.String
})

const KnownContactRow = Schema.Struct({
  account_id: Schema.String,
  message_id: Schema.NullOr(Schema.String),
  contact_id: Schema.String
})

interface OfVisitor {
  readonly account_id: string
  readonly visitor_id: string
}

/** Visitors of sites with the products that they looked at. Every member joins the open transaction. */
export class Visits extends Context.Service<
  Visits,
  {
    /** Reads and locks the visitors of the calls, and the contacts that they prove. */
    readonly load: (
      calls: ReadonlyArray<SiteCall>
    ) => Effect.Effect<Pick<VisitSnapshot, "visitors" | "contacts">, SqlError.SqlError>
    /** Writes visitors and views. Skips a view that is stored already. */
    readonly save: (batch: Pick<VisitBatch, "visitors" | "views">) => Effect.Effect<void, SqlError.SqlError>
    /** Gives the views of the last 30 days and the carts of visitors, as far as they have no contact, to their contacts. */
    readonly join: (joins: ReadonlyArray<JoinedVisitor>) => Effect.Effect<void, SqlError.SqlError>
    /** The contacts that visitors are known to be. */
    readonly contactsOf: (
      visitors: ReadonlyArray<OfVisitor>
    ) => Effect.Effect<ReadonlyArray<Omit<JoinedVisitor, "at">>, SqlError.SqlError>
  }
>()("tally/store/visits/Visits") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queryVisitors = query(VisitorRow)
      const queryKnown = query(KnownContactRow)
      const queryContacts = query(ContactOfVisitor)

      const keysOf = (visitors: ReadonlyArray<OfVisitor>) =>
        sql`${columns(
          sql,
          texts(visitors.map(({ account_id }) => account_id)),
          texts(visitors.map(({ visitor_id }) => visitor_id))
        )} AS r (account_id, visitor_id)`

      const readVisitors = (visitors: ReadonlyArray<OfVisitor>) => {
        const account = accountOf(sql, visitors)
        const options = {
          account,
          keys: "requested_visitors",
          table: "visitors",
          columns: visitorRowColumns,
          key: "visitor_id"
        }
        return queryVisitors(sql`
          WITH requested_visitors AS MATERIALIZED (
            SELECT DISTINCT account_id, visitor_id FROM ${keysOf(visitors)} ORDER BY 1, 2
          ) ${rowsByKey(sql, { ...options, forUpdate: true })} ORDER BY account_id, visitor_id`)
      }

      // The lock keeps an erasure from deleting the contact before its views are written.
      const readContacts = (calls: ReadonlyArray<SiteCall>) => {
        const account = accountOf(sql, calls)
        return queryKnown(sql`
          WITH named AS MATERIALIZED (
            SELECT r.account_id, r.message_id, coalesce(r.contact_id, (SELECT m.contact_id FROM messages m
              WHERE m.account_id = ${account("r.account_id")} AND m.message_id = r.message_id)) AS contact_id
            FROM ${columns(
              sql,
              texts(calls.map(({ account_id }) => account_id)),
              texts(calls.map(({ message_id }) => message_id)),
              texts(calls.map(({ contact_id }) => contact_id))
            )} AS r (account_id, message_id, contact_id)
            WHERE r.account_id = ${account("r.account_id")} ORDER BY 1, 3, 2
          )
          SELECT named.account_id, named.message_id, found.contact_id FROM named CROSS JOIN LATERAL (
            SELECT contact_id FROM contacts WHERE account_id = ${account("named.account_id")}
              AND contact_id = named.contact_id FOR KEY SHARE
          ) found ORDER BY 1, 3, 2`)
      }

      return Visits.of({
        load: Effect.fnUntraced(function* (calls) {
          const proving = calls.filter(({ message_id, contact_id }) => message_id !== null || contact_id !== null)
          const contacts = proving.length === 0 ? [] : yield* readContacts(proving)
          const visitors = visitorsOf(calls)
          return { contacts, visitors: visitors.length === 0 ? [] : yield* readVisitors(visitors) }
        }),
        save: Effect.fnUntraced(function* ({ visitors, views }) {
          if (visitors.length > 0) {
            const account = accountOf(sql, visitors)
            const rows = visitors.map((row) => ({
              ...row,
              views_day: timeText(row.views_day),
              created_at: timeText(row.created_at),
              seen_at: timeText(row.seen_at),
              expires_at: timeText(row.expires_at)
            }))
            // Another process may have written the same new visitor meanwhile.
            yield* sql`INSERT INTO visitors AS kept (account_id, visitor_id, contact_id, views_day, views, created_at, seen_at, expires_at)
              SELECT ${account("account_id")}, visitor_id, contact_id, views_day, views, created_at, seen_at, expires_at
              FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, visitor_id text, contact_id text,
                views_day timestamptz, views int, created_at timestamptz, seen_at timestamptz, expires_at timestamptz)
              ORDER BY 1, 2
              ON CONFLICT (account_id, visitor_id) DO UPDATE SET contact_id = coalesce(excluded.contact_id, kept.contact_id),
                views_day = excluded.views_day, views = excluded.views, seen_at = excluded.seen_at,
                expires_at = greatest(excluded.expires_at, kept.expires_at)`
          }
          if (views.length === 0) return
          const rows = views.map((row) => ({
            ...row,
            viewed_at: timeText(row.viewed_at),
            known_at: timeText(row.known_at),
            expires_at: timeText(row.expires_at)
          }))
          yield* sql`INSERT INTO product_views (account_id, visitor_id, view_id, contact_id, product_id, title, url, image_url, price,
              currency, viewed_at, known_at, expires_at)
            SELECT ${accountOf(sql, views)("account_id")} AS account_id, visitor_id, view_id, contact_id, product_id, title, url, image_url, price,
              currency, viewed_at, known_at, expires_at
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, visitor_id text, view_id text, contact_id text,
              product_id text, title text, url text, image_url text, price numeric, currency text, viewed_at timestamptz,
              known_at timestamptz, expires_at timestamptz)
            ORDER BY 1, 2, 3
            ON CONFLICT (account_id, visitor_id, view_id) DO NOTHING`
        }),
        join: Effect.fnUntraced(function* (joins) {
          if (joins.length === 0) return
          const account = accountOf(sql, joins)
          const rows = joins.map(({ at, ...row }) => ({ ...row, at: timeText(at), since: timeText(at - joinedPast) }))
          const joined = sql`json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, visitor_id text, contact_id text,
            at timestamptz, since timestamptz)`
          yield* sql`UPDATE product_views SET contact_id = r.contact_id, known_at = r.at,
              expires_at = product_views.expires_at + ${keptViews - joinedPast}::float8 * interval '1 millisecond' FROM ${joined}
            WHERE r.account_id = ${account("r.account_id")} AND product_views.account_id = ${account("r.account_id")}
              AND product_views.visitor_id = r.visitor_id AND product_views.contact_id IS NULL
              AND product_views.viewed_at > r.since`
          // As if they were written now, so that flows look at them.
          yield* sql`UPDATE carts SET contact_id = r.contact_id, written_at = r.at FROM ${joined}
            WHERE r.account_id = ${account("r.account_id")} AND carts.account_id = ${account("r.account_id")}
              AND carts.visitor_id = r.visitor_id AND carts.contact_id IS NULL`
        }),
        contactsOf: (visitors) => {
          if (visitors.length === 0) return Effect.succeed([])
          const account = accountOf(sql, visitors)
          return queryContacts(sql`SELECT DISTINCT visitors.account_id, visitors.visitor_id, visitors.contact_id
            FROM ${keysOf(visitors)}
            JOIN visitors ON visitors.account_id = ${account("r.account_id")} AND visitors.visitor_id = r.visitor_id
            WHERE r.account_id = ${account("r.account_id")} AND visitors.contact_id IS NOT NULL
            ORDER BY 1, 2 LIMIT ${visitors.length}`)
        }
      })
    })
  )
}

const visitorsOf = (calls: ReadonlyArray<SiteCall>): ReadonlyArray<OfVisitor> =>
  calls.flatMap(({ account_id, visitor_id }) => (visitor_id === null ? [] : [{ account_id, visitor_id }]))
