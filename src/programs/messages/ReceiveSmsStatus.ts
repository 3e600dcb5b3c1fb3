import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { normalizePhone } from "../../domain/contacts/Phone.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { senderNumber } from "../../domain/messages/SmsKeyword.ts"
import { phoneStateOf, type SmsStatus } from "../../domain/messages/SmsStatus.ts"
import { transact } from "../../store/database/Transaction.ts"
import { MessageEvents } from "../../store/messages/MessageEvents.ts"
import { ApplyConsentSignals } from "../contacts/ApplyConsentSignals.ts"

/** Applies what the SMS provider reports about a text (contract §4.7). */
export class ReceiveSmsStatus extends Context.Service<
  ReceiveSmsStatus,
  {
    /** Records the end of a text; `message_id` is null if the callback is of no known message. A phone that takes no texts for good, or whose owner stopped them at the provider, becomes `unsubscribed`. Idempotent. */
    readonly receive: (
      account_id: string,
      message_id: string | null,
      status: SmsStatus
    ) => Effect.Effect<void, Unavailable>
  }
>()("tally/programs/messages/ReceiveSmsStatus") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const events = yield* MessageEvents
      const signals = yield* ApplyConsentSignals

      const record = Effect.fnUntraced(function* (account_id: string, message_id: string, { status, code }: SmsStatus) {
        const now = yield* Clock.currentTimeMillis
        if (status === "failed") {
          const reason = `the SMS provider could not deliver it${code === null ? "" : ` (${code})`}`
          yield* events.bounced({ account_id, message_id }, reason, now)
        }
        const kind = status === "delivered" ? "delivered" : "refused"
        yield* events.add(account_id, [{ message_id, kind, at: now, detail: code }])
      }, transact(sql))

      return ReceiveSmsStatus.of({
        receive: Effect.fn("ReceiveSmsStatus.receive")(function* (account_id, message_id, status) {
          const { code, to } = status
          const state = phoneStateOf(code)
          const phone = state === undefined ? undefined : normalizePhone(senderNumber(to), [])
          if (state !== undefined && phone !== undefined) {
            yield* signals.stopAtProvider({ account_id, phone, source_id: message_id ?? "", state })
          }
          if (message_id !== null) yield* record(account_id, message_id, status)
        })
      })
    })
  )
}
