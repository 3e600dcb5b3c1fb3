import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeAccountPools } from "../../src/outbound/email/AccountPools.ts"
import { dkimRecord } from "../../src/domain/senders/dns/dkim.ts"
import { emailDomain } from "../../src/domain/contacts/Email.ts"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { makeDkimKey } from "../../src/outbound/senders/makeDkimKey.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { SenderDomains } from "../../src/store/senders/SenderDomains.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"
import { signedBy } from "../support/messages/verifyDkim.ts"

const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*([^]*?)\\r\\n(?![ \\t])`, "im").exec(raw)?.[1]?.replace(/\r\n[ \t]+/g, " ")

/** A sender that is complete but for its address. */
const complete = { from_name: "Ada's Shop", postal_address: "1 Tea Street" }

/** Records that an account has proven its domain. */
const prove = (account_id: string, domain: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`INSERT INTO sender_domains (domain, account_id, proven_at) VALUES (${domain}, ${account_id}, now())`
  )

/** An account with this sender, whose domain is proven unless told otherwise, and one message to a contact. */
const accountWith = Effect.fnUntraced(function* (
  profile: Partial<typeof emptyProfile>,
  options: { readonly smtp_url?: string; readonly shared?: boolean; readonly proven?: boolean } = {}
) {
  const { account_id } = yield* seedAccount()
  const senders = yield* Senders
  yield* senders.lock(account_id)
  const sender = { profile: { ...emptyProfile, ...complete, ...profile }, shared_address: options.shared ?? false }
  yield* senders.save(
    account_id,
    sender,
    options.smtp_url === undefined ? undefined : { url: options.smtp_url, host: "127.0.0.1" }
  )
  if (profile.from_email != null && options.proven !== false) yield* prove(account_id, emailDomain(profile.from_email))
  yield* (yield* Messages).record([newMessage(yield* seedContact(account_id), { key: "first" })])
  return account_id
})

it.effect("mail comes from its account's name and address, with its reply-to, through the process's server", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    yield* Effect.gen(function* () {
      const account_id = yield* accountWith({
        from_name: "Ada's Shop",
        from_email: "hello@ada.example",
        reply_to: "help@ada.example"
      })
      yield* sendDue("email")
      assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "sent")
      const { raw, from } = server.received[0]!
      assert.strictEqual(from, "hello@ada.example")
      assert.match(headerOf(raw, "From") ?? "", /^"?Ada's Shop"? <hello@ada\.example>$/)
      assert.strictEqual(headerOf(raw, "Reply-To"), "help@ada.example")
      assert.isUndefined(headerOf(raw, "DKIM-Signature"))
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url, EMAIL_FROM: "service@tally.example" })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("EMAIL_FROM serves only accounts that the operator lets use it; the others skip with a reason", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    yield* Effect.gen(function* () {
      const shared = yield* accountWith({ from_name: "First" }, { shared: true })
      const without = yield* accountWith({ from_name: "Second" })
      const taking = yield* accountWith({ from_name: "Third", from_email: "Service@tally.example" })
      yield* sendDue("email")
      const outcomes = yield* Effect.forEach([shared, without, taking], messagesOf)
      assert.deepStrictEqual(
        outcomes.map(([message]) => [message?.status, message?.reason]),
        [
          ["sent", null],
          ["skipped", "the account has no sender address"],
          ["skipped", "the account has no sender address"]
        ]
      )
      assert.deepStrictEqual(
        server.received.map(({ from }) => from),
        ["service@tally.example"]
      )
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url, EMAIL_FROM: "service@tally.example" })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("an account's own server takes its mail, also where the process has none, and a change holds at once", () =>
  Effect.gen(function* () {
    const [first, second] = [yield* mailServer(), yield* mailServer()]
    yield* Effect.gen(function* () {
      const account_id = yield* accountWith({ from_email: "hello@ada.example" }, { smtp_url: first.url })
      yield* accountWith({ from_email: "hello@bob.example" })
      yield* sendDue("email")
      const senders = yield* Senders
      const { profile } = yield* senders.read(account_id)
      yield* senders.save(account_id, { profile, shared_address: false }, { url: second.url, host: "127.0.0.1" })
      const contact = yield* seedContact(account_id, { email: "eve@example.com", phone: null })
      yield* (yield* Messages).record([newMessage(contact, { key: "second" })])
      yield* sendDue("email")
      assert.deepStrictEqual(
        [first.received, second.received].map((all) => all.map(({ from, to }) => [from, to])),
        [[["hello@ada.example", "ada@example.com"]], [["hello@ada.example", "eve@example.com"]]]
      )
      const sql = yield* SqlClient.SqlClient
      const statuses = yield* sql`SELECT status FROM messages WHERE account_id <> ${account_id} LIMIT 10`
      assert.deepStrictEqual(statuses, [{ status: "captured" }])
    }).pipe(Effect.provide(sendingLayer({ SMTP_ALLOW_PRIVATE: "true" })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("mail is signed by the account's DKIM key from the time that DNS has it, and only for its domain", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    yield* Effect.gen(function* () {
      const account_id = yield* accountWith({ from_email: "hello@ada.example" })
      const senders = yield* Senders
      const keys = yield* SenderDomains
      const key = yield* makeDkimKey("ada.example", "tally-1")
      yield* keys.setKey(account_id, key, [])
      const next = (name: string) =>
        Effect.gen(function* () {
          yield* sendDue("email")
          const contact = yield* seedContact(account_id, { email: `${name}@example.com`, phone: null })
          yield* (yield* Messages).record([newMessage(contact, { key: name })])
        })
      yield* next("second")
      yield* keys.markKey(account_id, key, true)
      yield* next("third")
      const { profile } = yield* senders.read(account_id)
      const moved = { profile: { ...profile, from_email: "hello@other.example" }, shared_address: false }
      yield* prove(account_id, "other.example")
      yield* senders.save(account_id, moved, undefined)
      yield* next("fourth")
      const record = dkimRecord(key)
      const signed = yield* Effect.forEach(server.received, ({ to, raw }) =>
        Effect.promise(async () => [to, (await signedBy(raw, record)) !== undefined])
      )
      assert.deepStrictEqual(signed, [
        ["ada@example.com", false],
        ["second@example.com", true],
        ["third@example.com", false]
      ])
      const changed = server.received[1]!.raw.replace("Hi Ada", "Hi Eve")
      assert.isUndefined(yield* Effect.promise(() => signedBy(changed, record)))
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("a mail server is greeted by the host of PUBLIC_URL, else by the sender's domain", () =>
  Effect.gen(function* () {
    const greetings = Effect.fnUntraced(function* (settings: Readonly<Record<string, string>>) {
      const server = yield* mailServer()
      yield* Effect.gen(function* () {
        yield* accountWith({ from_email: "hello@ada.example" }, { smtp_url: server.url })
        yield* sendDue("email")
      }).pipe(Effect.provide(sendingLayer({ SMTP_ALLOW_PRIVATE: "true", ...settings })))
      return server.received.map(({ greeting }) => greeting)
    })
    assert.deepStrictEqual(yield* greetings({}), ["tally.example"])
    assert.deepStrictEqual(yield* greetings({ PUBLIC_URL: "http://localhost:3000" }), ["ada.example"])
    assert.deepStrictEqual(yield* greetings({ PUBLIC_URL: "http://10.0.0.5:3000" }), ["ada.example"])
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("no mail goes to a server of an account that has no public address", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    yield* Effect.gen(function* () {
      const named = server.url.replace("127.0.0.1", "localhost")
      // A name that does not exist gives the same reason, so that no account learns which names the operator's network has.
      const absent = server.url.replace("127.0.0.1", "mail.invalid")
      const accounts = yield* Effect.forEach([server.url, named, absent], (smtp_url) =>
        accountWith({ from_email: "hello@ada.example" }, { smtp_url })
      )
      yield* sendDue("email")
      for (const [message] of yield* Effect.forEach(accounts, messagesOf)) {
        assert.deepStrictEqual(
          [message?.status, message?.reason],
          ["queued", "the mail server cannot be reached at a public address"]
        )
      }
      assert.deepStrictEqual(server.received, [])
    }).pipe(Effect.provide(sendingLayer()))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.effect("the pools of accounts' servers are bounded, and one in use is never closed for another", () =>
  Effect.gen(function* () {
    const pools = yield* makeAccountPools(true, 2)
    const name = "tally.example"
    const url = (at: number) => `smtp://mail${at}.example:25`
    const sizes = yield* Effect.forEach([1, 2, 3, 4, 2], (at) =>
      pools.use(url(at), name, () => Effect.sync(() => pools.size()))
    )
    assert.deepStrictEqual(sizes, [1, 2, 2, 2, 2])
    const nested = pools.use(url(5), name, (first) =>
      pools.use(url(6), name, () =>
        Effect.flip(pools.use(url(7), name, () => Effect.void)).pipe(Effect.map(() => first))
      )
    )
    const first = yield* nested
    assert.strictEqual(yield* pools.use(url(5), name, Effect.succeed), first)
  }).pipe(Effect.scoped)
)
