import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Channel } from "../../domain/contacts/Consent.ts"
import type { ConsentHistory } from "../../domain/contacts/ledgerJson.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { ConsentState, entryColumns, EntryRow, entryOf } from "./ledgerRow.ts"

/** The last change of a channel; without changes one row whose channel is null. */
const LastChangeRow = Schema.Struct({
  created_at: Millis,
  paused_until: Schema.NullOr(Millis),
  channel: Schema.NullOr(Channel),
  to_state: Schema.NullOr(ConsentState),
  recorded_at: Schema.NullOr(Millis)
})

const queryLeft = query(Schema.Struct({ topic: Schema.String, recorded_at: Millis }))

const maxEntries = 100
const maxTopics = 500

/** The consent ledger of one contact, for reading. */
export class ConsentLog extends Context.Service<
  ConsentLog,
  {
    /** The entries recorded up to `at` (milliseconds): the last change of each channel, the topics left, and the newest 100 entries, newest first. */
    readonly read: (contact: {
      readonly account_id: string
      readonly contact_id: string
      readonly at: number
    }) => Effect.Effect<ConsentHistory, NotFound | Unavailable>
  }
>()("tally/store/contacts/ConsentLog") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ConsentLog.of({
        read: Effect.fnUntraced(function* ({ account_id, contact_id, at }) {
          const until = timeText(at)
          const changes = yield* sql`
            SELECT contacts.created_at, contacts.paused_until, change.channel, change.to_state, change.recorded_at FROM contacts
            LEFT JOIN LATERAL (
              SELECT last.* FROM unnest(ARRAY['email', 'sms']) AS channels (channel)
              CROSS JOIN LATERAL (
                SELECT channel, to_state, recorded_at FROM consent_log log
                WHERE log.account_id = ${account_id} AND log.contact_id = contacts.contact_id
                  AND log.channel = channels.channel AND topic IS NULL AND NOT refused AND merged_from IS NULL AND from_state <> to_state
                  AND recorded_at <= ${until}::timestamptz
                ORDER BY entry_id DESC LIMIT 1
              ) last
            ) change ON true
            WHERE contacts.account_id = ${account_id} AND contacts.contact_id = ${contact_id}`.pipe(
            query(LastChangeRow),
            retried
          )
          const [first] = changes
          if (first === undefined) return yield* new NotFound()
          const lastChange = (channel: Channel) => {
            const row = changes.find((change) => change.channel === channel)
            return row === undefined || row.to_state === null || row.recorded_at === null
              ? undefined
              : { to_state: row.to_state, recorded_at: row.recorded_at }
          }
          const history = yield* sql`
            SELECT ${sql.literal(entryColumns)} FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND recorded_at <= ${until}::timestamptz
            ORDER BY entry_id DESC LIMIT ${maxEntries}`.pipe(query(EntryRow), retried)
          const entries = history.map(entryOf)
          const left_topics = yield* queryLeft(sql`
            SELECT topic, recorded_at FROM (
              SELECT DISTINCT ON (topic) topic, to_state, recorded_at FROM consent_log
              WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND topic IS NOT NULL AND NOT refused
                AND merged_from IS NULL AND recorded_at <= ${until}::timestamptz
              ORDER BY topic, entry_id DESC
            ) last WHERE to_state = 'unsubscribed' ORDER BY topic LIMIT ${maxTopics}`).pipe(retried)
          const { created_at, paused_until } = first
          return {
            created_at,
            paused_until,
            email: lastChange("email"),
            sms: lastChange("sms"),
            left_topics,
            history: entries
          }
        })
      })
    })
  )
}
