import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { flowStopped } from "../../src/domain/flows/flowStop.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { addFlow } from "../support/flows/seedFlows.ts"
import { mailStep } from "../support/flows/flowRuns.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { httpServer, type mailServer } from "../support/messages/providers.ts"
import { consentOf, record, withMailServer } from "../support/messages/withMailServer.ts"

// Answers to each command, with the effect on the message. None of them touches the contact.
const harmless: ReadonlyArray<readonly [string, Parameters<typeof mailServer>[0], string]> = [
  ["a sender refused for good", { sender: () => [550, "5.1.8 bad sender domain"] }, "failed"],
  ["a policy at MAIL FROM", { sender: () => [554, "5.7.1 client host blocked"] }, "failed"],
  ["missing authentication", { sender: () => [530, "5.7.0 authentication required"] }, "queued"],
  ["a busy server", { sender: () => [421, "4.3.2 too many connections"] }, "queued"],
  ["a policy about the recipient", { recipient: () => [550, "5.7.1 not authorized"] }, "failed"],
  ["a full mailbox", { recipient: () => [552, "5.2.2 over quota"] }, "queued"],
  ["a local error", { recipient: () => [451, "4.3.0 try later"] }, "queued"],
  ["too many recipients", { recipient: () => 452 }, "queued"],
  ["content taken for spam", { content: () => [554, "5.7.1 message looks like spam"] }, "failed"],
  ["content that is refused", { content: () => [550, "5.6.0 malformed"] }, "failed"],
  ["550 to the content", { content: () => [550, "no"] }, "failed"],
  ["a message too large", { content: () => [552, "5.3.4 message too big"] }, "failed"],
  ["a temporary answer to the content", { content: () => [451, "4.7.0 deferred"] }, "queued"],
  ["a connection that drops", { drops: () => true }, "queued"],
  ["a certificate that nobody trusts", { tls: true }, "queued"]
]

it.effect.each(harmless)("never touches the contact: %s", ([, options, status]) =>
  withMailServer(options, (account_id, contact) =>
    Effect.gen(function* () {
      yield* record(newMessage(contact))
      yield* sendDue("email")
      const [message] = yield* messagesOf(account_id)
      assert.strictEqual(message?.status, status, message?.reason ?? "")
      assert.strictEqual(yield* consentOf(account_id), "subscribed")
    })
  )
)

it.effect("greylisting delays a mail, and counts as no soft bounce", () => {
  let tries = 0
  return withMailServer(
    { recipient: () => (++tries === 1 ? [450, "4.2.0 greylisted, try again"] : undefined) },
    (account_id, contact) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* record(newMessage(contact))
        yield* sendDue("email")
        assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "queued")
        yield* TestClock.adjust("1 minute")
        yield* sendDue("email")
        assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "sent")
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM soft_bounces WHERE account_id = ${account_id}`, [])
      })
  )
})

it.effect("a mailbox that stays full counts one soft bounce a message; the fifth within seven days suppresses", () =>
  withMailServer({ recipient: () => [452, "4.2.2 mailbox full"] }, (account_id, contact) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const giveUp = Effect.fnUntraced(function* (...keys: ReadonlyArray<string>) {
        yield* record(...keys.map((key) => newMessage(contact, { key })))
        for (let attempt = 0; attempt < 7; attempt++) {
          yield* sendDue("email")
          yield* TestClock.adjust("12 hours")
        }
      })
      yield* giveUp("1", "2", "3", "4")
      const failed = (yield* messagesOf(account_id)).map(({ status }) => status)
      assert.deepStrictEqual(failed, ["failed", "failed", "failed", "failed"])
      assert.strictEqual(yield* consentOf(account_id), "subscribed")
      yield* giveUp("5")
      assert.strictEqual(yield* consentOf(account_id), "suppressed")
      const ledger = yield* sql`SELECT rule, cause FROM consent_log WHERE account_id = ${account_id}`
      assert.deepStrictEqual(ledger, [{ rule: "email_soft_bounced", cause: "bounce" }])
    })
  )
)

const flowOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT status, notice FROM flows WHERE account_id = ${account_id} LIMIT 1`
  return [row?.["status"], row?.["notice"]]
})

