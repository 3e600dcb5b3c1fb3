import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
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

/** Custom events for the dashboard, newest first: ids sort by the time of receipt. */
export class EventQueries extends Context.Service<
  EventQueries,
  {
    readonly list: (
      filter: { readonly account_id: string; readonly contact_id: string | null } & KeysetSlice
    ) => Effect.Effect<ReadonlyArray<typeof Row.Type>, Unavailable>
    readonly get: (account_id: string, event_id: string) => Effect.Effect<typeof Row.Type | undefined, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, contact_id: string | null, max: number) => Effect.Effect<number, Unavailable>
  }
>()("tally/store/events/EventQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = (
        account_id: string
      ) => sql`SELECT event_id AS id, event_type, e.contact_id, coalesce(c.email, c.phone) AS contact, event_time,
          received_at, event_data::text, idempotency_key
        FROM events e LEFT JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = e.contact_id`
      const contactFilter = (contact_id: string | null) =>
        contact_id === null ? sql`` : sql`AND e.contact_id = ${contact_id}`
      return EventQueries.of({
        list: ({ account_id, contact_id, before, limit }) =>
          retried(sql`${select(account_id)} WHERE e.account_id = ${account_id} ${contactFilter(contact_id)}
            ${keyset(sql, ["event_id"], before === null ? null : [sql`${before}`], limit)}`).pipe(query(Row)),
        get: (account_id, event_id) =>
          retried(sql`${select(account_id)} WHERE e.account_id = ${account_id} AND event_id = ${event_id}`).pipe(
            queryOne(Row)
          ),
        count: (account_id, contact_id, max) =>
          retried(
            countUpTo(sql, sql`FROM events e WHERE e.account_id = ${account_id} ${contactFilter(contact_id)}`, max)
          )
      })
    })
  )
}
