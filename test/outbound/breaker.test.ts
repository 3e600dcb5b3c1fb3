import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"

const record = Effect.fnUntraced(function* (account_id: string, count: number) {
  for (let at = 0; at < count; at++) {
    const contact = yield* seedContact(account_id, { email: `contact${at}@example.com`, phone: null })
    yield* (yield* Messages).record([newMessage(contact, { key: `run_${at}` })])
    yield* TestClock.adjust("1 millis")
  }
})

const attemptsOf = (account_id: string) =>
  Effect.map(messagesOf(account_id), (messages) => messages.reduce((sum, { attempts }) => sum + attempts, 0))

it.effect("a server that answers 421 is slowed down, left alone for a minute, and probed; every mail goes out", () =>
  Effect.gen(function* () {
    let code: number | undefined = 421
    const server = yield* mailServer({ sender: () => code })
    yield* Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      yield* record(account_id, 12)
      // Sends of one claim are under way together, so that more than five may fail.
      const failed = yield* sendDue("email")
      assert.isAtLeast(failed, 5)
      yield* TestClock.adjust("50 seconds")
      assert.strictEqual(yield* sendDue("email"), 0)
      assert.strictEqual(yield* attemptsOf(account_id), failed)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* sendDue("email"), 1)
      assert.strictEqual(yield* sendDue("email"), 0)
      assert.strictEqual(yield* attemptsOf(account_id), failed + 1)

      code = undefined
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* sendDue("email"), 1)
      // The server was slowed down to half of a mail a second for each of its 16 connections, and recovers.
      assert.isAtMost(yield* sendDue("email"), 15)
      for (let round = 0; round < 20; round++) {
        yield* TestClock.adjust("1 minute")
        yield* sendDue("email")
      }
      const messages = yield* messagesOf(account_id)
      assert.deepStrictEqual([...new Set(messages.map(({ status }) => status))], ["sent"])
      assert.lengthOf(server.received, 12)
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("a failing server of one account stops its mails alone, and the process's does not stop theirs", () =>
  Effect.gen(function* () {
    const codes: { shared: number | undefined; own: number | undefined } = { shared: undefined, own: 421 }
    const [shared, own] = [
      yield* mailServer({ sender: () => codes.shared }),
      yield* mailServer({ sender: () => codes.own })
    ]
    yield* Effect.gen(function* () {
      const senders = yield* Senders
      const [one, two] = [(yield* seedAccount()).account_id, (yield* seedAccount()).account_id]
      const sender = {
        profile: { ...emptyProfile, from_name: "Ada", from_email: "hello@ada.example", postal_address: "1 Tea Street" },
        shared_address: false
      }
      yield* senders.lock(two)
      yield* senders.save(two, sender, { url: own.url, host: "127.0.0.1" })
      yield* record(two, 6)
      assert.strictEqual(yield* sendDue("email"), 6)
      yield* record(one, 6)
      assert.strictEqual(yield* sendDue("email"), 6)
      assert.lengthOf(shared.received, 6)

      Object.assign(codes, { shared: 421, own: undefined })
      yield* TestClock.adjust("1 hour")
      yield* Effect.forEach([1, 2, 3], () => sendDue("email"))
      const before = own.received.length
      yield* Effect.forEach([1, 2, 3, 4, 5, 6], (at) =>
        Effect.flatMap(seedContact(one, { email: `late${at}@example.com`, phone: null }), (contact) =>
          Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact, { key: `late_${at}` })]))
        )
      )
      assert.strictEqual(yield* sendDue("email"), 6)
      assert.strictEqual(yield* sendDue("email"), 0)
      yield* Effect.flatMap(seedContact(two, { email: "late@example.com", phone: null }), (contact) =>
        Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact, { key: "late" })]))
      )
      // While the process's server has no place, servers of accounts are asked for four times a second.
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* sendDue("email"), 1)
      assert.lengthOf(own.received, before + 1)
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: shared.url, SMTP_ALLOW_PRIVATE: "true" })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("a server gets at most SMTP_MESSAGES_PER_SECOND", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    yield* Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      yield* record(account_id, 7)
      const counts = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.gen(function* () {
          const sent = (yield* sendDue("email")) + (yield* sendDue("email"))
          yield* TestClock.adjust("1 second")
          return sent
        })
      )
      assert.deepStrictEqual(counts, [2, 2, 2, 1])
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url, SMTP_MESSAGES_PER_SECOND: "2" })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
