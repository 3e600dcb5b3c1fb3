import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Messages } from "../../src/messages/Messages.ts"
import { databaseLayer, postgres } from "../support/databases.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages.ts"
import { httpServer, mailServer } from "../support/providers.ts"
import { seedAccount } from "../support/seed.ts"

const recorded = Effect.fnUntraced(function* (...messages: ReadonlyArray<ReturnType<typeof newMessage>>) {
  yield* (yield* Messages).record(messages)
})
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*([^]*?)\\r\\n(?![ \\t])`, "im").exec(raw)?.[1]?.replace(/\r\n[ \t]+/g, " ")

it.effect("an SMTP server gets the mail with its id, one-click unsubscribing and signed links", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    yield* Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      yield* recorded(
        newMessage(contact, {
          subject: "Hi\r\nBcc: eve@example.com",
          body: `<p>See <a href="https://shop.example/?a=1&amp;b=2">this</a></p>`
        })
      )
      yield* sendDue("email")
      const [message] = yield* messagesOf(account_id)
      assert.strictEqual(message?.status, "sent")
      assert.strictEqual(server.received.length, 1)
      const { to, raw } = server.received[0]!
      assert.strictEqual(to, "ada@example.com")
      assert.strictEqual(headerOf(raw, "Message-ID"), `<${message?.message_id}@tally.example>`)
      assert.strictEqual(headerOf(raw, "Subject"), "Hi Bcc: eve@example.com")
      assert.strictEqual(headerOf(raw, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click")
      assert.match(headerOf(raw, "List-Unsubscribe") ?? "", /^<https:\/\/tally\.example\/u\/[\w.-]+>$/)
      assert.match(message?.body ?? "", /<a href="https:\/\/tally\.example\/c\/[\w.-]+">this<\/a>/)
      assert.notInclude(message?.body, "shop.example")
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("a recipient the mail server refuses for good fails at once, one it puts off is tried again later", () =>
  Effect.gen(function* () {
    const server = yield* mailServer({
      recipient: (address) => (address.startsWith("gone") ? 550 : address.startsWith("busy") ? 450 : undefined)
    })
    yield* Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const gone = yield* seedContact(account_id, { email: "gone@example.com", phone: null })
      const busy = yield* seedContact(account_id, { email: "busy@example.com", phone: null })
      yield* recorded(newMessage(gone), newMessage(busy, { key: "run_2|s1" }))
      yield* sendDue("email")
      const [first, second] = yield* messagesOf(account_id)
      assert.deepStrictEqual([first?.status, first?.reason], ["failed", "the mail server answered 550"])
      assert.deepStrictEqual([second?.status, second?.reason], ["queued", "the mail server answered 450"])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* sendDue("email"), 1)
      assert.strictEqual((yield* messagesOf(account_id))[1]?.attempts, 2)
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("an SMS provider that fails and then hangs is tried again under the same key until it takes the text", () =>
  Effect.gen(function* () {
    let calls = 0
    const server = yield* httpServer((response) => {
      calls++
      if (calls === 1) response.writeHead(503).end()
      if (calls === 3) response.writeHead(201).end("{}")
    })
    const url = server.url.replace("http://", "http://AC1:secret@") + "/Messages.json?From=%2B15550100"
    yield* Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      yield* recorded(
        newMessage(contact, {
          channel: "sms",
          purpose: "welcome",
          subject: null,
          body: "Hi {{ contact.first_name }}"
        })
      )
      yield* sendDue("sms")
      assert.strictEqual((yield* messagesOf(account_id))[0]?.reason, "the SMS provider answered 503")
      yield* TestClock.adjust("1 minute")
      const hanging = yield* Effect.forkChild(sendDue("sms"))
      yield* server.arrived(2)
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(hanging)
      assert.strictEqual((yield* messagesOf(account_id))[0]?.reason, "the SMS provider did not answer")
      yield* TestClock.adjust(Duration.minutes(5))
      yield* sendDue("sms")
      const [message] = yield* messagesOf(account_id)
      assert.strictEqual(message?.status, "sent")
      assert.deepStrictEqual(
        server.received.map(({ headers }) => headers["idempotency-key"]),
        Array.from({ length: 3 }, () => message?.message_id)
      )
      assert.strictEqual(server.received[0]?.headers.authorization, `Basic ${btoa("AC1:secret")}`)
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(server.received[2]?.body)), {
        From: "+15550100",
        To: "+12025550123",
        Body: "Hi Ada"
      })
    }).pipe(Effect.provide(sendingLayer({ SMS_URL: url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
