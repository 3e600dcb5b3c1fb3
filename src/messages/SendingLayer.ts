import { Effect, Layer } from "effect"
import { Sender } from "./Sender.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** Keeps sending, two senders of each kind, so that a provider that hangs delays no other kind. */
export const SendingLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sender = yield* Sender
    const webhooks = yield* WebhookSender
    const kinds = [sender.sendDue("email"), sender.sendDue("sms"), webhooks.sendDue]
    yield* Effect.forEach(
      [...kinds, ...kinds],
      (sendDue) =>
        sendDue.pipe(
          Effect.catch(() => Effect.succeed(0)),
          Effect.flatMap((count) => (count === 0 ? Effect.sleep("1 second") : Effect.void)),
          Effect.forever,
          Effect.forkScoped
        ),
      { discard: true }
    )
  })
)
