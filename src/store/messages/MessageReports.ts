import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { timeText } from "../database/timestamps.ts"
import { retried } from "../database/Transaction.ts"

const decodeContacts = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ contact_id: Schema.String })))

/** What comes back about messages that went out. */
export class MessageReports extends Context.Service<
  MessageReports,
  {
    /**
     * Marks the message as clicked and remembers the click on its contact, for attribution. Idempotent but for the time. A
     * contact that was erased has not clicked.
     */
    readonly clicked: (message: MessageRef, now: number) => Effect.Effect<void, Unavailable>
    /** Marks a message that went out as bounced. Joins the open transaction. */
    readonly bounced: (message: MessageRef, reason: string, now: number) => Effect.Effect<void, SqlError.SqlError>
    /** Whom a message is for. */
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
            WITH held AS MATERIALIZED (
              SELECT c.account_id, c.contact_id FROM messages JOIN contacts c USING (account_id, contact_id)
              WHERE account_id = ${account_id} AND message_id = ${message_id} FOR NO KEY UPDATE OF c
            ), clicked AS (
              UPDATE messages m SET status = CASE WHEN status IN ('sent', 'captured') THEN 'clicked' ELSE status END,
                clicked_at = coalesce(clicked_at, ${timeText(now)}::timestamptz), updated_at = ${timeText(now)}::timestamptz
              FROM held
              WHERE m.account_id = held.account_id AND m.message_id = ${message_id} AND status NOT IN ('skipped', 'failed')
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
          sql`SELECT contact_id FROM messages WHERE account_id = ${account_id} AND message_id = ${message_id}`.pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeContacts(rows))),
            Effect.map((rows) => rows[0]?.contact_id)
          )
      })
    })
  )
}
