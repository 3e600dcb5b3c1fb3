import { assert } from "@effect/vitest"
import { Effect, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import { EmailTransport, SentMail } from "../../src/outbound/email/EmailTransport.ts"
import { MailRoutes } from "../../src/outbound/senders/MailRoutes.ts"
import { Links } from "../../src/outbound/templates/Links.ts"
import { MessageRenderer } from "../../src/outbound/templates/MessageRenderer.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Transports } from "../../src/outbound/sending/Transports.ts"
import { ApplyConsentSignals } from "../../src/programs/contacts/ApplyConsentSignals.ts"
import { ReceiveReports } from "../../src/programs/mailReports/ReceiveReports.ts"
import { SendMessages } from "../../src/programs/messages/SendMessages.ts"
import { SmsTransport } from "../../src/outbound/sms/SmsTransport.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { SendStops } from "../../src/store/messages/SendStops.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { ShortLinks } from "../../src/store/messages/ShortLinks.ts"
import { Outbox } from "../../src/store/messages/Outbox.ts"
import { onEither } from "../support/database/databases.ts"
import { messagesOf, newMessage, seedContact, sendDue } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

/** An outbox whose process dies before its first mark. */
const dyingOutbox = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const lived = yield* Ref.make(false)
    return Outbox.of({
      ...outbox,
      finish: (now, outcome) =>
        Effect.flatMap(Ref.getAndSet(lived, true), (second) =>
          second ? outbox.finish(now, outcome) : Effect.die("The process ends")
        )
    })
  })
).pipe(Layer.provide(Outbox.layer))

const parts = SendMessages.layer.pipe(
  Layer.provide(MailRoutes.layer.pipe(Layer.provide(Senders.layer))),
  Layer.provide([
    dyingOutbox,
    Transports.layer,
    SendStops.layer,
    SmsTransport.layerCaptured,
    Layer.mock(ApplyConsentSignals)({}),
    Layer.mock(ReceiveReports)({}),
    Layer.mock(ShortLinks)({})
  ]),
  Layer.provideMerge(Layer.merge(EmailTransport.layerMemory.pipe(Layer.provideMerge(SentMail.layer)), Messages.layer)),
  Layer.provide(MessageRenderer.layer),
  Layer.provide([Links.layer, Secrets.layer]),
  Layer.provide(Keys.layerMemory)
)

onEither("a crash between sending and marking", parts, (it) => {
  it.effect("resends once after the lease ends, under the same id", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      yield* (yield* Messages).record([newMessage(yield* seedContact(account_id))])
      for (let round = 0; round < 4; round++) {
        yield* sendDue("email")
        yield* TestClock.adjust("2 minutes")
      }
      const sent = yield* Ref.get(yield* SentMail)
      const [message] = yield* messagesOf(account_id)
      assert.deepStrictEqual(
        sent.map(({ message_id }) => message_id),
        [message?.message_id, message?.message_id]
      )
      assert.strictEqual(message?.status, "sent")
    })
  )
})
