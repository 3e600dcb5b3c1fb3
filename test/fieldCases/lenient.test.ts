import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contactCaller } from "../support/samples/contacts.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const lenient = { prefer: "handling=lenient" }

const order = (order_id: number, members: object = {}) => ({
  order_id,
  email: "steve@example.com",
  total: 403,
  currency: "USD",
  order_date: "2026-11-20T10:00:00Z",
  ...members
})

interface Told {
  readonly field: string
  readonly message: string
}

const fieldsOf = (told: ReadonlyArray<Told>) => told.map(({ field }) => field).toSorted()

onEitherOverSocket("Prefer: handling=lenient (contract §2)", (it) => {
  it.effect("accepts an order with an unreadable phone, and lists it under warnings", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const body = order(880_013, { phone: "555-555-SHIP", accepts_sms_marketing: true })
      assert.strictEqual((yield* call("/orders/placed", { body })).status, 422)
      const { status, headers, json } = yield* call("/orders/placed", { body, headers: lenient })
      assert.strictEqual(status, 201)
      assert.strictEqual(headers.get("preference-applied"), "handling=lenient")
      assert.deepStrictEqual(fieldsOf(json.warnings), ["accepts_sms_marketing", "phone"])
      assert.notProperty(json.data, "phone")
      const [contact] = (yield* call("/contacts")).json.data
      assert.deepInclude(contact, { email: "steve@example.com", phone: null, sms_consent: "never_subscribed" })
    })
  )

  it.effect("accepts an order by its phone when its e-mail is unreadable, but never without any address", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const both = { email: "steve@", phone: "(202) 555-0123" }
      const kept = yield* call("/orders/placed", { body: order(1, both), headers: lenient })
      assert.deepStrictEqual([kept.status, fieldsOf(kept.json.warnings)], [201, ["email"]])
      assert.notProperty(kept.json.data, "email")
      const withoutAddress = yield* call("/orders/placed", {
        body: order(2, { ...both, phone: "SHIP" }),
        headers: lenient
      })
      assert.deepStrictEqual(
        [withoutAddress.status, fieldsOf(withoutAddress.json.error.details)],
        [422, ["email", "phone"]]
      )
      assert.isFalse(withoutAddress.headers.has("preference-applied"))
    })
  )

  it.effect("leaves out unknown enumeration values, and nested members one by one", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const line_items =
        '[{"title":"Fabric, metres","quantity":1.5,"price":2.50,"note":1.10},7,{"title":"A","product_id":"5f849ec1"}]'
      const body =
        '{"order_id":880331,"email":"q@example.com","total":3,"currency":"EUR","order_date":"2026-11-20T10:00:00Z",' +
        `"fulfillment_status":"partial","subtotal":"190.00","total_items":1.5,"customer_id":1153106,"line_items":${line_items},` +
        '"discounts":[{"code":"TEN","amount":"9.00","x":1.0}],"tax_lines":{},"shipping_address":{"2":1.0,"city":5,"zip":1.0,"name":"Q"}}'
      assert.strictEqual((yield* call("/orders/placed", { body })).status, 422)
      const { status, text, json } = yield* call("/orders/placed", { body, headers: lenient })
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(fieldsOf(json.warnings), [
        "customer_id",
        "discounts.0.amount",
        "fulfillment_status",
        "line_items.0.quantity",
        "line_items.1",
        "line_items.2.product_id",
        "shipping_address.city",
        "subtotal",
        "tax_lines",
        "total_items"
      ])
      for (const kept of [
        '"line_items":[{"title":"Fabric, metres","price":2.50,"note":1.10},{"title":"A"}]',
        '"discounts":[{"code":"TEN","x":1.0}]',
        '"shipping_address":{"2":1.0,"zip":1.0,"name":"Q"}'
      ]) {
        assert.include(text, kept)
      }
    })
  )

  it.effect("still refuses invalid identity, price and consent fields", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      for (const members of [
        { order_id: "CAISENgvlJ6jLWAzERDzjyHVybY" },
        { total: -12 },
        { total: "199.00" },
        { currency: "BYR" },
        { order_date: "2026-11-20T10:00:00-05:00" },
        { order_date: "" },
        { accepts_email_marketing: "yes" },
        { initial_sync: "true" }
      ]) {
        const [member = ""] = Object.keys(members)
        const body = order(1, { ...members, financial_status: "charged" })
        const { status, json } = yield* call("/orders/placed", { body, headers: lenient })
        assert.strictEqual(status, 422, member)
        assert.deepStrictEqual(fieldsOf(json.error.details), [member, "financial_status"].toSorted())
      }
      assert.deepStrictEqual((yield* call("/contacts")).json.data, [])
    })
  )

  it.effect("keeps the stored value of a field left out of an update", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const first = { phone: "+12025550123", financial_status: "paid", shipping_address: { city: "Rome" } }
      yield* call("/orders/placed", { body: order(1, first) })
      const second = { phone: "SHIP", financial_status: "charged", shipping_address: "Rome", total: 1 }
      const { status, json } = yield* call("/orders/placed", { body: order(1, second), headers: lenient })
      assert.strictEqual(status, 200)
      assert.deepInclude(json.data, { ...first, total_amount: "1.00" })
    })
  )

  it.effect("never reads a phone by another country when the country of its address was left out", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const members = { phone: "9876543210", shipping_address: { country_code: 91, city: "Pune" } }
      const { json } = yield* call("/orders/placed", { body: order(1, members), headers: lenient })
      assert.deepStrictEqual(fieldsOf(json.warnings), ["phone", "shipping_address.country_code"])
      assert.notProperty(json.data, "phone")
    })
  )

  it.effect("gives the same warnings in a dry run", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const body = order(1, { phone: "SHIP", shipment_status: "lost" })
      const dry = yield* call("/orders/placed", { body, headers: { prefer: "dry-run, handling=lenient" } })
      const live = yield* call("/orders/placed", { body, headers: lenient })
      assert.strictEqual(dry.headers.get("preference-applied"), "dry-run, handling=lenient")
      assert.deepStrictEqual(dry.json.warnings, live.json.warnings)
      const { created_at: _, updated_at: __, ...previewed } = dry.json.data
      assert.deepInclude(live.json.data, previewed)
      const contact = { email: "ada@example.com", phone: "SHIP", first_name: 5 }
      const dryContact = yield* call("/contacts", { body: contact, headers: { prefer: "handling=lenient, dry-run" } })
      const liveContact = yield* call("/contacts", { body: contact, headers: lenient })
      assert.deepStrictEqual([dryContact.status, liveContact.status], [200, 201])
      assert.deepStrictEqual(dryContact.json.warnings, liveContact.json.warnings)
      assert.deepStrictEqual(fieldsOf(liveContact.json.warnings), ["first_name", "phone"])
    })
  )

  it.effect("is requested by any valid form of the header only", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const body = order(1, { phone: "SHIP" })
      const clean = yield* call("/orders/placed", { body: order(2), headers: lenient })
      assert.deepStrictEqual(clean.json.warnings, [])
      for (const prefer of [
        "HANDLING = Lenient",
        'respond-async, handling="lenient"',
        "wait=100;x=1, handling=lenient; y",
        'foo="a, handling=strict", handling=lenient',
        "return=minimal,,handling=lenient,handling=strict"
      ]) {
        const { status } = yield* call("/orders/placed", { body, headers: { prefer } })
        assert.isBelow(status, 300, prefer)
      }
      for (const prefer of [
        "handling=strict",
        "handling",
        "lenient",
        "handling=strict, handling=lenient",
        'foo="a, handling=lenient"',
        "x;handling=lenient",
        "handling=lenientish"
      ]) {
        const { status, headers } = yield* call("/orders/placed", { body, headers: { prefer } })
        assert.strictEqual(status, 422, prefer)
        assert.isFalse(headers.has("preference-applied"))
        const { json } = yield* call("/orders/placed", { body: order(2), headers: { prefer } })
        assert.notProperty(json, "warnings")
      }
    })
  )
})
