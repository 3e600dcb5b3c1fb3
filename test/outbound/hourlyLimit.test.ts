import { assert, it as alone } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { databaseLayer, onEither, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"

/** An account with limits, and `count` messages to contacts of its own, the oldest first. */
const accountWith = Effect.fnUntraced(function* (
  limits: { readonly perHour?: number; readonly start?: number; readonly growth?: number },
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount()
  yield* sql`UPDATE accounts SET messages_per_hour = ${limits.perHour ?? null}::int, warm_up_start = ${limits.start ?? null}::int,
    warm_up_growth = ${limits.growth ?? null}::int, warm_up_started_at = 'epoch' WHERE account_id = ${account_id}`
  for (let at = 0; at < count; at++) {
    const contact = yield* seedContact(account_id, { email: `contact${at}@example.com`, phone: null })
    yield* (yield* Messages).record([newMessage(contact, { key: `run_${100 + at}` })])
    yield* TestClock.adjust("1 millis")
  }
  return account_id
})

const statusesOf = (account_id: string) =>
  Effect.map(messagesOf(account_id), (messages) => messages.map(({ status }) => status))

const sendAll = Effect.gen(function* () {
  for (;;) if ((yield* sendDue("email")) === 0) return
})

onEither("the messages an hour of an account", sendingLayer(), (it) => {
  it.effect("are a share of the queue in its order; the rest waits for the next hours, and none is lost", () =>
    Effect.gen(function* () {
      const account_id = yield* accountWith({ perHour: 4 }, 10)
      for (const sent of [4, 8, 10]) {
        yield* sendAll
        const statuses = yield* statusesOf(account_id)
        assert.deepStrictEqual(
          statuses,
          Array.from({ length: 10 }, (_, at) => (at < sent ? "captured" : "queued"))
        )
        yield* TestClock.adjust("59 minutes")
        yield* sendAll
        assert.deepStrictEqual(yield* statusesOf(account_id), statuses)
        yield* TestClock.adjust("1 minute")
      }
      assert.isTrue((yield* messagesOf(account_id)).every(({ attempts }) => attempts === 1))
    })
  )

  it.effect("grow each day of a warm-up", () =>
    Effect.gen(function* () {
      const account_id = yield* accountWith({ start: 1, growth: 100 }, 8)
      const sent = Effect.map(statusesOf(account_id), (all) => all.filter((status) => status === "captured").length)
      for (const expected of [1, 3, 7, 8]) {
        yield* sendAll
        assert.strictEqual(yield* sent, expected)
        yield* TestClock.adjust("1 day")
      }
    })
  )

  it.effect("are not used up by messages that are skipped", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account_id = yield* accountWith({ perHour: 2 }, 5)
      yield* sql`UPDATE contacts SET email_consent = 'unsubscribed' WHERE account_id = ${account_id}
        AND email IN ('contact0@example.com', 'contact1@example.com', 'contact2@example.com')`
      yield* sendAll
      assert.deepStrictEqual(yield* statusesOf(account_id), ["skipped", "skipped", "skipped", "captured", "captured"])
    })
  )

  it.effect("go to transactional messages first", () =>
    Effect.gen(function* () {
      const account_id = yield* accountWith({ perHour: 2 }, 3)
      const contact = yield* seedContact(account_id, { email: "buyer@example.com", phone: null })
      yield* (yield* Messages).record([newMessage(contact, { key: "order", class: "transactional" })])
      yield* sendAll
      assert.deepStrictEqual(yield* statusesOf(account_id), ["captured", "queued", "queued", "captured"])
    })
  )

  it.effect("leave an account without limits alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const limited = yield* accountWith({ perHour: 1 }, 3)
      const free = yield* accountWith({}, 3)
      yield* sendAll
      assert.deepStrictEqual(yield* statusesOf(limited), ["captured", "queued", "queued"])
      assert.deepStrictEqual(yield* statusesOf(free), ["captured", "captured", "captured"])
      assert.lengthOf(yield* sql`SELECT account_id FROM sending_hours WHERE account_id = ${free}`, 0)
    })
  )
})

alone.effect("two processes together keep an account's messages an hour", () =>
  Effect.gen(function* () {
    const process = () => Effect.provide(sendAll, sendingLayer(), { local: true })
    const account_id = yield* Effect.provide(accountWith({ perHour: 7 }, 20), sendingLayer())
    yield* Effect.all([process(), process()], { concurrency: 2 })
    const sent = (yield* statusesOf(account_id)).filter((status) => status === "captured")
    assert.lengthOf(sent, 7)
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
