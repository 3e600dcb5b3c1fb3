import { Layer } from "effect"
import { Secrets } from "../store/database/Secrets.ts"
import { Deliveries } from "../store/messages/Deliveries.ts"
import { Outbox } from "../store/messages/Outbox.ts"
import { Senders } from "../store/messages/Senders.ts"
import { EmailTransport } from "./email/EmailTransport.ts"
import { MailRoutes } from "./email/MailRoutes.ts"
import { Messages } from "./sending/Messages.ts"
import { Providers } from "./sending/Providers.ts"
import { Sender } from "./sending/Sender.ts"
import { SendingLayer } from "./sending/SendingLayer.ts"
import { SmsTransport } from "./sms/SmsTransport.ts"
import { Links } from "./templates/Links.ts"
import { WebhookCalls } from "./webhooks/WebhookCalls.ts"
import { WebhookSender } from "./webhooks/WebhookSender.ts"

/** Queues messages, signs their links and sends single mails. Requires `Keys`. */
export const MessagesLayer = Layer.merge(Messages.layer, MailRoutes.layer).pipe(
  Layer.provideMerge(EmailTransport.layer),
  Layer.provide(Senders.layer.pipe(Layer.provide(Secrets.layer))),
  Layer.provideMerge(Links.layer)
)

/** Sends queued messages and webhooks for as long as the program runs. Requires `Keys`, `SendFailures` and `MessagesLayer`. */
export const MessageSendingLayer = SendingLayer.pipe(
  Layer.provide([Sender.layer, WebhookSender.layer]),
  Layer.provide([Outbox.layer, Deliveries.layer, SmsTransport.layer, Providers.layer, WebhookCalls.layer])
)
