import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import { claimLoss, parkedReason } from "../../domain/messages/ClaimLoss.ts"
import { afterCall, type DueDelivery } from "../../domain/messages/Delivery.ts"
import { Keys } from "../../store/database/Keys.ts"
import { transact } from "../../store/database/Transaction.ts"
import { Deliveries } from "../../store/messages/Deliveries.ts"
import { countSend } from "../sending/countSend.ts"
import { makeSendAlone } from "../sending/makeSendAlone.ts"
import type { ClaimDue } from "../sending/sendLoop.ts"
import { WebhookCalls } from "./WebhookCalls.ts"

/** The signing secret of an account's webhooks, in the form that receivers enter: `whsec_…` (Standard Webhooks). A new nonce gives a new secret. */
export const webhookSecret = (keys: Keys["Service"], account_id: string, nonce: string | null): string =>
  `whsec_${keys.derive(`webhook ${account_id}${nonce === null ? "" : ` ${nonce}`}`).toString("base64")}`

/** Calls webhooks that are due. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Claims due deliveries. Each job calls at least once, under the same id on every attempt, and records the outcome. Lost ones are parked as in `Sender`. */
    readonly claim: ClaimDue
  }
>()("tally/messages/webhooks/WebhookSender") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries
      const calls = yield* WebhookCalls
      const keys = yield* Keys
      const sendAlone = yield* makeSendAlone

      const send = Effect.fnUntraced(function* (delivery: DueDelivery) {
        const { delivery_id, account_id, url, payload, attempts, webhook_nonce } = delivery
        const at = new Date(yield* Clock.currentTimeMillis)
        if (delivery.lost_claims === claimLoss.again) {
          const parked = { status: "failed", due_at: null } as const
          return yield* deliveries.finish(at.getTime(), delivery, { status: null, reason: parkedReason }, parked)
        }
        const result = yield* calls.call({
          url,
          body: payload,
          headers: {
            "content-type": "application/json",
            "user-agent": "tally",
            "webhook-id": delivery_id,
            "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
            "webhook-signature": new Webhook(webhookSecret(keys, account_id, webhook_nonce)).sign(
              delivery_id,
              at,
              payload
            )
          }
        })
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

      return WebhookSender.of({
        claim: Effect.fn("WebhookSender.claim")(function* (capacity) {
          const due = yield* transact(sql)(deliveries.claim(yield* Clock.currentTimeMillis, capacity))
          return due.map((delivery) => ({ account_id: delivery.account_id, send: sendAndRecord(delivery) }))
        })
      })
    })
  )
}
