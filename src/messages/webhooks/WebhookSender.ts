import { Clock, Context, Effect, Layer } from "effect"
import { Webhook } from "standardwebhooks"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import { claimLoss, parkedReason } from "../../domain/messages/ClaimLoss.ts"
import { afterCall, type DueDelivery } from "../../domain/messages/Delivery.ts"
import { Deliveries } from "../../store/messages/Deliveries.ts"
import { Keys } from "../../store/database/Keys.ts"
import type { ClaimDue } from "../sending/sendLoop.ts"
import { makeSendAlone } from "../sending/makeSendAlone.ts"
import { measureSend } from "../sending/measureSend.ts"
import { WebhookCalls } from "./WebhookCalls.ts"

/** The secret that an account's webhooks are signed with, as receivers enter it: `whsec_…` (Standard Webhooks). Another once the nonce is. */
export const webhookSecret = (keys: Keys["Service"], account_id: string, nonce: string | null): string =>
  `whsec_${keys.derive(`webhook ${account_id}${nonce === null ? "" : ` ${nonce}`}`).toString("base64")}`

/** Calls webhooks that are due. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Takes due deliveries. Each is called at least once, under its own id on every try; one whose process ended twice is parked, as messages are. */
    readonly take: ClaimDue
  }
>()("tally/messages/webhooks/WebhookSender") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
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
        yield* measureSend("webhook", outcome.status)
      })

      const sendAndMark = (delivery: DueDelivery) =>
        send(delivery).pipe(
          onAccountClock(delivery.clock_offset),
          sendAlone(delivery, deliveries.beginAlone(delivery)),
          // A stop that cuts a call off is no loss.
          Effect.onInterrupt(() => Effect.ignore(deliveries.release(delivery))),
          // What is not marked comes back with its lease; it must not take the others along.
          Effect.catchCause(() =>
            Effect.logWarning("A webhook is left to its next try", { delivery_id: delivery.delivery_id })
          )
        )

      return WebhookSender.of({
        take: Effect.fn("WebhookSender.take")(function* (room) {
          const due = yield* deliveries.claim(yield* Clock.currentTimeMillis, room)
          return due.map((delivery) => ({ account_id: delivery.account_id, send: sendAndMark(delivery) }))
        })
      })
    })
  )
}
