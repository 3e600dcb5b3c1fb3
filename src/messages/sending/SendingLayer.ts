import { Effect, Layer } from "effect"
import { smtpConnections } from "../email/smtpPool.ts"
import { WebhookSender } from "../webhooks/WebhookSender.ts"
import { smsConnections } from "./Providers.ts"
import { Sender } from "./Sender.ts"
import { sendLoop } from "./sendLoop.ts"

/** Sends messages and webhooks while its scope is open. E-mail, SMS and webhooks each have a capacity of their own. */
export const SendingLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sender = yield* Sender
    const webhooks = yield* WebhookSender
    const connections = yield* smtpConnections
    // While some mails are recorded, others use their connections. One account leaves connections to the others.
    const emails = { maxConcurrent: 2 * connections, maxPerAccount: Math.ceil(connections / 2) }
    yield* sendLoop((capacity) => sender.claim("email", capacity), emails)
    yield* sendLoop((capacity) => sender.claim("sms", capacity), { maxConcurrent: smsConnections, maxPerAccount: 8 })
    yield* sendLoop(webhooks.claim, { maxConcurrent: 128, maxPerAccount: 4 })
  })
)
