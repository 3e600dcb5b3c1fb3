import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { exim, hasExim } from "../support/messages/exim.ts"
import { newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"

it.live.skipIf(!hasExim)(
  "Exim's refusals of relaying and of the sender suppress nobody, an unknown user is suppressed (skipped without exim4)",
  () =>
    Effect.gen(function* () {
      const server = yield* exim
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const senders = yield* Senders
        const { account_id } = yield* seedAccount()
        const mail = Effect.fnUntraced(function* (from_email: string, email: string) {
          yield* senders.lock(account_id)
          const profile = { ...emptyProfile, from_name: "Ada", from_email, postal_address: "1 Tea Street" }
          yield* senders.save(account_id, { profile, shared_address: false }, undefined)
          yield* sql`INSERT INTO sender_domains (domain, account_id, proven_at)
          VALUES (${from_email.split("@")[1] ?? ""}, ${account_id}, now()) ON CONFLICT DO NOTHING`
          const contact = yield* seedContact(account_id, { email, phone: null })
          yield* (yield* Messages).record([newMessage(contact, { key: email, flow_id: null })])
          yield* sendDue("email")
          const [row] = yield* sql`SELECT m.status, c.email_consent FROM messages m JOIN contacts c
          ON c.account_id = m.account_id AND c.contact_id = m.contact_id WHERE m.account_id = ${account_id} AND m.key = ${email}`
          return [row?.["status"], row?.["email_consent"]]
        })
        assert.deepStrictEqual(yield* mail("shop@tea.example", "gone1@here.example"), ["failed", "subscribed"])
        assert.deepStrictEqual(yield* mail("shop@tea.example", "ada@here.example"), ["sent", "subscribed"])
        assert.deepStrictEqual(yield* mail("shop@tea.example", "x@elsewhere.example"), ["failed", "subscribed"])
        assert.deepStrictEqual(yield* mail("shop@unverified.example", "bob@here.example"), ["failed", "subscribed"])
        assert.deepStrictEqual(yield* mail("shop@tea.example", "gone2@here.example"), [
          "bounced",
          "compliance_suppressed"
        ])
      }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
    }).pipe(Effect.provide(databaseLayer(postgres)))
)
