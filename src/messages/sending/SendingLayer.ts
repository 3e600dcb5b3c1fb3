import { Effect, Layer } from "effect"
import { maxConnections } from "../email/smtpPool.ts"
import { WebhookSender } from "../webhooks/WebhookSender.ts"
import { Sender } from "./Sender.ts"
import { sendLoop } from "./sendLoop.ts"

/** Sends messages and webhooks while its scope is open. E-mail, SMS and webhooks each have a capacity of their own. */
export const SendingLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sender = yield* Sender
    const webhooks = yield* WebhookSender
    const emails = { maxConcurrent: maxConnections, maxPerAccount: maxConnections / 2 }
    yield* sendLoop((capacity) => sender.claim("email", capacity), emails)
    yield* sendLoop((capacity) => sender.claim("sms", capacity), { maxConcurrent: 64, maxPerAccount: 8 })
    yield* sendLoop(webhooks.claim, { maxConcurrent: 128, maxPerAccount: 4 })
  })
)
