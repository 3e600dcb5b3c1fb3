import { assert, it as test } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { connect, makeClient, textOf, ValidationFailed } from "../../src/client.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"
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

onEitherOverSocket("the typed client", (it) => {
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

  it.effect("takes what the API takes: numbers, digits, bigints, Dates and text of times", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount({ scopes: ["orders_write", "contacts_read", "events_write"] })
      const client = yield* makeClient({ baseUrl: yield* Origin, token })
      const at = "2026-05-04T09:30:00Z"
      const forms = [
        { order_id: 7, total: 59.9, subtotal: 5n, order_date: new Date(at) },
        { order_id: "007", total: "59.90", subtotal: 5, order_date: at },
        { order_id: 7n, total: "59.90", subtotal: "5", order_date: DateTime.makeUnsafe(at) }
      ]
      for (const form of forms) {
        const line_items = [{ sku: "A", serial: 12345678901234567890n, made: new Date(at) }]
        const { data } = yield* client.orders.place({ headers: {}, payload: { ...payload, ...form, line_items } })
        assert.strictEqual(data.order_id, 7n)
        assert.strictEqual(data.total_amount, "59.90")
        assert.strictEqual(data.subtotal, "5")
        assert.strictEqual(data.placed_at.epochMilliseconds, Date.parse(at))
        assert.strictEqual(
          textOf(data.line_items),
          '[{"sku":"A","serial":12345678901234567890,"made":"2026-05-04T09:30:00.000Z"}]'
        )
      }
      const event = {
        event_type: "seen",
        email: "ada@example.com",
        event_time: new Date(at),
        event_data: { at: new Date(at) }
      }
      assert.strictEqual((yield* client.events.ingest({ headers: {}, payload: event })).data.status, "accepted")
      const { data } = yield* client.contacts.list({ query: { updated_since: new Date(at), per_page: 5 } })
      assert.lengthOf(data, 1)
    })
  )

  it.effect("fails with every issue at once, in the words of the API, before it sends anything", () =>
    Effect.gen(function* () {
      const client = yield* makeClient({ baseUrl: "http://127.0.0.1:1", token: "none", retries: 0 })
      const wrong = { order_id: 0, total: "much", currency: "XXXX", order_date: new Date(Number.NaN), email: "ada" }
      const failed = yield* Effect.flip(client.orders.place({ headers: {}, payload: { ...payload, ...wrong } }))
      assert.instanceOf(failed, ValidationFailed)
      const { issues } = failed
      const { token } = yield* seedAccount()
      const body = { ...wrong, order_date: "", subtotal: 1 }
      const refused = yield* post(`${yield* Origin}/v1/orders/placed`, token, body)
      assert.deepStrictEqual(
        issues.toSorted((one, other) => (one.field < other.field ? -1 : 1)),
        refused.json.error.details.toSorted((one: { readonly field: string }, other: { readonly field: string }) =>
          one.field < other.field ? -1 : 1
        )
      )
      assert.includeMembers(
        issues.map(({ field }) => field),
        ["order_id", "total", "currency", "order_date", "email"]
      )
    })
  )

  it.effect("is used from the built package by plain JavaScript, with errors of its exported classes", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount()
      const script = `
        import { connect, ValidationFailed } from "tally/client"
        const tally = connect({ baseUrl: process.env.TALLY_URL, token: process.env.TALLY_TOKEN })
        const order = { order_id: 12, email: "ada@example.com", total: 12.5, currency: "EUR", order_date: new Date(0) }
        const { data } = await tally.orders.place({ headers: {}, payload: order })
        const faults = await tally.orders.place({ headers: {}, payload: { ...order, order_id: "x", total: -1 } }).catch((error) => error)
        console.log(data.total_amount, faults instanceof ValidationFailed, faults.issues.map(({ field }) => field).join())`
      const env = { ...process.env, TALLY_URL: yield* Origin, TALLY_TOKEN: token }
      const { stdout } = yield* Effect.promise(() =>
        run(process.execPath, ["--input-type=module", "-e", script], { env, cwd: root })
      )
      assert.strictEqual(stdout, "12.50 true order_id,total\n")
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

  it.effect("runs the documented example", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount()
      const env = { ...process.env, TALLY_URL: yield* Origin, TALLY_TOKEN: token }
      const { stdout } = yield* Effect.promise(() => run(process.execPath, [join(root, "docs/example.ts")], { env }))
      assert.strictEqual(stdout, "Stored order 9223372036854775807 over 59.90 USD\n")
    })
  )
})

test("the documented example type-checks against the built package", () =>
  run(join(bin, "tsc"), ["-p", join(root, "docs")]))
