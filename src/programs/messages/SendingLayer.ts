import { Effect, Layer } from "effect"
import { smtpConnections } from "../../outbound/email/smtpPool.ts"
import { Transports, smsConnections } from "../../outbound/sending/Transports.ts"
import { SmsTransport } from "../../outbound/sms/SmsTransport.ts"
import { WebhookCalls } from "../../outbound/webhooks/WebhookCalls.ts"
import { Deliveries } from "../../store/messages/Deliveries.ts"
import { Outbox } from "../../store/messages/Outbox.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { SendMessages } from "./SendMessages.ts"
import { SendWebhooks } from "./SendWebhooks.ts"
import { sendLoop } from "./sendLoop.ts"

/** Runs `SendMessages` and `SendWebhooks` while its scope is open. E-mail, SMS and webhooks each have a capacity of their own. */
export const SendLoopsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const messages = yield* SendMessages
    const webhooks = yield* SendWebhooks
    const { awaitDue } = yield* QueueWatch
    const connections = yield* smtpConnections
    // While some mails are recorded, others use their connections. One account leaves connections to the others.
    const emails = { maxConcurrent: 2 * connections, maxPerAccount: Math.ceil(connections / 2) }
    yield* sendLoop((capacity) => messages.claim("email", capacity), awaitDue("email"), emails)
    yield* sendLoop((capacity) => messages.claim("sms", capacity), awaitDue("sms"), {
      maxConcurrent: smsConnections,
      maxPerAccount: 8
    })
    yield* sendLoop(webhooks.claim, awaitDue("webhook"), { maxConcurrent: 128, maxPerAccount: 4 })
  })
).pipe(Layer.provide(QueueWatch.layer))

/** `SendLoopsLayer` with the programs that it runs. */
export const SendingLayer = SendLoopsLayer.pipe(
  Layer.provide([SendMessages.layer, SendWebhooks.layer]),
  Layer.provide([Outbox.layer, Deliveries.layer, SmsTransport.layer, Transports.layer, WebhookCalls.layer])
)
