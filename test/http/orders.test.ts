import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onBothOverSocket, Origin, post } from "../support/http.ts"
import { body } from "../support/races.ts"
import { seedAccount, seedIntegration } from "../support/seed.ts"

/** A fresh account, and what posts its orders. */
const shop = Effect.fnUntraced(function* (options: Parameters<typeof seedAccount>[0] = {}) {
  const url = `${yield* Origin}/v1/orders/placed`
  const seeded = yield* seedAccount(options)
  return {
    ...seeded,
    place: (sent: unknown, headers: Record<string, string> = {}) => post(url, seeded.token, sent, headers)
  }
})

const times =
  /"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z","updated_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z"/
const frozen = (text: string) => text.replace(times, '"created_at":1,"updated_at":2')

onBothOverSocket("orders in (specification §2, contract §2 and §3)", (it) => {
  it.effect("answers with the stored order, field by field, 201 when it is new and 200 when it is known", () =>
    Effect.gen(function* () {
      const { place } = yield* shop({ integrations: 1 })
      const sent = {
        order_id: 1001,
        email: " Ada@Example.com ",
        phone: "(202) 555-0123",
        customer_id: "c-1",
        subtotal: 50,
        discounts: [{ code: "TEA", amount: 5 }],
        tax_lines: [{ title: "VAT", amount: 1.5 }],
        total: 59.9,
        currency: "usd",
        total_items: 2,
        financial_status: "paid",
        fulfillment_status: "open",
        shipment_status: "in_transit",
        line_items: [{ product_id: 1, sku: "T", quantity: 2, price: 25 }],
        billing_address: { name: "Ada Lovelace" },
        shipping_address: { first_name: "Ada", country_code: "US" },
        accepts_email_marketing: true,
        accepts_sms_marketing: false,
        order_date: "2026-05-04T09:30:00.250Z",
        unknown: "left out"
      }
      const created = yield* place(sent)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(
        frozen(created.text),
        '{"data":{"order_id":1001,"source":"api","email":"Ada@Example.com","phone":"+12025550123","total_amount":"59.90",' +
          '"currency_code":"USD","placed_at":"2026-05-04T09:30:00.250Z","financial_status":"paid","fulfillment_status":"open",' +
          '"shipment_status":"in_transit","customer_id":"c-1","subtotal":50,"discounts":[{"code":"TEA","amount":5}],' +
          '"tax_lines":[{"title":"VAT","amount":1.5}],"total_items":2,"line_items":[{"product_id":1,"sku":"T","quantity":2,"price":25}],' +
          '"billing_address":{"name":"Ada Lovelace"},"shipping_address":{"first_name":"Ada","country_code":"US"},' +
          '"accepts_email_marketing":true,"accepts_sms_marketing":false,' +
          '"integration":{"store_name":"Tea & Co","store_url":"https://tea.example"},"created_at":1,"updated_at":2}}'
      )
      const again = yield* place(sent)
      assert.deepStrictEqual([again.status, again.text], [200, created.text])
    })
  )

  it.effect("echoes what is free-form byte for byte: every digit, the order of members, odd names", () =>
    Effect.gen(function* () {
      const { place } = yield* shop()
      const address =
        '{"2":1,"10":2,"1":3,"zip":1.50,"big":12345678901234567890123,"tiny":1e-7,"E":1E+2,"neg":-0,"n":null,"deep":{"b":[0.10,1.0],"a":{}}}'
      const items =
        '[{"price":0.10,"product_id":9007199254740993,"quantity":2.0,"x":"é\u2028😀","__proto__":{"y":1},"constructor":null}]'
      const text = `{"order_id":9223372036854775807,"email":"ada@example.com","total":59.900,"subtotal":1.10,"currency":"KWD","order_date":"2026-05-04T09:30:00Z","shipping_address":${address},"line_items":${items}}`
      for (const status of [201, 200]) {
        const answer = yield* place(text)
        assert.strictEqual(answer.status, status)
        for (const part of [
          `"shipping_address":${address}`,
          `"line_items":${items}`,
          '"order_id":9223372036854775807',
          '"total_amount":"59.900"',
          '"subtotal":1.10'
        ]) {
          assert.include(answer.text, part)
        }
      }
    })
  )

  it.effect("knows an order by its number, however it is written", () =>
    Effect.gen(function* () {
      const { place } = yield* shop()
      const spelled = (order_id: string) =>
        place(JSON.stringify(body()).replace('"order_id":1', `"order_id":${order_id}`))
      for (const [first, ...others] of [
        ["7", '"7"', '"007"', "7.0", "0.7e1"],
        ["9007199254740993", '"9007199254740993"', "9007199254740993.0"]
      ] as const) {
        assert.strictEqual((yield* spelled(first)).status, 201)
        for (const other of others) {
          const answer = yield* spelled(other)
          assert.strictEqual(answer.status, 200, other)
          assert.include(answer.text, `"order_id":${first},`)
        }
      }
      assert.strictEqual((yield* spelled("9007199254740992")).status, 201)
      for (const bad of [
        "0",
        "-1",
        "1.5",
        '"1.5"',
        '" 7"',
        '""',
        '"+7"',
        '"0x7"',
        "9223372036854775808",
        "1e400",
        "true",
        "null",
        "[]",
        '"७"'
      ]) {
        const answer = yield* spelled(bad)
        assert.deepStrictEqual([answer.status, answer.json.error.details[0].field], [422, "order_id"], bad)
      }
    })
  )

  it.effect("writes money with the currency's digits and keeps further ones", () =>
    Effect.gen(function* () {
      const { place } = yield* shop()
      for (const [total, currency, shown] of [
        ["60", "JPY", "60"],
        ["59.9", "USD", "59.90"],
        ["1.5", "KWD", "1.500"],
        ["0", "EUR", "0.00"],
        ["-0", "EUR", "0.00"],
        ["0.1234", "USD", "0.1234"],
        ["1e2", "USD", "100.00"],
        ["123456789012345678.91", "USD", "123456789012345678.91"]
      ] as const) {
        const answer = yield* place(JSON.stringify(body({ currency })).replace('"total":59.9', `"total":${total}`))
        assert.strictEqual(answer.json.data?.total_amount, shown, total)
      }
    })
  )

  it.effect("refuses each field that is not what it must be, names it, and writes nothing", () =>
    Effect.gen(function* () {
      const { place } = yield* shop()
      const bad: ReadonlyArray<readonly [field: string, members: Record<string, unknown>]> = [
        ["total", { total: "59.90" }],
        ["total", { total: -1 }],
        ["total", { total: null }],
        ["currency", { currency: "XXY" }],
        ["currency", { currency: "us" }],
        ["order_date", { order_date: "2026-05-04" }],
        ["order_date", { order_date: "2026-05-04T09:30:00+00:00" }],
        ["order_date", { order_date: "2026-02-30T09:30:00Z" }],
        ["order_date", { order_date: "2026-05-04T24:00:00Z" }],
        ["order_date", { order_date: 1_777_000_000 }],
        ["email", { email: "nobody" }],
        ["email", { email: "" }],
        ["email", { email: "a@b@example.com" }],
        ["email", { email: `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(66)}.com` }],
        ["phone", { phone: "1-800-FLOWERS" }],
        ["phone", { phone: "+1 202 555 0123 ext. 4" }],
        ["phone", { phone: "" }],
        ["phone", { phone: 12025550123 }],
        ["phone", { accepts_sms_marketing: true }],
        ["email", { email: null }],
        ["customer_id", { customer_id: 1 }],
        ["subtotal", { subtotal: "1" }],
        ["total_items", { total_items: 1.5 }],
        ["financial_status", { financial_status: "Paid" }],
        ["fulfillment_status", { fulfillment_status: "" }],
        ["shipment_status", { shipment_status: "lost" }],
        ["accepts_email_marketing", { accepts_email_marketing: "true" }],
        ["accepts_email_marketing", { accepts_email_marketing: 1 }],
        ["initial_sync", { initial_sync: 0 }],
        ["discounts", { discounts: {} }],
        ["discounts.0.amount", { discounts: [{ amount: "5" }] }],
        ["tax_lines.0.title", { tax_lines: [{ title: 1 }] }],
        ["line_items.0.quantity", { line_items: [{ quantity: 1.5 }] }],
        ["line_items.1", { line_items: [{}, null] }],
        ["shipping_address.city", { shipping_address: { city: 1 } }],
        ["billing_address", { billing_address: [] }]
      ]
      for (const [field, members] of bad) {
        const { status, json } = yield* place(body(members))
        assert.strictEqual(status, 422, field)
        assert.include(
          json.error.details.map((detail: { field: string }) => detail.field),
          field
        )
        assert.strictEqual(json.error.details.length, 1, JSON.stringify(json))
      }
      assert.strictEqual((yield* place(body())).status, 201)
    })
  )

  it.effect("tells all faults at once, each by its path", () =>
    Effect.gen(function* () {
      const { place } = yield* shop()
      const { json } = yield* place({
        total: -1,
        currency: "?",
        line_items: [{ quantity: 0.5, price: "1" }],
        accepts_sms_marketing: true
      })
      assert.sameMembers(
        json.error.details.map((detail: { field: string }) => detail.field),
        ["order_id", "total", "currency", "line_items.0.quantity", "line_items.0.price", "order_date", "phone"]
      )
    })
  )

  it.effect("keeps what is omitted, clears what is null or empty text, and leaves empty values out", () =>
    Effect.gen(function* () {
      const { place } = yield* shop()
      const sent = {
        customer_id: "c-1",
        subtotal: 1,
        total_items: 2,
        discounts: [{ code: "A" }],
        shipping_address: { city: "B" },
        shipment_status: "confirmed",
        accepts_email_marketing: false
      }
      const names = Object.keys(sent)
      yield* place(body(sent))
      const kept = yield* place(body())
      for (const name of names) assert.property(kept.json.data, name)
      const nulls = Object.fromEntries(names.map((name) => [name, null]))
      const emptied = yield* place(body({ ...nulls, customer_id: "", discounts: [], shipping_address: {} }))
      for (const name of names) assert.notProperty(emptied.json.data, name)
      assert.strictEqual(emptied.json.data.email, "ada@example.com")
    })
  )

  it.effect("reads a national phone in the country of the shipping address, the billing address, the account", () =>
    Effect.gen(function* () {
      const { place } = yield* shop({ default_country: "GB" })
      const phone = "030 123456"
      const read = (members: Record<string, unknown>) =>
        Effect.map(place(body({ phone, ...members })), ({ json }) => json.data?.phone)
      assert.strictEqual(
        yield* read({ shipping_address: { country_code: "DE" }, billing_address: { country_code: "FR" } }),
        "+4930123456"
      )
      assert.strictEqual(yield* read({ billing_address: { country_code: "de" } }), "+4930123456")
      assert.strictEqual(yield* read({ phone: "020 7946 0018" }), "+442079460018")
      assert.strictEqual(
        yield* read({ phone: "+49 30 123456", shipping_address: { country_code: "??" } }),
        "+4930123456"
      )
    })
  )

  it.effect("ties an order to the integration named, or to the only one, and refuses a token of none", () =>
    Effect.gen(function* () {
      const one = yield* shop({ integrations: 1 })
      const other = yield* shop({ integrations: 1 })
      const stopped = yield* seedIntegration(one.account_id, false)
      const token = (value: string | undefined) => ({ "x-service-integration-token": value ?? "" })
      const placed = yield* one.place(body({ order_id: 2 }), token(one.integrations[0]?.token))
      assert.strictEqual(placed.json.data.integration.store_name, "Tea & Co")
      for (const bad of [other.integrations[0]?.token, stopped.token, "nobody", one.token]) {
        const { status, json } = yield* one.place(body(), token(bad))
        assert.deepStrictEqual([status, json.error.code], [422, "validation_failed"])
      }
      assert.property((yield* one.place(body())).json.data, "integration")
      yield* seedIntegration(one.account_id)
      assert.notProperty((yield* one.place(body({ order_id: 3 }))).json.data, "integration")
      assert.property((yield* one.place(body())).json.data, "integration")
    })
  )

  it.effect("keeps accounts apart, and acts for a subaccount that is named", () =>
    Effect.gen(function* () {
      const main = yield* shop()
      const branch = yield* seedAccount({ parent_id: main.account_id })
      const below = yield* seedAccount({ parent_id: branch.account_id })
      const foreign = yield* seedAccount()
      const as = (account_id: string) => ({ "service-account-id": account_id })
      assert.strictEqual((yield* main.place(body())).status, 201)
      assert.strictEqual((yield* main.place(body(), as(main.account_id))).status, 200)
      assert.strictEqual((yield* main.place(body(), as(branch.account_id))).status, 201)
      assert.strictEqual((yield* main.place(body(), as(branch.account_id))).status, 200)
      for (const nobody of [below.account_id, foreign.account_id, "acc_00000000000000000000000000", "x", ""]) {
        const { status, json } = yield* main.place(body(), as(nobody))
        assert.deepStrictEqual([status, json?.error.code], [404, "not_found"], nobody)
      }
    })
  )
})
