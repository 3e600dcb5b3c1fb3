import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { EventBatch, EventSnapshot } from "../../domain/events/decideEvents.ts"
import type { IngestEvent } from "../../domain/events/Event.ts"
import { keyName } from "../../domain/events/Idempotency.ts"
import { contactParameter } from "../contacts/contactParameter.ts"
import { ledgerParameter } from "../contacts/ledgerParameter.ts"
import { identityLocks, readContacts } from "../contacts/readContacts.ts"
import { SuppressionList } from "../contacts/SuppressionList.ts"
import { accountFunction } from "../distributed/accountOf.ts"
import { jsonRows } from "../sql/parameters.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { timeText } from "../sql/timestamps.ts"
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

/**
 * Custom events with the contacts they belong to. `lock`, `load` and `save` join the open transaction; the others read for lists.
 */
export class Events extends Context.Service<
  Events,
  {
    /** Locks the addresses and idempotency keys of the calls until the transaction ends. */
    readonly lock: (calls: ReadonlyArray<IngestEvent>) => Effect.Effect<void, SqlError.SqlError>
    /** Reads and locks the contacts of the calls. Requires `lock` before it in the same transaction. */
    readonly load: (
      calls: ReadonlyArray<IngestEvent>
    ) => Effect.Effect<Pick<EventSnapshot, "contacts" | "suppressions">, SqlError.SqlError>
    /** Inserts events. Skips an existing event: an earlier attempt of the same call stored it, and its commit was not confirmed. */
    readonly save: (
      changes: Pick<EventBatch, "events" | "contacts" | "ledger">
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Newest first: ids sort by the time of receipt. */
    readonly list: (
      filter: { readonly account_id: string; readonly contact_id: string | null } & KeysetSlice
    ) => Effect.Effect<ReadonlyArray<typeof Row.Type>, Unavailable>
    readonly get: (account_id: string, event_id: string) => Effect.Effect<typeof Row.Type | undefined, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, contact_id: string | null, max: number) => Effect.Effect<number, Unavailable>
  }
>()("tally/store/events/Events") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const suppressions = yield* SuppressionList
      const select = (
        account_id: string
      ) => sql`SELECT event_id AS id, event_type, e.contact_id, coalesce(c.email, c.phone) AS contact, event_time,
          received_at, event_data::text, idempotency_key
        FROM events e LEFT JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = e.contact_id`
      const contactFilter = (contact_id: string | null) =>
        contact_id === null ? sql`` : sql`AND e.contact_id = ${contact_id}`
      return Events.of({
        lock: (calls) => {
          const names = calls.flatMap((call) => [
            ...identityLocks(call),
            ...(call.keyed === null ? [] : [keyName(call.keyed)])
          ])
          return names.length === 0 ? Effect.void : advisoryLock(sql, calls[0]?.account_id ?? "", names)
        },
        load: Effect.fnUntraced(function* (calls) {
          const contacts = yield* readContacts(sql, calls, { forUpdate: true })
          return { contacts, suppressions: yield* suppressions.loadForNew(calls, contacts) }
        }),
        save: ({ contacts, events, ledger }) => {
          const rows = [...contacts, ...events, ...ledger]
          const parameters = [
            contactParameter(sql, contacts),
            ledgerParameter(sql, ledger),
            eventParameter(sql, events)
          ]
          return rows.length === 0
            ? Effect.void
            : Effect.asVoid(sql`SELECT ${accountFunction(sql, "save_events", rows, parameters)}`)
        },
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

const eventParameter = (sql: SqlClient.SqlClient, events: EventBatch["events"]) =>
  jsonRows(
    sql,
    events.map((event) => ({
      ...event,
      event_time: timeText(event.event_time),
      received_at: timeText(event.received_at)
    }))
  )
