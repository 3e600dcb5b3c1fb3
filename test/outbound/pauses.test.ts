import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"

onEither("the pause of a contact", sendingLayer(), (it) => {
  it.effect("skips marketing messages with their reason until it ends, and no others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const messages = yield* Messages
      const { account_id } = yield* seedAccount()
      const contact = yield* seedContact(account_id)
      yield* TestClock.adjust("12 hours")
      yield* sql`UPDATE contacts SET paused_until = '1970-01-31T12:00:00Z' WHERE account_id = ${account_id}`
      const send = Effect.fnUntraced(function* (day: number) {
        yield* messages.record([
          newMessage(contact, { key: `${day} mail` }),
          newMessage(contact, { key: `${day} order`, class: "transactional" }),
          newMessage(contact, { key: `${day} text`, channel: "sms", subject: null, body: "Hi" })
        ])
        yield* sendDue("email")
        yield* sendDue("sms")
      })
      yield* send(1)
      yield* TestClock.adjust("30 days")
      yield* send(31)
      const results = (yield* messagesOf(account_id)).map(({ key, status, reason }) => [key, status, reason])
      assert.deepStrictEqual(results, [
        ["1 mail", "skipped", "paused"],
        ["1 order", "captured", null],
        ["1 text", "skipped", "paused"],
        ["31 mail", "captured", null],
        ["31 order", "captured", null],
        ["31 text", "captured", null]
      ])
    })
  )
})