it.effect("a refusal of the sender stops the flow's mail with a notice, until it is activated again", () => {
  let isRefused = true
  return withMailServer({ sender: () => (isRefused ? [550, "5.7.1 not allowed"] : undefined) }, (account_id, contact) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* addFlow(account_id, "flo_1", [mailStep("first")])
      const mail = (key: string) => newMessage(contact, { key, flow_id: "flo_1" })
      yield* record(mail("1"))
      yield* sendDue("email").pipe(Effect.tap(() => record(mail("late"))))
      assert.deepStrictEqual(yield* flowOf(account_id), [
        "paused",
        "The mail server refused this flow's mail by its policy; check the domain's SPF, DKIM and DMARC records (550 5.7.1)"
      ])
      // A mail that waits when the flow stops is held, not lost.
      yield* sql`UPDATE flows SET status = 'active' WHERE account_id = ${account_id}`
      yield* record(mail("2"))
      yield* sql`UPDATE messages SET due_at = due_at + interval '1 hour' WHERE account_id = ${account_id} AND key = '2'`
      yield* sendDue("email")
      const statusOf = (key: string) =>
        Effect.map(messagesOf(account_id), (messages) => messages.find((message) => message.key === key))
      assert.deepStrictEqual(
        [(yield* statusOf("late"))?.status, (yield* statusOf("2"))?.status, (yield* statusOf("2"))?.reason],
        ["failed", "held", flowStopped]
      )
      isRefused = false
      yield* Effect.flatMap(Flows, (flows) => flows.setStatus(account_id, "flo_1", "active")).pipe(
        Effect.provide(Flows.layer)
      )
      assert.deepStrictEqual(yield* flowOf(account_id), ["active", null])
      yield* sendDue("email")
      assert.strictEqual((yield* statusOf("2"))?.status, "sent")
      assert.strictEqual(yield* consentOf(account_id), "subscribed")
    })
  )
})

it.effect("one receiver's refusal stops no flow whose other mail is accepted", () =>
  withMailServer(
    { recipient: (address) => (address.startsWith("strict") ? [550, "5.7.1 refused"] : undefined) },
    (account_id, contact) =>
      Effect.gen(function* () {
        yield* addFlow(account_id, "flo_1", [mailStep("first")])
        const strict = yield* seedContact(account_id, { email: "strict@example.com", phone: null })
        yield* record(newMessage(contact, { key: "1", flow_id: "flo_1" }))
        yield* sendDue("email")
        yield* record(newMessage(strict, { key: "2", flow_id: "flo_1" }))
        yield* sendDue("email")
        const [status, notice] = yield* flowOf(account_id)
        assert.strictEqual(status, "active")
        assert.include(notice, "550 5.7.1")
      })
  )
)

it.effect("an SMS provider that refuses a person who stopped texts there unsubscribes them, and fails nothing", () =>
  Effect.gen(function* () {
    const server = yield* httpServer((response) =>
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ code: 21610, message: "Attempt to send to unsubscribed recipient", status: 400 }))
    )
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      yield* record(
        newMessage(contact, { channel: "sms", purpose: "confirmation", subject: null, body: "Stopped" }),
        newMessage(contact, { key: "2", channel: "sms", purpose: "welcome", subject: null, body: "Hi" })
      )
      yield* sendDue("sms")
      const messages = yield* messagesOf(account_id)
      assert.deepStrictEqual(
        messages.map(({ status, reason }) => [status, reason]),
        Array.from({ length: 2 }, () => ["skipped", "the recipient stopped texts at the SMS provider"])
      )
      assert.strictEqual(yield* consentOf(account_id, "sms"), "unsubscribed")
      const ledger = yield* sql`SELECT rule, cause, actor FROM consent_log WHERE account_id = ${account_id}`
      assert.deepStrictEqual(ledger, [{ rule: "sms_stop_at_provider", cause: "inbound_sms", actor: "provider" }])
    }).pipe(Effect.provide(sendingLayer({ SMS_URL: `${server.url}/Messages.json` })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("a text that the provider refuses for its phone (21211, 21614) ends texts to it, and is bounced", () =>
  Effect.gen(function* () {
    const server = yield* httpServer((response) =>
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ code: 21614, message: "is not a valid mobile number", status: 400 }))
    )
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      yield* record(
        newMessage(contact, { channel: "sms", purpose: "confirmation", subject: null, body: "Stopped" }),
        newMessage(contact, { key: "2", channel: "sms", purpose: "welcome", subject: null, body: "Hi" })
      )
      yield* sendDue("sms")
      const messages = yield* messagesOf(account_id)
      assert.deepStrictEqual(
        messages.map(({ status, reason }) => [status, reason]),
        Array.from({ length: 2 }, () => ["bounced", "the phone takes no texts"])
      )
      assert.strictEqual(yield* consentOf(account_id, "sms"), "unsubscribed")
      const ledger = yield* sql`SELECT rule, cause, actor FROM consent_log WHERE account_id = ${account_id}`
      assert.deepStrictEqual(ledger, [{ rule: "sms_phone_unreachable", cause: "bounce", actor: "provider" }])
    }).pipe(Effect.provide(sendingLayer({ SMS_URL: `${server.url}/Messages.json` })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
