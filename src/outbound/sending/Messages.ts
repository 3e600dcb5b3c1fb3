import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { makeId } from "../../domain/values/Id.ts"
import type { NewMessage } from "../../domain/messages/Message.ts"
import { insertMessages } from "../../store/messages/insertMessages.ts"

/** Records messages to contacts. They are sent after the commit. */
export class Messages extends Context.Service<
  Messages,
  {
    /** Queues messages for sending. Joins the open transaction. Idempotent: a message whose key the account already has is skipped. */
    readonly record: (messages: ReadonlyArray<NewMessage>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/outbound/sending/Messages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Messages.of({
        record: Effect.fnUntraced(function* (messages) {
          if (messages.length === 0) return
          const now = yield* Clock.currentTimeMillis
          const rows = yield* Effect.forEach(messages, (message) =>
            Effect.map(makeId("msg"), (message_id) => ({ ...message, message_id }))
          )
          yield* insertMessages(sql, rows, now)
        })
      })
    })
  )
}
