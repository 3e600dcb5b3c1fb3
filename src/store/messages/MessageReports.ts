import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { queryOne } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../database/timestamps.ts"

const queryContact = queryOne(Schema.Struct({ contact_id: Schema.String }))

/** Records clicks and bounces of sent messages. */
export class MessageReports extends Context.Service<
  MessageReports,
  {
    /**
     * Marks the message as clicked and records the click on its contact, for attribution. Repeating it only updates the time of
     * the contact's last click. Does nothing if the contact was erased.
     */
    readonly clicked: (message: MessageRef, now: number) => Effect.Effect<void, Unavailable>
    /** Marks a sent message as bounced. Joins the open transaction. */
    readonly bounced: (message: MessageRef, reason: string, now: number) => Effect.Effect<void, SqlError.SqlError>
    /** The contact of a message. Joins the open transaction. */
    readonly contactOf: (message: MessageRef) => Effect.Effect<string | undefined, SqlError.SqlError>
  }
>()("tally/store/messages/MessageReports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MessageReports.of({
        clicked: ({ account_id, message_id }, now) =>
          sql`
            WITH locked AS MATERIALIZED (
              SELECT c.account_id, c.contact_id FROM messages JOIN contacts c USING (account_id, contact_id)
              WHERE account_id = ${account_id} AND message_id = ${message_id} FOR NO KEY UPDATE OF c
            ), clicked AS (
              UPDATE messages m SET status = CASE WHEN status IN ('sent', 'captured') THEN 'clicked' ELSE status END,
                clicked_at = coalesce(clicked_at, ${timeText(now)}::timestamptz), updated_at = ${timeText(now)}::timestamptz
              FROM locked
              WHERE m.account_id = locked.account_id AND m.message_id = ${message_id} AND status NOT IN ('skipped', 'failed')
              RETURNING m.account_id, m.contact_id, m.message_id
            )
            UPDATE contacts SET last_click_message_id = clicked.message_id, last_clicked_at = ${timeText(now)}::timestamptz
            FROM clicked WHERE contacts.account_id = clicked.account_id AND contacts.contact_id = clicked.contact_id`.pipe(
            retried,
            Effect.asVoid
          ),
        bounced: ({ account_id, message_id }, reason, now) =>
          Effect.asVoid(sql`
            UPDATE messages SET status = 'bounced', reason = ${reason}, updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND message_id = ${message_id} AND status IN ('sent', 'captured', 'clicked')`),
        contactOf: ({ account_id, message_id }) =>
          Effect.map(
            queryContact(sql`
              SELECT contact_id FROM messages WHERE account_id = ${account_id} AND message_id = ${message_id}`),
            (message) => message?.contact_id
          )
      })
    })
  )
}
