import { Layer } from "effect"
import { Secrets } from "../store/keys/Secrets.ts"
import { Senders } from "../store/senders/Senders.ts"
import { EmailTransport } from "./email/EmailTransport.ts"
import { SpamFilter } from "./email/SpamFilter.ts"
import { MailRoutes } from "./senders/MailRoutes.ts"
import { Messages } from "./sending/Messages.ts"
import { Links } from "./templates/Links.ts"
import { MessageRenderer } from "./templates/MessageRenderer.ts"

/** Queues messages, signs their links and sends single mails. Requires `Keys`. */
export const OutboundLayer = Layer.mergeAll(
  Messages.layer,
  MailRoutes.layer,
  MessageRenderer.layer,
  SpamFilter.layer
).pipe(
  Layer.provideMerge(EmailTransport.layer),
  Layer.provide(Senders.layer.pipe(Layer.provide(Secrets.layer))),
  Layer.provideMerge(Links.layer)
)
