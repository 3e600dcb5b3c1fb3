import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { makeId } from "../../domain/values/Id.ts"
import type { NewMessage } from "../../domain/messages/Message.ts"
import { couponIds } from "../../store/coupons/couponIds.ts"
import { giveCodes } from "../../store/coupons/giveCodes.ts"
import { insertMessages } from "../../store/messages/insertMessages.ts"
import { couponsOfMessage } from "../templates/couponNames.ts"

/** Records messages to contacts. They are sent after the commit. */
export class Messages extends Context.Service<
  Messages,
  {
    /**
     * Queues messages for sending, with the codes of the coupons that they show. Joins the open transaction. Idempotent: a message whose key the
     * account already has is skipped.
     */
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
          const idsOf = yield* couponIds(sql, withNames(messages))
          const rows = yield* Effect.forEach(messages, (message) =>
            Effect.map(makeId("msg"), (message_id) => ({ ...message, message_id, coupons: idsOf(message) }))
          )
          const queued = new Set((yield* insertMessages(sql, rows, now)).map(({ message_id }) => message_id))
          const recipients = rows.flatMap(({ message_id, account_id, contact_id, run_id, coupons }) =>
            coupons === null || run_id === null || !queued.has(message_id)
              ? []
              : coupons.map((coupon_id) => ({ account_id, contact_id, coupon_id, purpose: run_id }))
          )
          yield* giveCodes(sql, recipients, now)
        })
      })
    })
  )
}

/** Messages of flows that show coupons, with their names. Those of one step have the same templates, which are read once. */
const withNames = (messages: ReadonlyArray<NewMessage>): ReadonlyMap<NewMessage, ReadonlyArray<string>> => {
  const known = new Map<unknown, ReadonlyArray<string>>()
  const namesOf = (message: NewMessage): ReadonlyArray<string> => {
    const key = message.contents ?? `${message.subject}\0${message.body}`
    const names = known.get(key) ?? couponsOfMessage(message)
    known.set(key, names)
    return names
  }
  return new Map(
    messages.flatMap((message) => {
      const names = message.purpose === "flow" ? namesOf(message) : []
      return names.length === 0 ? [] : [[message, names] as const]
    })
  )
}
