import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { emptyProfile, type SenderProfile } from "../../src/domain/senders/SenderProfile.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { databaseLayer, embedded, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"

const complete = {
  ...emptyProfile,
  from_name: "Ada's Shop",
  from_email: "hello@ada.example",
  postal_address: "1 Tea Street"
}

const save = Effect.fnUntraced(function* (account_id: string, profile: Partial<SenderProfile>, smtp_url?: string) {
  const senders = yield* Senders
  yield* senders.lock(account_id)
  yield* senders.save(
    account_id,
    { profile: { ...complete, ...profile }, shared_address: false },
    smtp_url === undefined ? undefined : { url: smtp_url, host: "127.0.0.1" }
  )
})
const prove = (account_id: string, domain: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO sender_domains (domain, account_id, proven_at) VALUES (${domain}, ${account_id}, now())`
    yield* sql`UPDATE senders SET version = version + 1 WHERE account_id = ${account_id}`
  })
const statusOf = (account_id: string) =>
  Effect.map(messagesOf(account_id), ([message]) => [message?.status, message?.reason])

it.effect.each([
  ["PostgreSQL", postgres],
  ["embedded", embedded]
] as const)(
  "mail waits until the sender's domain is proven; another business's proof does not help: %s",
  ([, database]) =>
    Effect.gen(function* () {
      const server = yield* mailServer()
      yield* Effect.gen(function* () {
        const { account_id } = yield* seedAccount()
        const other = yield* seedAccount()
        yield* save(account_id, {})
        yield* (yield* Messages).record([newMessage(yield* seedContact(account_id), { class: "transactional" })])
        yield* prove(other.account_id, "ada.example")
        yield* sendDue("email")
        assert.deepStrictEqual(yield* statusOf(account_id), ["held", "the sender's domain is not proven"])
        yield* prove(account_id, "ada.example")
        yield* TestClock.adjust("1 hour")
        yield* sendDue("email")
        assert.deepStrictEqual(yield* statusOf(account_id), ["sent", null])
        assert.deepStrictEqual(
          server.received.map(({ from }) => from),
          ["hello@ada.example"]
        )
      }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
    }).pipe(Effect.provide(databaseLayer(database)))
)

it.effect("nobody sends from the domain of EMAIL_FROM unless the operator lets them, proven or not", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    yield* Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      yield* save(account_id, { from_email: "support@tally.example" })
      yield* prove(account_id, "tally.example")
      yield* (yield* Messages).record([newMessage(yield* seedContact(account_id))])
      yield* sendDue("email")
      assert.deepStrictEqual(yield* statusOf(account_id), ["held", "the sender's domain is not proven"])
      assert.deepStrictEqual(server.received, [])
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url, EMAIL_FROM: "no-reply@tally.example" })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect(
  "marketing waits for a sender that was emptied, and for one at a free mail service; mail about an order does not",
  () =>
    Effect.gen(function* () {
      const server = yield* mailServer()
      yield* Effect.gen(function* () {
        const { account_id } = yield* seedAccount()
        const contact = yield* seedContact(account_id)
        const messages = yield* Messages
        yield* messages.record([newMessage(contact, { key: "a marketing" })])
        const held = Effect.fnUntraced(function* (profile: Partial<SenderProfile>) {
          yield* save(account_id, profile, server.url)
          yield* sendDue("email")
          yield* TestClock.adjust("1 hour")
          return yield* statusOf(account_id)
        })
        assert.deepStrictEqual(yield* held({ postal_address: null }), ["held", "the sender has no postal address"])
        assert.deepStrictEqual(yield* held({ from_name: null }), ["held", "the sender has no name"])
        assert.deepStrictEqual(yield* held({ from_email: "ada.shop@gmail.com" }), [
          "held",
          "the sender's address is of a free mail service"
        ])
        yield* messages.record([newMessage(contact, { key: "b order", class: "transactional" })])
        yield* sendDue("email")
        assert.lengthOf(server.received, 1)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* held({}), ["sent", null])
      }).pipe(Effect.provide(sendingLayer({ SMTP_ALLOW_PRIVATE: "true" })))
    }).pipe(Effect.provide(databaseLayer(postgres)))
)
