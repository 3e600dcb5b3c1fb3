import { Layer } from "effect"
import { Deliveries } from "../store/messages/Deliveries.ts"
import { Outbox } from "../store/messages/Outbox.ts"
import { EmailTransport } from "./email/EmailTransport.ts"
import { Messages } from "./sending/Messages.ts"
import { Sender } from "./sending/Sender.ts"
import { SendingLayer } from "./sending/SendingLayer.ts"
import { SmsTransport } from "./sms/SmsTransport.ts"
import { Links } from "./templates/Links.ts"
import { WebhookCalls } from "./webhooks/WebhookCalls.ts"
import { WebhookSender } from "./webhooks/WebhookSender.ts"

/** Queues messages, signs their links and sends single mails. Requires `Keys`. */
export const MessagesLayer = Layer.merge(Messages.layer, EmailTransport.layer).pipe(Layer.provideMerge(Links.layer))

/** Sends queued messages and webhooks for as long as the program runs. Requires `Keys` and `SendFailures`. */
export const MessageSendingLayer = SendingLayer.pipe(
  Layer.provide([Sender.layer, WebhookSender.layer]),
  Layer.provide([Outbox.layer, Deliveries.layer, EmailTransport.layer, SmsTransport.layer, WebhookCalls.layer]),
  Layer.provide(Links.layer)
)
