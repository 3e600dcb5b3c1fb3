import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { connect, makeClient, textOf } from "../../src/client.ts"
import { onBothOverSocket, Origin } from "../support/http/http.ts"
import { seedAccount } from "../support/database/seed.ts"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")
const bin = join(root, "node_modules/.bin")

const payload = {
  order_id: 9223372036854775807n,
  email: "ada@example.com",
  total: "59.90",
  subtotal: "0.100000000000000000001",
  currency: "USD",
  order_date: DateTime.makeUnsafe("2026-05-04T09:30:00Z")
}

onBothOverSocket("the typed client", (it) => {
  it.effect("keeps every digit of order ids, amounts and free-form members, in requests and responses", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount()
      const client = yield* makeClient({ baseUrl: yield* Origin, token })
      const line_items = [{ sku: "A", price: 29.95, serial: JSON.rawJSON("12345678901234567890") }]
      const { data } = yield* client.orders.place({ headers: {}, payload: { ...payload, line_items } })
      assert.strictEqual(data.order_id, payload.order_id)
      assert.strictEqual(data.total_amount, "59.90")
      assert.strictEqual(data.subtotal, payload.subtotal)
      assert.strictEqual(data.placed_at.epochMilliseconds, payload.order_date.epochMilliseconds)
      assert.strictEqual(textOf(data.line_items), '[{"sku":"A","price":29.95,"serial":12345678901234567890}]')
    })
  )

  it.effect("keeps every digit of a contact's custom fields, for single contacts and lists", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount({ scopes: ["contacts_read", "contacts_write"] })
      const client = yield* makeClient({ baseUrl: yield* Origin, token })
      const fields = '{"size":1,"name":"b","serial":12345678901234567890,"ratio":1.50}'
      const custom_fields = {
        size: 1,
        name: "b",
        serial: JSON.rawJSON("12345678901234567890"),
        ratio: JSON.rawJSON("1.50")
      }
      const created = yield* client.contacts.create({
        headers: {},
        payload: { email: "ada@example.com", custom_fields }
      })
      const params = { id: created.data.id }
      const read = yield* client.contacts.get({ params })
      const changed = yield* client.contacts.update({ params, headers: {}, payload: { tags: ["vip"] } })
      const { data } = yield* client.contacts.list({ query: {} })
      for (const contact of [created.data, read.data, changed.data, ...data]) {
        assert.strictEqual(textOf(contact.custom_fields), fields)
      }
      assert.lengthOf(data, 1)
      assert.deepStrictEqual(changed.data.tags, ["vip"])
    })
  )

  it.effect("sends Prefer: handling=lenient on request, keeps other preferences, and returns the warnings", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount({ scopes: ["orders_write", "contacts_write", "events_write"] })
      const client = yield* makeClient({ baseUrl: yield* Origin, token, handling: "lenient" })
      const unread = { ...payload, phone: "555-555-SHIP" }
      const dry = yield* client.orders.place({ headers: { prefer: "dry-run" }, payload: unread })
      assert.isDefined(Reflect.get(dry, "dry_run"))
      const placed = yield* client.orders.place({ headers: {}, payload: unread })
      const made = yield* client.contacts.create({
        headers: {},
        payload: { email: "bea@example.com", phone: "SHIP" }
      })
      const ingested = yield* client.events.ingest({
        headers: {},
        payload: { event_type: "a", email: "ada@example.com", phone: "SHIP" }
      })
      for (const { warnings } of [dry, placed, made, ingested]) {
        assert.deepStrictEqual(
          warnings?.map(({ field }) => field),
          ["phone"]
        )
      }
    })
  )

  it.effect("offers promises that reject with the error's own class", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount()
      const client = connect({ baseUrl: yield* Origin, token })
      const { data } = yield* Effect.promise(() => client.orders.place({ headers: {}, payload }))
      assert.strictEqual(data.order_id, payload.order_id)
      const stranger = connect({ baseUrl: yield* Origin, token: `service_${"0".repeat(40)}` })
      const refused = yield* Effect.flip(
        Effect.tryPromise({ try: () => stranger.account.get({}), catch: (error) => error })
      )
      assert.propertyVal(refused, "_tag", "Unauthorized")
    })
  )

  it.effect("runs the documented example, which type-checks against the built package", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount()
      const env = { ...process.env, TALLY_URL: yield* Origin, TALLY_TOKEN: token }
      const { stdout } = yield* Effect.promise(() => run(process.execPath, [join(root, "docs/example.ts")], { env }))
      assert.strictEqual(stdout, "Stored order 9223372036854775807 over 59.90 USD\n")
      yield* Effect.promise(() => run(join(bin, "tsc"), ["-p", join(root, "docs")]))
    })
  )
})
