import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { dkimRecord } from "../../src/domain/senders/dns/dkim.ts"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { makeDkimKey } from "../../src/outbound/senders/makeDkimKey.ts"
import { FurtherSenders } from "../../src/store/senders/FurtherSenders.ts"
import { SenderDomains } from "../../src/store/senders/SenderDomains.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { databaseLayer, embedded, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"
import { signedBy } from "../support/messages/verifyDkim.ts"

const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*([^]*?)\\r\\n(?![ \\t])`, "im").exec(raw)?.[1]?.replace(/\r\n[ \t]+/g, " ")

const own = { ...emptyProfile, from_name: "Ada", from_email: "hello@ada.example", postal_address: "1 Tea Street" }

const prove = Effect.fnUntraced(function* (account_id: string, domain: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO sender_domains (domain, account_id, proven_at) VALUES (${domain}, ${account_id}, now())`
  yield* sql`UPDATE senders SET version = version + 1 WHERE account_id = ${account_id}`
})

it.effect.each([
  ["PostgreSQL", postgres],
  ["embedded", embedded]
] as const)(
  "mail from a further sender waits until its own domain is proven, and has its address, replies and signature: %s",
  ([, database]) =>
    Effect.gen(function* () {
      const server = yield* mailServer()
      yield* Effect.gen(function* () {
        const [senders, keys, further] = [yield* Senders, yield* SenderDomains, yield* FurtherSenders]
        const { account_id } = yield* seedAccount()
        yield* senders.lock(account_id)
        yield* senders.save(account_id, { profile: own, shared_address: false }, undefined)
        yield* prove(account_id, "ada.example")
        const members = { from_name: "Offices", from_email: "offices@tea.example", reply_to: "kim@tea.example" }
        const sender_id = yield* further.create(account_id, members)
        const key = yield* makeDkimKey("tea.example", "tally-1")
        yield* keys.setKey(account_id, key, ["ada.example"])
        yield* keys.markKey(account_id, key, true)
        const contact = yield* seedContact(account_id)
        const messages = yield* Messages
        yield* messages.record([newMessage(contact, { key: "a", sender_id }), newMessage(contact, { key: "b" })])
        yield* sendDue("email")
        assert.deepStrictEqual(
          (yield* messagesOf(account_id)).map(({ status, reason }) => [status, reason]).toSorted(),
          [
            ["held", "the sender's domain is not proven"],
            ["sent", null]
          ]
        )
        yield* prove(account_id, "tea.example")
        yield* TestClock.adjust("1 hour")
        yield* sendDue("email")
        const mails = server.received.map(({ from, raw }) => [from, headerOf(raw, "From"), headerOf(raw, "Reply-To")])
        assert.deepStrictEqual(mails, [
          ["hello@ada.example", "Ada <hello@ada.example>", undefined],
          ["offices@tea.example", "Offices <offices@tea.example>", "kim@tea.example"]
        ])
        const signed = yield* Effect.forEach(server.received, ({ raw }) =>
          Effect.promise(async () => (await signedBy(raw, dkimRecord(key))) !== undefined)
        )
        assert.deepStrictEqual(signed, [false, true])
      }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
    }).pipe(Effect.provide(databaseLayer(database)))
)
