import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const queryContact = queryOne(Schema.Struct({ contact_id: Schema.String }))

/** The contact of a message, and its bounce. */
export class MessageReports extends Context.Service<
  MessageReports,
  {
    /** Marks a sent message as bounced. Joins the open transaction. */
    readonly bounced: (message: MessageRef, reason: string, now: number) => Effect.Effect<void, SqlError.SqlError>
    /** The contact of a message. Joins the open transaction. */
    readonly contactOf: (message: MessageRef) => Effect.Effect<string | undefined, SqlError.SqlError>
  }
>()("tally/store/mailReports/MessageReports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MessageReports.of({
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
