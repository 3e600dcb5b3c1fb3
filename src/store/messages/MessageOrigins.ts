import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AudienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import { Channel } from "../../domain/contacts/Consent.ts"
import type { LedgerEntry } from "../../domain/contacts/Consent.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { Definition } from "../../domain/flows/Definition.ts"
import { MessageClass, Purpose } from "../../domain/messages/Message.ts"
import { entryColumns, EntryRow, entryOf } from "../contacts/ledgerRow.ts"
import { retried } from "../database/Transaction.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const Row = Schema.Struct({
  contact_id: Schema.String,
  channel: Channel,
  purpose: Purpose,
  class: MessageClass,
  topic: Schema.NullOr(Schema.String),
  decided_at: Millis,
  version: Schema.NullOr(Schema.Int),
  started_at: Schema.NullOr(Millis),
  order_id: Schema.NullOr(Schema.BigInt),
  event_id: Schema.NullOr(Schema.String),
  cart_id: Schema.NullOr(Schema.String),
  product_id: Schema.NullOr(Schema.String),
  definition: Schema.NullOr(Schema.fromJsonString(Definition)),
  audience: Schema.NullOr(Schema.fromJsonString(AudienceConditions))
})
const queryOrigin = queryOne(Row)
const queryEntries = query(EntryRow)

/** What a message came of: its run with the version of the flow, or the conditions of its campaign. Times in milliseconds. */
export type MessageOrigin = typeof Row.Type

/** Reads why messages were written, from what is kept of their runs, campaigns and contacts. */
export class MessageOrigins extends Context.Service<
  MessageOrigins,
  {
    readonly read: (account_id: string, message_id: string) => Effect.Effect<MessageOrigin | undefined, Unavailable>
    /** The entry of the ledger that made the state of a channel at a time; undefined before the first. */
    readonly consentAt: (
      account_id: string,
      origin: Pick<MessageOrigin, "contact_id" | "channel" | "decided_at">
    ) => Effect.Effect<LedgerEntry | undefined, Unavailable>
  }
>()("tally/store/messages/MessageOrigins") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MessageOrigins.of({
        read: (account_id, message_id) =>
          queryOrigin(sql`
            SELECT m.contact_id, m.channel, m.purpose, m.class, m.topic, coalesce(m.sent_at, m.updated_at) AS decided_at, r.version,
              r.created_at AS started_at, r.order_id, r.event_id, r.cart_id, r.product_id, v.definition::text AS definition,
              c.conditions::text AS audience
            FROM messages m
            LEFT JOIN flow_runs r ON r.account_id = ${account_id} AND r.run_id = m.run_id
            LEFT JOIN flow_versions v ON v.account_id = ${account_id} AND v.flow_id = r.flow_id AND v.version = r.version
            LEFT JOIN campaigns c ON c.account_id = ${account_id} AND c.campaign_id = m.campaign_id
            WHERE m.account_id = ${account_id} AND m.message_id = ${message_id}`).pipe(retried),
        consentAt: (account_id, { contact_id, channel, decided_at }) =>
          queryEntries(sql`
            SELECT ${sql.literal(entryColumns)} FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND channel = ${channel} AND topic IS NULL AND NOT refused
              AND merged_from IS NULL AND from_state <> to_state AND recorded_at <= ${timeText(decided_at)}::timestamptz
            ORDER BY entry_id DESC LIMIT 1`).pipe(
            retried,
            Effect.map(([entry]) => (entry === undefined ? undefined : entryOf(entry)))
          )
      })
    })
  )
}
