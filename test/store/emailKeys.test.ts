import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import rekey from "../../migrations/0032_email_keys.ts"
import { emailKey } from "../../src/domain/contacts/Email.ts"
import { keyedHash } from "../../src/store/database/keyedHash.ts"
import { Keys } from "../../src/store/database/Keys.ts"
import { contactCaller } from "../support/samples/contacts.ts"
import { settingsLayer } from "../support/database/databases.ts"
import { onBothOverSocket } from "../support/http/http.ts"

/** The former key: the address as sent, with ASCII letters in lower case. */
const asBefore = (email: string) => ({ email, email_key: email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) })

const keys = (account_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql<{ contact_id: string; email: string; email_key: string }>`
      SELECT contact_id, email, email_key FROM contacts WHERE account_id = ${account_id} ORDER BY created_at, contact_id`
  })

onBothOverSocket("e-mail keys of an earlier version", (it) => {
  /** An account with contacts of these addresses under their former keys, the oldest first. */
  const start = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    const sql = yield* SqlClient.SqlClient
    const caller = yield* contactCaller()
    const ids: Array<string> = []
    for (const [at, email] of addresses.entries()) {
      const id = yield* caller.create({ email: `contact${at}@example.com` })
      const before = asBefore(email)
      yield* sql`UPDATE contacts SET email = ${before.email}, email_key = ${before.email_key},
        created_at = created_at - interval '1 day' * ${addresses.length - at}
        WHERE account_id = ${caller.account_id} AND contact_id = ${id}`
      ids.push(id)
    }
    return { ...caller, ids }
  })

  it.effect("get the present form, without invisible characters", () =>
    Effect.gen(function* () {
      const caller = yield* start([
        "Info@Bücher.example",
        "zw\u00adada@example.com",
        "ada@example.com",
        "José@example.com"
      ])
      yield* rekey
      assert.deepStrictEqual(
        (yield* keys(caller.account_id)).map(({ email, email_key }) => [email, email_key]),
        [
          ["Info@Bücher.example", "info@xn--bcher-kva.example"],
          ["zwada@example.com", "zwada@example.com"],
          ["ada@example.com", "ada@example.com"],
          ["José@example.com", "josé@example.com"]
        ]
      )
      for (const { email, email_key } of yield* keys(caller.account_id)) assert.strictEqual(email_key, emailKey(email))
      const found = yield* caller.call(`/contacts?email=${encodeURIComponent("info@xn--bcher-kva.example")}`)
      assert.strictEqual(found.json.data[0].id, caller.ids[0])
    })
  )

  it.effect("go to the oldest of contacts that come to share one; the others remain writable", () =>
    Effect.gen(function* () {
      const addresses = ["ada@bücher.example", "ADA@xn--bcher-kva.example", "\u200bada@BÜCHER.example", "ada@b.example"]
      const { call, patch, account_id, ids } = yield* start(addresses)
      yield* rekey
      // Repeating it changes nothing, as after an interrupted start.
      const first = yield* keys(account_id)
      yield* rekey
      assert.deepStrictEqual(yield* keys(account_id), first)
      assert.deepStrictEqual(
        first.map(({ contact_id, email_key }) => [contact_id, email_key.split(" ")[0] === email_key]),
        ids.map((id, at) => [id, at === 0 || at === 3])
      )
      for (const domain of ["bücher", "xn--bcher-kva", "BÜCHER"]) {
        const order = {
          order_id: domain.length,
          email: `ada@${domain}.example`,
          total: 1,
          currency: "EUR",
          order_date: new Date().toISOString()
        }
        assert.strictEqual((yield* call("/orders/placed", { body: order })).status < 300, true)
        const found = yield* call(`/contacts?email=${encodeURIComponent(`ada@${domain}.example`)}`)
        assert.strictEqual(found.json.data[0].id, ids[0])
      }
      for (const id of ids) {
        const changed = yield* patch(id, { first_name: "Ada", email_consent: "unsubscribed" })
        assert.deepStrictEqual([changed.status, changed.json.data.first_name], [200, "Ada"])
      }
      assert.deepStrictEqual(
        (yield* keys(account_id)).map(({ email_key }) => email_key),
        first.map(({ email_key }) => email_key)
      )
      assert.strictEqual((yield* call(`/contacts/${ids[1]}`, { method: "DELETE" })).status, 200)
    })
  )

  it.effect("keep an order with a younger contact until it is sent again, then link it to the oldest", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account_id, create, ids } = yield* start(["ada@bücher.example"])
      const younger = yield* create({ email: "ada@xn--bcher-kva.example" })
      const order = {
        order_id: 1,
        email: "ada@xn--bcher-kva.example",
        total: 1,
        currency: "EUR",
        order_date: new Date().toISOString()
      }
      yield* call("/orders/placed", { body: order })
      yield* rekey
      yield* call("/orders/placed", { body: { ...order, total: 2 } })
      assert.deepStrictEqual(
        yield* sql`SELECT contact_id, order_count FROM contacts WHERE account_id = ${account_id} ORDER BY created_at`,
        [
          { contact_id: ids[0], order_count: 1 },
          { contact_id: younger, order_count: 0 }
        ]
      )
    })
  )

  it.effect("keep suppressions of erased contacts for their former spelling, in any script", () =>
    Effect.gen(function* () {
      const { account_id, create, call } = yield* contactCaller()
      const sql = yield* SqlClient.SqlClient
      const hash = keyedHash(yield* Keys, "remembered consents")
      const names = ["ada@bücher.example", "bea@BÜCHER.example"]
      for (const name of names) {
        const identity = `${account_id}|email|${asBefore(name).email_key}`
        yield* sql`INSERT INTO remembered_consents (account_id, identity_hash, state, remembered_at)
          VALUES (${account_id}, ${hash(identity)}, 'unsubscribed', now())`
      }
      const ada = yield* create({ email: "ada@xn--bcher-kva.example" })
      const bea = yield* create({ email: "bea@BÜCHER.example" })
      for (const id of [ada, bea]) {
        assert.strictEqual((yield* call(`/contacts/${id}`)).json.data.email_consent, "unsubscribed")
        // Lifting it removes every form.
        yield* call(`/contacts/${id}`, { method: "PATCH", body: { email_consent: "subscribed" } })
        yield* call(`/contacts/${id}`, { method: "DELETE" })
      }
      const again = yield* create({ email: "ada@bücher.example" })
      assert.strictEqual((yield* call(`/contacts/${again}`)).json.data.email_consent, "never_subscribed")
    }).pipe(Effect.provide(Keys.layer.pipe(Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32) })))))
  )
})
