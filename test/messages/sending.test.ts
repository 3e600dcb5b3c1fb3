import { assert, it as alone } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAccountClock } from "../../src/domain/AccountClock.ts"
import { Messages } from "../../src/messages/Messages.ts"
import { Sender } from "../../src/messages/Sender.ts"
import { Outbox } from "../../src/store/Outbox.ts"
import { databaseLayer, onBoth, postgres } from "../support/databases.ts"
import { messagesOf, newMessage, seedContact, sendingLayer } from "../support/messages.ts"
import { httpServer, mailServer } from "../support/providers.ts"
import { seedAccount } from "../support/seed.ts"

const recorded = Effect.fnUntraced(function* (...messages: ReadonlyArray<ReturnType<typeof newMessage>>) {
  yield* (yield* Messages).record(messages)
})
const sendDue = (channel: "email" | "sms") => Effect.flatMap(Sender, (sender) => sender.sendDue(channel))
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*([^]*?)\\r\\n(?![ \\t])`, "im").exec(raw)?.[1]?.replace(/\r\n[ \t]+/g, " ")

onBoth("sending", sendingLayer(), (it) => {
  it.effect("keeps what it would send when no provider is set", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id, { first_name: "<b>Ada" })
      yield* recorded(newMessage(contact), newMessage(contact))
      assert.strictEqual(yield* sendDue("email"), 1)
      assert.strictEqual(yield* sendDue("email"), 0)
      const [message, ...more] = yield* messagesOf(account_id)
      assert.deepStrictEqual(more, [])
      assert.strictEqual(message?.status, "captured")
      assert.strictEqual(message?.subject, "Thank you, <b>Ada")
      assert.include(message?.body, "<p>Hi &lt;b&gt;Ada</p>")
      assert.strictEqual(message?.recipient, "ada@example.com")
    })
  )

  it.effect("does not send to one who unsubscribed since, and keeps the reason", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id, { email_consent: "unsubscribed" })
      yield* recorded(newMessage(contact))
      yield* sendDue("email")
      const [message] = yield* messagesOf(account_id)
      assert.strictEqual(message?.status, "skipped")
      assert.strictEqual(message?.reason, "email_consent is unsubscribed")
    })
  )

  it.effect("holds a text over the night in which summer time begins, by the account's own clock and zone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      const evening = Date.parse("2026-03-28T20:30:00+01:00")
      yield* sql`UPDATE accounts SET is_test = true, timezone = 'Europe/Berlin', clock_offset = ${BigInt(evening)}
        WHERE account_id = ${account_id}`
      const text = newMessage(contact, { channel: "sms", subject: null, body: "Hi" })
      const welcome = newMessage(contact, { ...text, purpose: "welcome", key: "welcome" })
      yield* onAccountClock(evening)(recorded(text, welcome))
      yield* sendDue("sms")
      const [held, sent] = yield* messagesOf(account_id)
      assert.deepStrictEqual([held?.status, held?.reason, sent?.status], ["held", "quiet hours", "captured"])
      assert.strictEqual(held?.due_at.toISOString(), "2026-03-29T06:00:00.000Z")
      yield* TestClock.adjust("10 hours")
      assert.strictEqual(yield* sendDue("sms"), 0)
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual(yield* sendDue("sms"), 1)
      assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "captured")
    })
  )

  it.effect("comes back to what a crash left claimed, and lets the late sender mark nothing", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      const outbox = yield* Outbox
      yield* recorded(newMessage(contact))
      const clock = yield* TestClock.testClockWith((clock) => Effect.succeed(clock))
      const [first] = yield* outbox.claim(clock.currentTimeMillisUnsafe(), "email", 16)
      assert.strictEqual(yield* sendDue("email"), 0)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* sendDue("email"), 1)
      yield* outbox.finish(clock.currentTimeMillisUnsafe(), [
        { ...first!, status: "failed", reason: "late", due_at: null, recipient: null, subject: null, body: null }
      ])
      assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "captured")
    })
  )
})

alone.effect("an SMTP server gets the mail with its id, one-click unsubscribing and signed links", () =>
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

alone.effect("a recipient the mail server refuses for good fails at once, one it puts off is tried again later", () =>
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

alone.effect(
  "an SMS provider that fails and then hangs is tried again under the same key until it takes the text",
  () =>
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

        yield* TestClock.withLive(
          Effect.repeat(Effect.sleep("10 millis"), { while: () => Effect.succeed(server.received.length < 2) })
        )
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

alone.effect("a quiet account has its turn while another has a thousand waiting", () =>
  Effect.gen(function* () {
    const noisy = yield* seedContact((yield* seedAccount()).account_id)
    const quiet = yield* seedContact((yield* seedAccount()).account_id)
    yield* recorded(...Array.from({ length: 1_000 }, (_, at) => newMessage(noisy, { key: `run_${at}` })))
    yield* TestClock.adjust("1 minute")
    yield* recorded(newMessage(quiet))
    yield* sendDue("email")
    assert.strictEqual((yield* messagesOf(quiet.account_id))[0]?.status, "captured")
  }).pipe(Effect.provide(sendingLayer()), Effect.provide(databaseLayer(postgres)))
)
