import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { EventBatch, EventSnapshot } from "../../domain/events/decideEvents.ts"
import type { IngestEvent } from "../../domain/events/Event.ts"
import { keyName } from "../../domain/events/Idempotency.ts"
import { appendLedger } from "../contacts/appendLedger.ts"
import { identityLocks, readContacts } from "../contacts/readContacts.ts"
import { saveContacts } from "../contacts/saveContacts.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { rowsJson } from "../database/parameters.ts"
import { timeText } from "../database/timestamps.ts"
import { SuppressionList } from "../contacts/SuppressionList.ts"

/** Custom events with the contacts they belong to. Every member joins the open transaction. */
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
  }
>()("tally/store/events/Events") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const suppressions = yield* SuppressionList
      return Events.of({
        lock: (calls) => {
          const names = calls.flatMap((call) => [
            ...identityLocks(call),
            ...(call.keyed === null ? [] : [keyName(call.keyed)])
          ])
          return names.length === 0 ? Effect.void : advisoryLock(sql, names)
        },
        load: Effect.fnUntraced(function* (calls) {
          const contacts = yield* readContacts(sql, calls, { forUpdate: true })
          return { contacts, suppressions: yield* suppressions.loadForNew(calls, contacts) }
        }),
        save: Effect.fnUntraced(function* ({ contacts, events, ledger }) {
          if (contacts.length > 0) yield* saveContacts(sql, contacts)
          if (ledger.length > 0) yield* appendLedger(sql, ledger)
          if (events.length === 0) return
          yield* sql`
            INSERT INTO events (account_id, event_id, contact_id, event_type, event_time, event_data, received_at,
              idempotency_key)
            SELECT account_id, event_id, contact_id, event_type, event_time, event_data::json, received_at, idempotency_key
            FROM json_to_recordset(${rowsJson(
              events.map((event) => ({
                ...event,
                event_time: timeText(event.event_time),
                received_at: timeText(event.received_at)
              }))
            )}::json) AS r (account_id text, event_id text, contact_id text, event_type text, event_time timestamptz,
              event_data text, received_at timestamptz, idempotency_key text)
            ON CONFLICT (account_id, event_id) DO NOTHING`
        })
      })
    })
  )
}
