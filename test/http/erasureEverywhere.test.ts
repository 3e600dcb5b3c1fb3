import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assertConsistent } from "../support/database/assertConsistent.ts"
import { contactCaller } from "../support/samples/contacts.ts"
import { onBothOverSocket, personOrder, person, seedPersonEverywhere, tracesLeft } from "../support/samples/person.ts"

onBothOverSocket("an erased person", (it) => {
  it.effect("is in no table, column or statistic any more, after having been in all of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, contact_id, call } = yield* seedPersonEverywhere
      const before = yield* tracesLeft
      assert.deepStrictEqual(before.tables, [
        "consent_log",
        "contact_notes",
        "contact_search",
        "contacts",
        "events",
        "idempotency_keys",
        "import_failures",
        "import_records",
        "imports",
        "message_events",
        "messages",
        "orders",
        "request_log",
        "store_deliveries",
        "webhook_deliveries"
      ])
      assert.strictEqual((yield* call(`/contacts/${contact_id}`, { method: "DELETE" })).status, 200)
      assert.deepStrictEqual(yield* tracesLeft, { tables: [], statistics: [] })
      // Rows of other contacts stay.
      const [order] = yield* sql`SELECT total::text, discounts::text, tax_lines::text, line_items::text FROM orders
        WHERE account_id = ${account_id} AND order_id = 1`
      assert.deepStrictEqual(
        Object.values(order ?? {}).map((text) => JSON.parse(String(text))),
        [
          20,
          [{ code: "TEN", amount: 1 }],
          [{ title: "VAT", amount: 2 }],
          [{ product_id: 20, title: "Ring", price: 20 }]
        ]
      )
      const [upload] = yield* sql`SELECT failed, received FROM imports WHERE account_id = ${account_id}`
      assert.deepStrictEqual(upload, { failed: 3, received: 4 })
      const records = yield* sql`SELECT email_key FROM import_records WHERE account_id = ${account_id}`
      assert.deepStrictEqual(records, [{ email_key: "other@example.com" }])
      const messages = yield* sql`SELECT status, reason FROM messages WHERE account_id = ${account_id} ORDER BY 1, 2`
      assert.deepStrictEqual(
        messages.map(({ status }) => status),
        ["bounced", "failed", "sent", "skipped", "skipped", "skipped"]
      )
    })
  )

  it.effect("with ten thousand orders is erased in one call", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, contact_id, call } = yield* seedPersonEverywhere
      yield* sql`INSERT INTO orders (account_id, order_id, contact_id, email, phone, total, currency, placed_at, line_items,
          discounts, tax_lines, shipping_address, deliveries, created_at, updated_at)
        SELECT account_id, 1000 + n, contact_id, email, phone, total, currency, placed_at, line_items, discounts, tax_lines,
          shipping_address, deliveries, created_at, updated_at
        FROM orders CROSS JOIN generate_series(1, 10000) n WHERE account_id = ${account_id} AND order_id = 1`
      assert.strictEqual((yield* call(`/contacts/${contact_id}`, { method: "DELETE" })).status, 200)
      assert.deepStrictEqual((yield* tracesLeft).tables, [])
    })
  )

  it.effect("gets no consent from an order placed before the erasure that arrives again; a later order gives it", () =>
    Effect.gen(function* () {
      const { call, contact_id, patch } = yield* seedPersonEverywhere
      yield* patch(contact_id, { email_consent: "unsubscribed" })
      yield* call(`/contacts/${contact_id}`, { method: "DELETE" })
      const find = Effect.map(call(`/contacts?email=${encodeURIComponent(person.email)}`), ({ json }) => [
        json.data[0].email_consent,
        json.data[0].sms_consent
      ])
      // An order placed before the erasure sent again, and an older one that arrives late.
      yield* call("/orders/placed", { body: personOrder({ order_id: 1, shipment_status: "delivered" }) })
      assert.deepStrictEqual(yield* find, ["unsubscribed", "never_subscribed"])
      yield* call("/orders/placed", { body: personOrder({ order_id: 9 }) })
      assert.deepStrictEqual(yield* find, ["unsubscribed", "never_subscribed"])
      const order_date = new Date(Date.now() + 60_000).toISOString()
      yield* call("/orders/placed", { body: personOrder({ order_id: 10, order_date }) })
      assert.strictEqual((yield* find)[0], "subscribed")
    })
  )

  it.effect("who was subscribed is not subscribed again by earlier orders", () =>
    Effect.gen(function* () {
      const { call, contact_id } = yield* seedPersonEverywhere
      yield* call(`/contacts/${contact_id}`, { method: "DELETE" })
      for (const order_id of [1, 2, 9]) {
        yield* call("/orders/placed", { body: personOrder({ order_id }) })
        const [back] = (yield* call(`/contacts?email=${encodeURIComponent(person.email)}`)).json.data
        assert.deepStrictEqual([back.email_consent, back.sms_consent], ["never_subscribed", "never_subscribed"])
        const { history } = (yield* call(`/contacts/${back.id}/consent`)).json.data
        assert.include(
          history.map(({ rule }: { rule: string }) => rule),
          "The contact withdrew this consent; only an order placed after that gives it again"
        )
      }
    })
  )

  it.effect("racing an order and an event is either gone or has a new id without consent", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, call, create } = yield* contactCaller()
      for (let round = 0; round < 12; round++) {
        const email = `quibly${round}@example.com`
        const id = yield* create({ email, email_consent: "unsubscribed" })
        const answers = yield* Effect.all(
          [
            call("/orders/placed", {
              body: personOrder({ order_id: round + 1, email, phone: null, accepts_sms_marketing: false })
            }),
            call(`/contacts/${id}`, { method: "DELETE" }),
            call("/events", { body: { event_type: "quiz", email, event_data: { name: "Quibly" } } })
          ],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [201, 200, 200]
        )
        const [back] = (yield* call(`/contacts?email=${email}`)).json.data
        if (back !== undefined) {
          assert.notStrictEqual(back.id, id)
          assert.notStrictEqual(back.email_consent, "subscribed")
        }
      }
      const ownerless = yield* sql`
        SELECT email, customer_id, shipping_address::text FROM orders o WHERE account_id = ${account_id} AND NOT EXISTS (
          SELECT FROM contacts c WHERE c.account_id = o.account_id AND c.contact_id = o.contact_id)
        UNION ALL SELECT NULL, NULL, event_data::text FROM events e WHERE account_id = ${account_id} AND NOT EXISTS (
          SELECT FROM contacts c WHERE c.account_id = e.account_id AND c.contact_id = e.contact_id)`
      for (const row of ownerless) assert.deepStrictEqual(Object.values(row), [null, null, null])
      yield* assertConsistent(account_id)
    })
  )
})
