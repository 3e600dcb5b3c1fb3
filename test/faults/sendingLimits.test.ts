import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hourOf } from "../../src/domain/messages/HourUsage.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { postgres, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { startServer } from "../support/faults/processes.ts"
import { messagesOf, newMessage, seedContact } from "../support/messages/messages.ts"
import { mailServer, type ReceivedMail } from "../support/messages/providers.ts"
import { quickOrFull } from "../support/runner/runs.ts"

/** An account with limits, and `each` messages to each of its contacts `name0@example.com`, `name1@example.com`, … */
const seedQueue = Effect.fnUntraced(function* (
  name: string,
  { contacts, each, ...limits }: { contacts: number; each: number; messages_per_hour?: number; frequency_cap?: number }
) {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount()
  yield* sql`UPDATE accounts SET messages_per_hour = ${limits.messages_per_hour ?? null}::int,
    frequency_cap = ${limits.frequency_cap ?? null}::int WHERE account_id = ${account_id}`
  const messages = yield* Messages
  for (let at = 0; at < contacts; at++) {
    const contact = yield* seedContact(account_id, { email: `${name}${at}@example.com`, phone: null })
    yield* messages.record(Array.from({ length: each }, (_, copy) => newMessage(contact, { key: `${at} ${copy}` })))
  }
  return account_id
}, Effect.provide(Messages.layer))

const statusesOf = (account_id: string) =>
  Effect.map(messagesOf(account_id), (messages) => messages.map(({ status }) => status))

const isSettled = (account_id: string) =>
  Effect.map(statusesOf(account_id), (all) => all.every((status) => status !== "queued" && status !== "held"))

const countTo = (received: ReadonlyArray<ReceivedMail>, to: string): number =>
  received.filter((mail) => mail.to === to).length

describe("two servers on one database", () => {
  it.live("together keep the frequency cap and the messages an hour of accounts, and lose no message", () =>
    Effect.gen(function* () {
      const mails = yield* mailServer()
      const settings = { ...(yield* postgres), SMTP_URL: mails.url }
      const [capped, limited] = yield* withDatabase(settings)(
        Effect.all([
          seedQueue("capped", { contacts: 5, each: 6, frequency_cap: 2 }),
          seedQueue("limited", { contacts: 15, each: 1, messages_per_hour: 5 })
        ])
      )
      const from = hourOf(yield* Clock.currentTimeMillis)
      const servers = yield* Effect.all([startServer(settings), startServer(settings)], { concurrency: 2 })
      yield* withDatabase(settings)(eventually(isSettled(capped)))
      const hours = (hourOf(yield* Clock.currentTimeMillis) - from) / 3_600_000 + 1
      yield* Effect.forEach(servers, (server) => server.end("SIGTERM"))
      assert.deepStrictEqual(
        [0, 1, 2, 3, 4].map((at) => countTo(mails.received, `capped${at}@example.com`)),
        [2, 2, 2, 2, 2]
      )
      const sent = mails.received.filter(({ to }) => to.startsWith("limited")).length
      assert.isAtLeast(sent, 5)
      assert.isAtMost(sent, 5 * hours)
      const [ofCapped, ofLimited] = yield* withDatabase(settings)(Effect.all([statusesOf(capped), statusesOf(limited)]))
      assert.deepStrictEqual([...new Set(ofCapped)].sort(), ["sent", "skipped"])
      assert.lengthOf(
        ofLimited.filter((status) => status === "queued"),
        15 - sent
      )
    })
  )
})

// The breaker and the retries take a minute each.
describe.skipIf(quickOrFull(0, 1) === 0)("a mail server that answers 421 for a while", () => {
  it.live("gets fewer mails, and in the end every mail once", () =>
    Effect.gen(function* () {
      let refused = 0
      const mails = yield* mailServer({ sender: () => (++refused <= 8 ? [421, "4.7.0 too many mails"] : undefined) })
      const settings = { ...(yield* postgres), SMTP_URL: mails.url }
      const account_id = yield* withDatabase(settings)(seedQueue("contact", { contacts: 30, each: 1 }))
      const server = yield* startServer(settings)
      const settled = withDatabase(settings)(isSettled(account_id))
      yield* settled.pipe(
        Effect.flatMap((is) => (is ? Effect.void : Effect.fail("not yet"))),
        Effect.delay("1 second"),
        Effect.retry({ times: 400 })
      )
      yield* server.end("SIGTERM")
      const counts = Array.from({ length: 30 }, (_, at) => countTo(mails.received, `contact${at}@example.com`))
      assert.deepStrictEqual(new Set(counts), new Set([1]))
      assert.deepStrictEqual(new Set(yield* withDatabase(settings)(statusesOf(account_id))), new Set(["sent"]))
    })
  )
})
