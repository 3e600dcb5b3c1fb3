import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Definition } from "../../src/domain/flows/Definition.ts"
import { FormInput } from "../../src/domain/forms/Form.ts"
import { assertConsistent } from "../support/database/assertConsistent.ts"
import { contactCaller } from "../support/samples/contacts.ts"
import {
  onEitherOverSocket,
  personOrder,
  person,
  seedPersonEverywhere,
  textsNaming,
  tracesLeft
} from "../support/samples/person.ts"

const html = `<p>Ask erased or <a href="https://a.example/?who=erased">erased</a></p>`
const named = textsNaming("erased")
const expectedTexts = {
  definition: {
    ...named.definition,
    steps: [
      { id: "mail", type: "send_email", subject: "For erased", html },
      { id: "field", type: "set_field", field: "number", value: 0 },
      { id: "hook", type: "webhook", url: "https://erased/hook?who=erased" }
    ]
  },
  form: { ...named.form, intro: html, thanks: "erased" },
  variants: [{ subject: "Only for erased", html }]
}

onEitherOverSocket("an erased person", (it) => {
  it.effect("is in no table, column or statistic any more, after having been in all of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, contact_id, call } = yield* seedPersonEverywhere
      const before = yield* tracesLeft
      assert.deepStrictEqual(before.tables, [
        "campaigns",
        "consent_log",
        "contact_notes",
        "contact_search",
        "contacts",
        "events",
        "flow_versions",
        "flows",
        "form_wordings",
        "forms",
        "idempotency_keys",
        "import_failures",
        "import_notes",
        "import_records",
        "imports",
        "message_events",
        "messages",
        "orders",
        "platform_deliveries",
        "received_reports",
        "request_log",
        "segments",
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

  it.effect("is in no flow, form, campaign or tag of others any more, and these work on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, contact_id, call } = yield* seedPersonEverywhere
      assert.strictEqual((yield* call(`/contacts/${contact_id}`, { method: "DELETE" })).status, 200)
      const { definition, form, variants } = expectedTexts
      const one = (statement: Effect.Effect<ReadonlyArray<object>, unknown>) =>
        Effect.map(Effect.orDie(statement), (rows) => Object.values(rows[0] ?? {}).map(String))
      const [name, detail, notice] = yield* one(
        sql`SELECT name, trigger_detail, notice FROM flows WHERE account_id = ${account_id} AND flow_id = 'flo_own'`
      )
      assert.deepStrictEqual([name, detail, notice], ["Thanks erased", "VIP erased", "550 <erased> refused"])
      const versions = yield* sql<{ definition: string }>`SELECT definition::text FROM flow_versions
        WHERE account_id = ${account_id} AND flow_id = 'flo_own' ORDER BY version`
      assert.strictEqual(versions.length, 25)
      for (const version of versions) assert.deepStrictEqual(JSON.parse(version.definition), definition)
      yield* Schema.decodeUnknownEffect(Definition)(definition)
      const [kept = ""] = yield* one(sql`SELECT definition FROM forms WHERE account_id = ${account_id}`)
      assert.deepStrictEqual(JSON.parse(kept), form)
      yield* Schema.decodeUnknownEffect(FormInput)(form)
      assert.deepStrictEqual(
        yield* one(sql`SELECT string_agg(wording, ', ') FROM form_wordings WHERE account_id = ${account_id}`),
        [`${form.wording}, ${form.wording}`]
      )
      const [content = ""] = yield* one(sql`SELECT variants::text FROM campaigns WHERE account_id = ${account_id}`)
      assert.deepStrictEqual(JSON.parse(content), variants)
      const [tags] = yield* one(
        sql`SELECT tags::text FROM contacts WHERE account_id = ${account_id} AND email = 'friend@example.com'`
      )
      assert.strictEqual(tags, '["VIP erased","new"]')
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

  // Last: its texts name the person afterwards, as they should.
  it.effect("who uses the address of the business itself leaves its texts alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, contact_id, call } = yield* seedPersonEverywhere
      yield* sql`INSERT INTO senders (account_id, from_name, from_email, updated_at)
        VALUES (${account_id}, 'Shop', ${person.email.toLowerCase()}, now())
        ON CONFLICT (account_id) DO UPDATE SET from_email = excluded.from_email`
      assert.strictEqual((yield* call(`/contacts/${contact_id}`, { method: "DELETE" })).status, 200)
      const [flow] = yield* sql`SELECT name FROM flows WHERE account_id = ${account_id} AND flow_id = 'flo_own'`
      assert.deepStrictEqual(flow, { name: `Thanks ${person.email}` })
    })
  )
})
