import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contactCaller } from "../support/samples/contacts.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const order = (order_id: number, members: object) => ({
  order_id,
  total: 5,
  currency: "USD",
  order_date: "2026-11-20T10:00:00Z",
  ...members
})

const place = (call: Effect.Success<ReturnType<typeof contactCaller>>["call"], body: unknown) =>
  call("/orders/placed", { body })

onEitherOverSocket("phones as stores send them (contract §2)", (it) => {
  it.effect("a national number is read in the country of its address, also by name or alpha-3 code", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const countries: ReadonlyArray<object> = [
        { first_name: "Asha", city: "Pune", country: "India" },
        { country_code: "India" },
        { country_code: "IND" },
        { country_id: "IN" },
        { country: "भारत" },
        { country_code: "", country: "india" }
      ]
      for (const [at, shipping_address] of countries.entries()) {
        const sent = order(880_004 + at, {
          email: `asha${at}@example.com`,
          phone: "9876543210",
          accepts_sms_marketing: true,
          shipping_address
        })
        const { status, json } = yield* place(call, sent)
        assert.strictEqual(status, 201, JSON.stringify(json))
        assert.strictEqual(json.data.phone, "+919876543210")
        assert.deepStrictEqual(json.data.shipping_address, shipping_address)
        // The phone stays with the first contact; the others are created without it.
        const found = yield* call(`/contacts?email=asha${at}@example.com`)
        assert.strictEqual(found.json.data[0].phone, at === 0 ? "+919876543210" : null)
      }
    })
  )

  it.effect("an unknown country is never replaced by the one of the other address or of the account", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const unread = { email: "asha@example.com", phone: "9876543210" }
      for (const addresses of [
        { shipping_address: { country: "Atlantis" } },
        { shipping_address: { country_code: "XX" }, billing_address: { country_code: "US" } },
        { billing_address: { country_id: "Congo" } },
        { shipping_address: { country: 91 } }
      ]) {
        const { status, json } = yield* place(call, order(1, { ...unread, ...addresses }))
        assert.strictEqual(status, 422)
        assert.deepStrictEqual(
          json.error.details.map(({ field }: { readonly field: string }) => field),
          ["phone"]
        )
      }
      // A number with a country code needs no country, and an address without a country has no effect.
      const own = { shipping_address: { country: "Atlantis" }, phone: "+91 98765 43210" }
      assert.strictEqual((yield* place(call, order(1, { ...unread, ...own }))).json.data.phone, "+919876543210")
      const none = {
        shipping_address: { city: "Springfield" },
        billing_address: { country: "USA" },
        phone: "2025550123"
      }
      assert.strictEqual((yield* place(call, order(2, { ...unread, ...none }))).json.data.phone, "+12025550123")
    })
  )

  it.effect("an empty phone or e-mail is like null, also of white space and invisible characters", () =>
    Effect.gen(function* () {
      const { call, create, patch } = yield* contactCaller()
      const guest = order(880_014, { email: "john.doe@example.com", phone: "" })
      const answer = yield* place(call, guest)
      assert.strictEqual(answer.status, 201)
      assert.notProperty(answer.json.data, "phone")
      const till = yield* place(call, order(2, { email: " \u200b", phone: "+1 202 555 0124" }))
      assert.deepInclude(till.json.data, { phone: "+12025550124" })
      assert.notProperty(till.json.data, "email")
      assert.strictEqual((yield* place(call, order(3, { email: "", phone: "  " }))).status, 422)
      const id = yield* create({ email: "ada@example.com", phone: " ", first_name: "\u00a0", last_name: "L" })
      const { data } = (yield* patch(id, { last_name: "\ufeff", phone: "" })).json
      assert.deepInclude(data, { phone: null, first_name: null, last_name: null })
      const event = { event_type: "a", email: "", phone: "", contact_id: id }
      assert.strictEqual((yield* call("/events", { body: event })).status, 200)
      for (const member of ["financial_status", "order_date", "currency"]) {
        assert.strictEqual((yield* place(call, order(4, { email: "a@example.com", [member]: "" }))).status, 422, member)
      }
    })
  )

  it.effect("invisible characters, full-width and Arabic digits are read", () =>
    Effect.gen(function* () {
      const { call, create } = yield* contactCaller()
      const pasted = ["\u202a+44 7911 123456\u202c", "+44\u200e7911\ufe0d123456", "＋４４ ７９１１ １２３４５６"]
      for (const [at, phone] of pasted.entries()) {
        const { json } = yield* place(
          call,
          order(880_015 + at, { email: "pasted@example.com", phone, currency: "GBP" })
        )
        assert.strictEqual(json.data.phone, "+447911123456")
      }
      yield* create({ phone: "+٢٠١٠٠١٢٣٤٥٦٧" })
      const found = yield* call(`/contacts?phone=${encodeURIComponent("\u202a+20 100 123 4567\u202c")}`)
      assert.strictEqual(found.json.data.length, 1)
    })
  )

  it.effect("one digit repeated is refused", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      for (const phone of ["000-000-0000", "1111111111", "+1 999 999 9999", "(555) 555-5555"]) {
        for (const name of ["Ann", "Bob"]) {
          const answer = yield* place(call, order(1, { phone, shipping_address: { name } }))
          assert.strictEqual(answer.status, 422, phone)
        }
        assert.strictEqual((yield* call("/contacts", { body: { phone } })).status, 422)
        assert.strictEqual((yield* call("/events", { body: { event_type: "a", phone } })).status, 422)
      }
      assert.deepStrictEqual((yield* call("/contacts")).json.data, [])
    })
  )
})
