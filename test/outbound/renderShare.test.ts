import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { EmailTransport, SentMail } from "../../src/outbound/email/EmailTransport.ts"
import { MailRoutes } from "../../src/outbound/senders/MailRoutes.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Transports } from "../../src/outbound/sending/Transports.ts"
import { SmsTransport } from "../../src/outbound/sms/SmsTransport.ts"
import { Links } from "../../src/outbound/templates/Links.ts"
import { MessageRenderer } from "../../src/outbound/templates/MessageRenderer.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { ApplyConsentSignals } from "../../src/programs/contacts/ApplyConsentSignals.ts"
import { ReceiveReports } from "../../src/programs/mailReports/ReceiveReports.ts"
import { SendMessages } from "../../src/programs/messages/SendMessages.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { Outbox } from "../../src/store/messages/Outbox.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { ShortLinks } from "../../src/store/messages/ShortLinks.ts"
import { SendStops } from "../../src/store/messages/SendStops.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { links } from "../support/http/links.ts"
import { messagesOf, newMessage, seedContact, sendDue } from "../support/messages/messages.ts"

/** The accounts that have used up their share. */
const usedUp = new Set<string>()

const RendererLayer = Layer.succeed(MessageRenderer, {
  render: (message, recipient, salt) => renderMessage(links, message, recipient, salt),
  againAt: (account_id) => Effect.succeed(usedUp.has(account_id) ? 60_000 : undefined),
  usedUp: Effect.sync(() => [...usedUp])
})

const parts = SendMessages.layer.pipe(
  Layer.provide(MailRoutes.layer.pipe(Layer.provide(Senders.layer))),
  Layer.provide([
    Outbox.layer,
    Transports.layer,
    SendStops.layer,
    RendererLayer,
    SmsTransport.layerCaptured,
    Layer.mock(ApplyConsentSignals)({}),
    Layer.mock(ReceiveReports)({}),
    Layer.mock(ShortLinks)({})
  ]),
  Layer.provideMerge(Layer.merge(EmailTransport.layerMemory.pipe(Layer.provideMerge(SentMail.layer)), Messages.layer)),
  Layer.provide([Links.layer, Secrets.layer]),
  Layer.provide(Keys.layerMemory)
)

onEither("an account whose templates have used up their share of processor time", parts, (it) => {
  it.effect("waits with its messages, unclaimed, and nobody else does", () =>
    Effect.gen(function* () {
      const accounts = yield* Effect.all([seedAccount(), seedAccount()])
      for (const { account_id } of accounts)
        yield* (yield* Messages).record([newMessage(yield* seedContact(account_id))])
      const [{ account_id: waiting }, { account_id: other }] = accounts
      const states = (account_id: string) =>
        Effect.map(messagesOf(account_id), (rows) => rows.map(({ status, attempts }) => ({ status, attempts })))
      usedUp.add(waiting)
      yield* sendDue("email")
      assert.deepStrictEqual(yield* states(waiting), [{ status: "queued", attempts: 0 }])
      assert.notDeepEqual(yield* states(other), [{ status: "queued", attempts: 0 }])
      usedUp.delete(waiting)
      yield* sendDue("email")
      assert.deepStrictEqual(yield* states(waiting), yield* states(other))
    })
  )
})
