import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { countUpTo, keyset } from "../database/paging.ts"
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
const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

/** Custom events as people look at them, newest first: their ids sort by the time they came in. */
export class EventQueries extends Context.Service<
  EventQueries,
  {
    readonly list: (
      of: { readonly account_id: string; readonly contact_id: string | null } & KeysetSlice
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
      const select = sql`SELECT event_id AS id, event_type, e.contact_id, coalesce(c.email, c.phone) AS contact, event_time,
          received_at, event_data::text, idempotency_key
        FROM events e LEFT JOIN contacts c ON c.account_id = e.account_id AND c.contact_id = e.contact_id`
      const ofContact = (contact_id: string | null) =>
        contact_id === null ? sql`` : sql`AND e.contact_id = ${contact_id}`
      return EventQueries.of({
        list: ({ account_id, contact_id, before, limit }) =>
          retried(sql`${select} WHERE e.account_id = ${account_id} ${ofContact(contact_id)}
            ${keyset(sql, ["event_id"], before === null ? null : [sql`${before}`], limit)}`).pipe(
            Effect.flatMap((rows) => Effect.orDie(decode(rows)))
          ),
        get: (account_id, event_id) =>
          retried(sql`${select} WHERE e.account_id = ${account_id} AND event_id = ${event_id}`).pipe(
            Effect.flatMap((rows) => Effect.orDie(decode(rows))),
            Effect.map(([event]) => event)
          ),
        count: (account_id, contact_id, max) =>
          retried(countUpTo(sql, sql`FROM events e WHERE e.account_id = ${account_id} ${ofContact(contact_id)}`, max))
      })
    })
  )
}
