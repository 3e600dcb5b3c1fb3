import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherOverSocket } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedShop } from "../support/samples/shop.ts"

const times =
  /"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z","updated_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z"/
const frozen = (text: string) => text.replace(times, '"created_at":1,"updated_at":2')

onEitherOverSocket("orders (contract §2 and §3)", (it) => {
  it.effect("returns the stored order field by field, with 201 when it is new and 200 when it exists", () =>
    Effect.gen(function* () {
      const { place } = yield* seedShop({ integrations: 1 })
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

  it.effect("echoes free-form objects byte for byte: digits, member order, unusual names", () =>
    Effect.gen(function* () {
      const { place } = yield* seedShop()
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

  it.effect("identifies an order by its number, in any spelling", () =>
    Effect.gen(function* () {
      const { place } = yield* seedShop()
      const spelled = (order_id: string) =>
        place(JSON.stringify(orderBody()).replace('"order_id":1', `"order_id":${order_id}`))
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

  it.effect("writes money with at least the digits of its currency and keeps more", () =>
    Effect.gen(function* () {
      const { place } = yield* seedShop()
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
        const answer = yield* place(JSON.stringify(orderBody({ currency })).replace('"total":59.9', `"total":${total}`))
        assert.strictEqual(answer.json.data?.total_amount, shown, total)
      }
    })
  )

  it.effect("keeps omitted fields, clears null and empty text, and omits empty values from the response", () =>
    Effect.gen(function* () {
      const { place } = yield* seedShop()
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
      yield* place(orderBody(sent))
      const kept = yield* place(orderBody())
      for (const name of names) assert.property(kept.json.data, name)
      const nulls = Object.fromEntries(names.map((name) => [name, null]))
      const emptied = yield* place(orderBody({ ...nulls, customer_id: "", discounts: [], shipping_address: {} }))
      for (const name of names) assert.notProperty(emptied.json.data, name)
      assert.strictEqual(emptied.json.data.email, "ada@example.com")
    })
  )
})
