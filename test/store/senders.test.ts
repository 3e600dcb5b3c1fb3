import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { EmailTransport, SentMail } from "../../src/outbound/email/EmailTransport.ts"
import { ManageSender } from "../../src/programs/senders/ManageSender.ts"
import { SendingAllowances } from "../../src/store/messages/SendingAllowances.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { SenderDomains } from "../../src/store/senders/SenderDomains.ts"
import { FurtherSenders } from "../../src/store/senders/FurtherSenders.ts"
import { TrackingDomains } from "../../src/store/senders/TrackingDomains.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

const SendersLayer = ManageSender.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Senders.layer, SenderDomains.layer, FurtherSenders.layer, TrackingDomains.layer)),
  Layer.provide([Secrets.layer, SendingAllowances.layer, EmailTransport.layerMemory]),
  Layer.provide([SentMail.layer, Keys.layerMemory])
)

const key = { domain: "ada.example", selector: "tally-1", public_key: "MIIB", private_key: Redacted.make("PEM") }

onBoth("the senders of accounts", SendersLayer, (it) => {
  it.effect("give every change a new version, and their secrets to the account alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [stored, keys] = [yield* Senders, yield* SenderDomains]
      const [own, other] = [yield* seedAccount(), yield* seedAccount()]
      const read = stored.readSecrets(own.account_id)
      const before = yield* read
      yield* stored.lock(own.account_id)
      const profile = { ...emptyProfile, from_email: "hello@ada.example" }
      const smtp = { url: "smtps://ada:secret@mail.example", host: "mail.example" }
      yield* stored.save(own.account_id, { profile, shared_address: true }, smtp)
      yield* keys.setKey(own.account_id, key, [])
      yield* keys.markKey(own.account_id, key, true)
      const after = yield* read
      assert.isAbove(after.version, before.version)
      const { smtp_url, keys: signing, ...plain } = after
      assert.deepStrictEqual(plain, {
        version: after.version,
        from_email: "hello@ada.example",
        shared_address: true,
        has_server: true,
        domain_proven: false
      })
      assert.deepStrictEqual(
        [smtp_url, signing[0]?.private_key].map((one) => (one == null ? one : Redacted.value(one))),
        [smtp.url, "PEM"]
      )
      // A secret that is copied into another account's row cannot be read there.
      yield* sql`UPDATE senders SET encrypted_smtp_url = (SELECT encrypted_smtp_url FROM senders
        WHERE account_id = ${own.account_id}) WHERE account_id = ${other.account_id}`
      const copied = yield* stored.readSecrets(other.account_id)
      assert.deepStrictEqual([copied.has_server, copied.smtp_url], [true, null])
    })
  )

  it.effect("are signed for only while DNS has this very key", () =>
    Effect.gen(function* () {
      const [stored, keys] = [yield* Senders, yield* SenderDomains]
      const { account_id } = yield* seedAccount()
      yield* keys.setKey(account_id, key, [])
      const dkim = Effect.map(stored.readSecrets(account_id), (sender) => sender.keys[0]?.selector)
      assert.isUndefined(yield* dkim)
      yield* keys.markKey(account_id, { ...key, selector: "tally-2" }, true)
      assert.isUndefined(yield* dkim)
      yield* keys.markKey(account_id, key, true)
      const { version } = yield* stored.readSecrets(account_id)
      yield* keys.markKey(account_id, key, true)
      assert.deepStrictEqual([yield* dkim, (yield* stored.readSecrets(account_id)).version], ["tally-1", version])
      yield* keys.markKey(account_id, key, false)
      assert.isUndefined(yield* dkim)
    })
  )

  it.effect("keep what a check found until the address, the server or the key that it was made for changes", () =>
    Effect.gen(function* () {
      const [stored, keys] = [yield* Senders, yield* SenderDomains]
      const { account_id } = yield* seedAccount()
      const found = {
        domain: "ada.example",
        proof: null,
        spf: "ok",
        dkim: "missing",
        dmarc: "wrong",
        checked_at: DateTime.makeUnsafe("2026-05-04T09:30:00Z")
      } as const
      const profile = { ...emptyProfile, from_email: "hello@ada.example" }
      const smtp = { url: "smtps://ada:secret@mail.example", host: "mail.example" }
      const save = (change: object, server?: typeof smtp | null) =>
        stored.save(account_id, { profile: { ...profile, ...change }, shared_address: false }, server)
      const kept = Effect.map(stored.read(account_id), ({ last_check }) => last_check)
      const check = Effect.flatMap(stored.read(account_id), (sender) => stored.keepCheck(account_id, sender, found))
      yield* stored.lock(account_id)
      yield* save({})
      assert.isNull(yield* kept)
      yield* check
      yield* save({ from_name: "Ada's Shop" })
      assert.deepStrictEqual(yield* kept, found)
      for (const change of [
        save({ from_email: "other@ada.example" }),
        save({}, smtp),
        keys.setKey(account_id, key, []),
        keys.removeKey(account_id, key.domain)
      ]) {
        const before = yield* stored.read(account_id)
        yield* check
        assert.deepStrictEqual(yield* kept, found)
        yield* change
        assert.isNull(yield* kept)
        // A check that began before the change says nothing of what stands now.
        yield* stored.keepCheck(account_id, before, found)
        assert.isNull(yield* kept)
      }
    })
  )

  it.effect("changes of different fields at once are both kept", () =>
    Effect.gen(function* () {
      const manage = yield* ManageSender
      const { account_id } = yield* seedAccount()
      for (let round = 0; round < 10; round++) {
        const value = (name: string) => `${name} ${round}`
        yield* Effect.all(
          [
            manage.change(account_id, { from_name: value("Ada") }, false),
            manage.change(account_id, { postal_address: value("Street") }, false),
            manage.change(account_id, { reply_to: `a${round}@ada.example` }, false)
          ],
          { concurrency: 3 }
        )
        const { from_name, postal_address, reply_to } = yield* manage.read(account_id)
        assert.deepStrictEqual(
          [from_name, postal_address, reply_to],
          [value("Ada"), value("Street"), `a${round}@ada.example`]
        )
      }
    })
  )
})
