import { Effect, Layer } from "effect"
import { maxConnections } from "../email/EmailTransport.ts"
import { sendLoop } from "./sendLoop.ts"
import { Sender } from "./Sender.ts"
import { WebhookSender } from "../webhooks/WebhookSender.ts"

/** Keeps sending. No kind waits for another, and no account for another's receivers. */
export const SendingLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sender = yield* Sender
    const webhooks = yield* WebhookSender
    yield* sendLoop((room) => sender.take("email", room), { most: maxConnections, each: maxConnections / 2 })
    yield* sendLoop((room) => sender.take("sms", room), { most: 64, each: 8 })
    yield* sendLoop(webhooks.take, { most: 128, each: 4 })
  })
)
