import { assert, it as alone } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAccountClock } from "../../src/domain/accounts/AccountClock.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { lease, Outbox } from "../../src/store/messages/Outbox.ts"
import { databaseLayer, onEither, postgres } from "../support/database/databases.ts"
import {
  idleCapacity,
  messagesOf,
  newMessage,
  seedContact,
  sendDue,
  sendingLayer
} from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

const recorded = Effect.fnUntraced(function* (...messages: ReadonlyArray<ReturnType<typeof newMessage>>) {
  yield* (yield* Messages).record(messages)
})
onEither("sending", sendingLayer(), (it) => {
  it.effect("captures messages when no provider is set", () =>
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

  it.effect("skips a contact who unsubscribed meanwhile, with the reason", () =>
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

  it.effect("sends transactional mail without marketing consent, but never to a suppressed contact", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const left = yield* seedContact(account_id, {
        email: "left@example.com",
        phone: null,
        email_consent: "unsubscribed"
      })
      const gone = yield* seedContact(account_id, {
        email: "gone@example.com",
        phone: null,
        email_consent: "suppressed"
      })
      yield* recorded(
        newMessage(left, { class: "transactional", key: "left" }),
        newMessage(gone, { class: "transactional", key: "gone" })
      )
      yield* sendDue("email")
      assert.deepStrictEqual(
        (yield* messagesOf(account_id)).map(({ status, reason }) => [status, reason]),
        [
          ["skipped", "email_consent is suppressed"],
          ["captured", null]
        ]
      )
    })
  )

  it.effect("holds a text over the night in which summer time begins, in the account's zone", () =>
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

  it.effect("does not reclaim a message while its claim is renewed", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const outbox = yield* Outbox
      yield* recorded(newMessage(yield* seedContact(account_id)))
      const clock = yield* TestClock.testClockWith((clock) => Effect.succeed(clock))
      const [claimed] = yield* outbox.claim(clock.currentTimeMillisUnsafe(), "email", idleCapacity)
      for (let time = 0; time < 3; time++) {
        yield* TestClock.adjust((lease * 3) / 4)
        yield* outbox.renew(claimed ?? assert.fail("nothing is due"))
        assert.strictEqual(yield* sendDue("email"), 0)
      }
      yield* TestClock.adjust(lease + 1)
      assert.strictEqual(yield* sendDue("email"), 1)
    })
  )

  it.effect("reclaims messages after a crash, and a sender with an expired lease marks nothing", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      const outbox = yield* Outbox
      yield* recorded(newMessage(contact))
      const clock = yield* TestClock.testClockWith((clock) => Effect.succeed(clock))
      const [first] = yield* outbox.claim(clock.currentTimeMillisUnsafe(), "email", idleCapacity)
      assert.strictEqual(yield* sendDue("email"), 0)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* sendDue("email"), 1)
      yield* outbox.finish(clock.currentTimeMillisUnsafe(), {
        ...first!,
        status: "failed",
        reason: "late",
        due_at: null,
        recipient: null,
        subject: null,
        body: null
      })
      assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "captured")
    })
  )
})

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
