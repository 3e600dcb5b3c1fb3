import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { dkimRecord } from "../../src/domain/senders/dns/dkim.ts"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { makeDkimKey } from "../../src/outbound/senders/makeDkimKey.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { SenderDomains } from "../../src/store/senders/SenderDomains.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"
import { hasDkimpy, isValidForDkimpy, signedBy } from "../support/messages/verifyDkim.ts"

const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*([^]*?)\\r\\n(?![ \\t])`, "im").exec(raw)?.[1]?.replace(/\r\n[ \t]+/g, " ")

/** A mail that is signed by the key of this record. */
const signedMail = Effect.gen(function* () {
  const server = yield* mailServer()
  return yield* Effect.gen(function* () {
    const { account_id } = yield* seedAccount()
    const key = yield* makeDkimKey("ada.example", "tally-1")
    const senders = yield* Senders
    const keys = yield* SenderDomains
    yield* senders.lock(account_id)
    const profile = {
      ...emptyProfile,
      from_name: "Ada",
      from_email: "hello@ada.example",
      postal_address: "1 Tea Street"
    }
    const sender = { profile: { ...profile, reply_to: "help@ada.example" }, shared_address: false }
    yield* senders.save(account_id, sender, { url: server.url, host: "127.0.0.1" })
    yield* (yield* Messages).record([newMessage(yield* seedContact(account_id))])
    yield* keys.setKey(account_id, key, [])
    yield* keys.markKey(account_id, key, true)
    yield* sendDue("email")
    return { account_id, raw: server.received[0]!.raw, record: dkimRecord(key) }
  }).pipe(Effect.provide(sendingLayer({ SMTP_ALLOW_PRIVATE: "true" })))
}).pipe(Effect.provide(databaseLayer(postgres)))

it.effect("the signature covers both headers of one-click unsubscribing, as mailauth verifies it (RFC 8058 §4)", () =>
  Effect.gen(function* () {
    const { raw, record } = yield* signedMail
    const covered = (yield* Effect.promise(() => signedBy(raw, record))) ?? []
    assert.includeMembers(
      [...covered],
      ["list-unsubscribe", "list-unsubscribe-post", "list-id", "feedback-id", "from", "to", "subject", "message-id"]
    )
    const other = raw.replace("List-Unsubscribe-Post: List-Unsubscribe=One-Click", "List-Unsubscribe-Post: No")
    assert.notStrictEqual(other, raw)
    assert.isUndefined(yield* Effect.promise(() => signedBy(other, record)))
  })
)

it.effect.skipIf(!hasDkimpy)("the signature is valid for dkimpy (skipped without Debian's python3-dkim)", () =>
  Effect.gen(function* () {
    const { raw, record } = yield* signedMail
    assert.isTrue(isValidForDkimpy(raw, record))
    assert.isFalse(isValidForDkimpy(raw.replace("One-Click", "Two-Click"), record))
  })
)

it.effect("a mail's id and list are of its sender's domain, and its Feedback-ID names flow, account and class", () =>
  Effect.gen(function* () {
    const { account_id, raw } = yield* signedMail
    assert.match(headerOf(raw, "Message-ID") ?? "", /^<msg_[0-9a-z]{26}@ada\.example>$/)
    assert.strictEqual(headerOf(raw, "List-ID"), `<${account_id}.ada.example>`)
    assert.strictEqual(headerOf(raw, "Feedback-ID"), `flow_1:${account_id}:marketing:tally`)
  })
)
