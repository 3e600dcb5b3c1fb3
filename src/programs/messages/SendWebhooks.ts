import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import { claimLoss, parkedReason } from "../../domain/messages/ClaimLoss.ts"
import { afterCall, type DueDelivery } from "../../domain/messages/Delivery.ts"
import { signWebhook } from "../../outbound/webhooks/signWebhook.ts"
import { WebhookCalls } from "../../outbound/webhooks/WebhookCalls.ts"
import { Keys } from "../../store/keys/Keys.ts"
import { transact } from "../../store/database/Transaction.ts"
import { Deliveries } from "../../store/messages/Deliveries.ts"
import { countSend } from "./countSend.ts"
import { makeSendAlone } from "./makeSendAlone.ts"
import type { ClaimDue } from "./sendLoop.ts"

/** Calls webhooks that are due. */
export class SendWebhooks extends Context.Service<
  SendWebhooks,
  {
    /** Claims due deliveries. Each job calls at least once, under the same id on every attempt, and records the outcome. Lost ones are parked as in `SendMessages`. */
    readonly claim: ClaimDue
  }
>()("tally/programs/messages/SendWebhooks") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries
      const calls = yield* WebhookCalls
      const keys = yield* Keys
      const sendAlone = yield* makeSendAlone

      const send = Effect.fnUntraced(function* (delivery: DueDelivery) {
        const { url, payload, attempts } = delivery
        const at = new Date(yield* Clock.currentTimeMillis)
        if (delivery.lost_claims === claimLoss.again) {
          const parked = { status: "failed", due_at: null } as const
          return yield* deliveries.finish(at.getTime(), delivery, { status: null, reason: parkedReason }, parked)
        }
        const result = yield* calls.call({ url, body: payload, headers: signWebhook(keys, delivery, at) })
        const now = yield* Clock.currentTimeMillis
        const outcome = afterCall(now, attempts, result)
        yield* deliveries.finish(now, delivery, result, outcome)
        yield* countSend("webhook", outcome.status)
      })

      const sendAndRecord = (delivery: DueDelivery) =>
        send(delivery).pipe(
          onAccountClock(delivery.clock_offset),
          sendAlone(delivery, deliveries.beginAlone(delivery)),
          // A call that the stop of this process cuts off must not count as lost.
          Effect.onInterrupt(() => Effect.ignore(deliveries.release(delivery))),
          // The delivery is claimed again when its lease expires; the other calls must go on.
          Effect.catchCause(() =>
            Effect.logWarning("A webhook is left to its next try", { delivery_id: delivery.delivery_id })
          )
        )

      return SendWebhooks.of({
        claim: Effect.fn("SendWebhooks.claim")(function* (capacity) {
          const due = yield* transact(sql)(deliveries.claim(yield* Clock.currentTimeMillis, capacity))
          return due.map((delivery) => ({ account_id: delivery.account_id, send: sendAndRecord(delivery) }))
        })
      })
    })
  )
}
