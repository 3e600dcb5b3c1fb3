import { Webhook } from "standardwebhooks"
import type { DueDelivery } from "../../domain/messages/Delivery.ts"
import type { Keys } from "../../store/keys/Keys.ts"

/** The signing secret of an account's webhooks, in the form that receivers enter: `whsec_…` (Standard Webhooks). A new nonce gives a new secret. */
export const webhookSecret = (keys: Keys["Service"], account_id: string, nonce: string | null): string =>
  `whsec_${keys.derive(`webhook ${account_id}${nonce === null ? "" : ` ${nonce}`}`).toString("base64")}`

/** The headers of a webhook's call, by which its receiver checks who sent it and when (Standard Webhooks). */
export const signWebhook = (
  keys: Keys["Service"],
  { delivery_id, account_id, payload, webhook_nonce }: DueDelivery,
  at: Date
) => ({
  "content-type": "application/json",
  "user-agent": "tally",
  "webhook-id": delivery_id,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  "webhook-signature": new Webhook(webhookSecret(keys, account_id, webhook_nonce)).sign(delivery_id, at, payload)
})
