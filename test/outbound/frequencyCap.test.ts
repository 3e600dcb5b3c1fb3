import { assert, it as alone } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { SendMessages } from "../../src/programs/messages/SendMessages.ts"
import { databaseLayer, onEither, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import {
  idleCapacity,
  messagesOf,
  newMessage,
  seedContact,
  sendDue,
  sendingLayer
} from "../support/messages/messages.ts"

const cappedAccount = Effect.fnUntraced(function* (cap: number) {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount()
  yield* sql`UPDATE accounts SET frequency_cap = ${cap}, timezone = 'Europe/Berlin' WHERE account_id = ${account_id}`
  return account_id
})

const record = Effect.fnUntraced(function* (...messages: ReadonlyArray<ReturnType<typeof newMessage>>) {
  yield* (yield* Messages).record(messages)
})

/** Sends what is due on both channels until nothing is. */
const sendAll = Effect.gen(function* () {
  for (;;) if ((yield* sendDue("email")) + (yield* sendDue("sms")) === 0) return
})

const resultsOf = (account_id: string) =>
  Effect.map(messagesOf(account_id), (messages) =>
    messages.map(({ key, status, reason }) => (reason === null ? `${key} ${status}` : `${key} ${status}: ${reason}`))
  )

onEither("the frequency cap", sendingLayer(), (it) => {
  it.effect("skips marketing messages beyond it until the account's day has ended, and never transactional ones", () =>
    Effect.gen(function* () {
      const account_id = yield* cappedAccount(2)
      const contact = yield* seedContact(account_id)
      const other = yield* seedContact(account_id, { email: "other@example.com", phone: null })
      const text = { channel: "sms", subject: null, body: "Hi" } as const
      yield* TestClock.adjust("12 hours")
      yield* record(
        newMessage(contact, { key: "1 mail" }),
        newMessage(contact, { key: "2 text", ...text }),
        newMessage(other, { key: "3 other" }),
        newMessage(contact, { key: "4 order", class: "transactional" })
      )
      yield* sendAll
      yield* record(newMessage(contact, { key: "5 more" }), newMessage(contact, { key: "6 text", ...text }))
      yield* sendAll
      const today = [
        "1 mail captured",
        "2 text captured",
        "3 other captured",
        "4 order captured",
        "5 more skipped: frequency cap",
        "6 text skipped: frequency cap"
      ]
      assert.deepStrictEqual(yield* resultsOf(account_id), today)
      // In 1970 it is 23:30 in Berlin, and half an hour later the next day.
      yield* TestClock.adjust("630 minutes")
      yield* record(newMessage(contact, { key: "7 evening" }))
      yield* sendAll
      yield* TestClock.adjust("30 minutes")
      yield* record(newMessage(contact, { key: "8 next day" }))
      yield* sendAll
      assert.deepStrictEqual(yield* resultsOf(account_id), [
        ...today,
        "7 evening skipped: frequency cap",
        "8 next day captured"
      ])
    })
  )

  it.effect("holds a message while others are being sent, and sends it if they fail", () =>
    Effect.gen(function* () {
      const account_id = yield* cappedAccount(1)
      const contact = yield* seedContact(account_id)
      yield* record(newMessage(contact, { key: "1 broken", body: "{% if %}" }))
      yield* TestClock.adjust("1 second")
      yield* record(newMessage(contact, { key: "2 whole" }))
      yield* sendDue("email")
      const [broken, whole] = yield* messagesOf(account_id)
      assert.deepStrictEqual([broken?.status, whole?.status, whole?.reason], ["failed", "held", "frequency cap"])
      yield* TestClock.adjust("30 seconds")
      yield* sendDue("email")
      assert.strictEqual((yield* messagesOf(account_id))[1]?.status, "captured")
    })
  )

  it.effect("counts messages that were sent before it was set", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      yield* record(newMessage(contact, { key: "1 before" }))
      yield* sendDue("email")
      yield* sql`UPDATE accounts SET frequency_cap = 1 WHERE account_id = ${account_id}`
      yield* TestClock.adjust("1 second")
      yield* record(newMessage(contact, { key: "2 after" }))
      yield* sendDue("email")
      assert.deepStrictEqual(yield* resultsOf(account_id), ["1 before captured", "2 after skipped: frequency cap"])
    })
  )
})

/** One of two processes: claims up to six messages, and sends them when the other has claimed too. */
const racingProcess = (hasClaimed: Deferred.Deferred<void>, otherHasClaimed: Deferred.Deferred<void>) =>
  Effect.provide(
    Effect.gen(function* () {
      const jobs = yield* (yield* SendMessages).claim("email", { ...idleCapacity, perAccount: 6 })
      yield* Deferred.succeed(hasClaimed, undefined)
      yield* Deferred.await(otherHasClaimed)
      yield* Effect.forEach(jobs, ({ send }) => send, { concurrency: "unbounded", discard: true })
    }),
    sendingLayer(),
    { local: true }
  )

alone.effect("messages that race in two processes never exceed a contact's frequency cap", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const account_id = yield* cappedAccount(2)
    const contacts = yield* Effect.forEach([1, 2, 3], (at) =>
      seedContact(account_id, { email: `contact${at}@example.com`, phone: null })
    )
    for (const round of [1, 2]) {
      const messages = contacts.flatMap((contact, at) =>
        [1, 2, 3, 4].map((copy) => newMessage(contact, { key: `${round} ${at} ${copy}` }))
      )
      yield* Effect.provide(record(...messages), sendingLayer())
      const [one, other] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      yield* Effect.all([racingProcess(one, other), racingProcess(other, one)], { concurrency: 2 })
      yield* TestClock.adjust("31 seconds")
    }
    yield* Effect.provide(sendAll, sendingLayer())
    const sent = yield* sql`SELECT count(*)::int AS sent FROM messages
      WHERE account_id = ${account_id} AND status = 'captured' GROUP BY contact_id ORDER BY contact_id LIMIT 10`
    assert.deepStrictEqual(
      sent.map(({ sent }) => sent),
      [2, 2, 2]
    )
    const statuses = new Set((yield* messagesOf(account_id)).map(({ status }) => status))
    assert.deepStrictEqual(statuses, new Set(["captured", "skipped"]))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
