import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { query, queryOne } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"

const Row = Schema.Struct({
  id: Schema.String,
  event_type: Schema.String,
  contact_id: Schema.NullOr(Schema.String),
  contact: Schema.NullOr(Schema.String),
  event_time: Schema.DateTimeUtcFromDate,
  received_at: Schema.DateTimeUtcFromDate,
  event_data: Schema.NullOr(Schema.String),
  idempotency_key: Schema.NullOr(Schema.String)
})
const CountRow = Schema.Struct({ total: Schema.Int })

/** Custom events for the dashboard, newest first: ids sort by the time of receipt. */
export class EventQueries extends Context.Service<
  EventQueries,
  {
    readonly list: (filter: {
      readonly account_id: string
      readonly contact_id: string | null
      readonly before: string | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<typeof Row.Type>, Unavailable>
    readonly get: (account_id: string, event_id: string) => Effect.Effect<typeof Row.Type | undefined, Unavailable>
    /** Counts at most `limit` events. */
    readonly count: (account_id: string, contact_id: string | null, limit: number) => Effect.Effect<number, Unavailable>
  }
>()("tally/store/events/EventQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = sql`SELECT event_id AS id, event_type, e.contact_id, coalesce(c.email, c.phone) AS contact, event_time,
          received_at, event_data::text, idempotency_key
        FROM events e LEFT JOIN contacts c ON c.account_id = e.account_id AND c.contact_id = e.contact_id`
      const contactFilter = (contact_id: string | null) =>
        contact_id === null ? sql`` : sql`AND e.contact_id = ${contact_id}`
      return EventQueries.of({
        list: ({ account_id, contact_id, before, limit }) =>
          retried(sql`${select} WHERE e.account_id = ${account_id} ${contactFilter(contact_id)}
            ${before === null ? sql`` : sql`AND event_id < ${before}`}
            ORDER BY event_id DESC LIMIT ${limit}`).pipe(query(Row)),
        get: (account_id, event_id) =>
          retried(sql`${select} WHERE e.account_id = ${account_id} AND event_id = ${event_id}`).pipe(queryOne(Row)),
        count: (account_id, contact_id, limit) =>
          retried(sql`SELECT count(*)::int AS total FROM (
            SELECT 1 FROM events e WHERE e.account_id = ${account_id} ${contactFilter(contact_id)} LIMIT ${limit}) counted`).pipe(
            queryOne(CountRow),
            Effect.map((row) => row?.total ?? 0)
          )
      })
    })
  )
}
