import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { httpServer, mailServer } from "../support/messages/providers.ts"
import { seedAccount } from "../support/database/seed.ts"

const recorded = Effect.fnUntraced(function* (...messages: ReadonlyArray<ReturnType<typeof newMessage>>) {
  yield* (yield* Messages).record(messages)
})
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*([^]*?)\\r\\n(?![ \\t])`, "im").exec(raw)?.[1]?.replace(/\r\n[ \t]+/g, " ")

it.effect("an SMTP server receives the mail with its Message-ID, one-click unsubscribe headers and signed links", () =>
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
      assert.strictEqual(
        headerOf(raw, "Message-ID"),
        `<${message?.message_id}@${account_id.replace("_", "-")}.example>`
      )
      assert.strictEqual(headerOf(raw, "Subject"), "Hi Bcc: eve@example.com")
      assert.strictEqual(headerOf(raw, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click")
      assert.match(headerOf(raw, "List-Unsubscribe") ?? "", /^<https:\/\/tally\.example\/u\/[\w.-]+>$/)
      assert.match(message?.body ?? "", /<a href="https:\/\/tally\.example\/c\/[\w.-]+">this<\/a>/)
      assert.notInclude(message?.body, "shop.example")
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

// RCPT TO responses of real servers, with the effect on message and contact. The server took no recipient before.
const answers = [
  { name: "gone", answer: 550, message: "failed", consent: "subscribed" },
  { name: "unknown", answer: [550, "5.1.1 user unknown"], message: "bounced", consent: "compliance_suppressed" },
  { name: "moved", answer: [551, "5.1.6 moved"], message: "bounced", consent: "compliance_suppressed" },
  { name: "policy", answer: [550, "5.7.1 blocked by policy"], message: "failed", consent: "subscribed" },
  { name: "sender", answer: [550, "5.1.8 sender domain does not exist"], message: "failed", consent: "subscribed" },
  { name: "refused", answer: [554, "transaction failed"], message: "failed", consent: "subscribed" },
  { name: "full", answer: [552, "5.2.2 mailbox full"], message: "queued", consent: "subscribed" },
  { name: "grey", answer: [450, "4.7.1 greylisted"], message: "queued", consent: "subscribed" }
] as const

it.effect("only a permanent failure of the recipient suppresses the contact, with a line in the ledger", () =>
  Effect.gen(function* () {
    const server = yield* mailServer({
      recipient: (address) => answers.find(({ name }) => address.startsWith(name))?.answer
    })
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      for (const { name } of answers) {
        const contact = yield* seedContact(account_id, { email: `${name}@example.com`, phone: null })
        yield* recorded(newMessage(contact, { key: name }))
      }
      yield* sendDue("email")
      const messages = yield* messagesOf(account_id)
      const consents = yield* sql`SELECT email, email_consent FROM contacts WHERE account_id = ${account_id} LIMIT 100`
      const consentOf = (name: string) =>
        consents.find(({ email }) => email === `${name}@example.com`)?.["email_consent"]
      assert.deepStrictEqual(
        answers.map(({ name }) => [name, messages.find(({ key }) => key === name)?.status, consentOf(name)]),
        answers.map(({ name, message, consent }) => [name, message, consent])
      )
      const reasonOf = (name: string) => messages.find(({ key }) => key === name)?.reason
      assert.strictEqual(reasonOf("unknown"), "the mail server answered 550 5.1.1")
      const ledger = yield* sql`SELECT cause, rule, actor FROM consent_log WHERE account_id = ${account_id} LIMIT 100`
      assert.deepStrictEqual(
        ledger.map(({ cause, rule, actor }) => [cause, rule, actor]),
        Array.from({ length: 2 }, () => ["bounce", "email_bounced", "provider"])
      )
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("a permanent refusal of a recipient fails at once, a temporary one is retried", () =>
  Effect.gen(function* () {
    const server = yield* mailServer({
      recipient: (address) =>
        address.startsWith("gone") ? [550, "5.1.1 no such user"] : address.startsWith("busy") ? 450 : undefined
    })
    yield* Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const gone = yield* seedContact(account_id, { email: "gone@example.com", phone: null })
      const busy = yield* seedContact(account_id, { email: "busy@example.com", phone: null })
      yield* recorded(newMessage(gone), newMessage(busy, { key: "run_2|s1" }))
      yield* sendDue("email")
      const [first, second] = yield* messagesOf(account_id)
      assert.deepStrictEqual([first?.status, first?.reason], ["bounced", "the mail server answered 550 5.1.1"])
      assert.deepStrictEqual([second?.status, second?.reason], ["queued", "the mail server answered 450"])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* sendDue("email"), 1)
      assert.strictEqual((yield* messagesOf(account_id))[1]?.attempts, 2)
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("an SMS provider that fails and then hangs is retried with the same key until it accepts", () =>
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
      const { StatusCallback, ...fields } = Object.fromEntries(new URLSearchParams(server.received[2]?.body))
      assert.deepInclude(fields, { From: "+15550100", To: "+12025550123" })
      assert.match(fields["Body"] ?? "", /^Seeded: you will get our texts [^]*\nhttps:\/\/tally\.example\/s\/\w{8}$/)
      assert.match(StatusCallback ?? "", /^https:\/\/tally\.example\/hooks\/sms\/[\w.-]+$/)
    }).pipe(Effect.provide(sendingLayer({ SMS_URL: url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
