import { Layer } from "effect"
import { Secrets } from "../store/database/Secrets.ts"
import { Senders } from "../store/messages/Senders.ts"
import { EmailTransport } from "./email/EmailTransport.ts"
import { MailRoutes } from "./email/MailRoutes.ts"
import { Messages } from "./sending/Messages.ts"
import { Links } from "./templates/Links.ts"

/** Queues messages, signs their links and sends single mails. Requires `Keys`. */
export const MessagesLayer = Layer.merge(Messages.layer, MailRoutes.layer).pipe(
  Layer.provideMerge(EmailTransport.layer),
  Layer.provide(Senders.layer.pipe(Layer.provide(Secrets.layer))),
  Layer.provideMerge(Links.layer)
)
