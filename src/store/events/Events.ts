import { Context, Effect, Layer } from "effect"
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
        }
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
