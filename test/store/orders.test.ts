import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Order, PlaceOrder } from "../../src/domain/orders/Order.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { onBoth } from "../support/database/databases.ts"
import { call } from "../support/samples/orders.ts"
import { PlacingLayer } from "../support/programs.ts"
import { seedAccount } from "../support/database/seed.ts"

const [ada, bob, phone] = ["ada@example.com", "bob@example.com", "+12025550123"]

interface ContactRow {
  readonly email: string | null
  readonly phone: string | null
  readonly name: string | null
  readonly email_consent: string
  readonly sms_consent: string
  readonly order_count: number
  readonly first: number | null
  readonly last: number | null
}

/** A fresh account with calls to place orders and to read its contacts and ledger. */
const shop = Effect.fnUntraced(function* (options: Parameters<typeof seedAccount>[0] = {}) {
  const sql = yield* SqlClient.SqlClient
  const { place } = yield* PlaceOrders
  const seeded = yield* seedAccount(options)
  const { account_id } = seeded
  let made = 0
  return {
    ...seeded,
    place: (fields: Partial<Order>, rest: Partial<Omit<PlaceOrder, "fields">> = {}) =>
      place(call({ account_id, new_contact_id: `con_${++made}`, ...rest, fields })),
    /** An update without an e-mail member. */
    placeByPhone: (phone: string, order_id: bigint) =>
      place({ ...call({ account_id, order_id }), fields: { total: "1", currency: "USD", placed_at: 0, phone } }),
    contacts: sql<ContactRow>`SELECT email, phone, nullif(concat_ws('|', first_name, last_name), '') AS name, email_consent,
        sms_consent, order_count, (extract(epoch FROM first_order_at) * 1000)::float8 AS first,
        (extract(epoch FROM last_order_at) * 1000)::float8 AS last
      FROM contacts WHERE account_id = ${account_id} ORDER BY contact_id LIMIT 100`,
    rules: Effect.map(
      sql<{ rule: string }>`SELECT rule FROM consent_log WHERE account_id = ${account_id} ORDER BY entry_id LIMIT 100`,
      (rows) => rows.map(({ rule }) => rule)
    )
  }
})

onBoth("stored orders", PlacingLayer, (it) => {
  it.effect("an order keeps the country of its present shipping address", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, place } = yield* shop()
      const countries: Array<unknown> = []
      for (const address of [
        '{"country_code":"gb"}',
        '{"country_code":"\\u0044E"}',
        '{"country_code":"DEU"}',
        "7",
        null
      ]) {
        yield* place({ shipping_address: address }, { order_id: 1n })
        const [row] = yield* sql<{
          country: string | null
        }>`SELECT country FROM orders WHERE account_id = ${account_id}`
        countries.push(row?.country)
      }
      assert.deepStrictEqual(countries, ["GB", "DE", null, null, null])
    })
  )

  it.effect("an order moves with its figures when an update names another contact", () =>
    Effect.gen(function* () {
      const { contacts, place } = yield* shop()
      yield* place({ email: ada, placed_at: 1_000 }, { order_id: 1n })
      yield* place({ email: ada, placed_at: 3_000 }, { order_id: 2n })
      yield* place({ email: ada, placed_at: 2_000 }, { order_id: 3n })
      yield* place({ email: bob, placed_at: 4_000 }, { order_id: 2n })
      assert.deepStrictEqual(
        (yield* contacts).map(({ email, first, last, order_count }) => [email, order_count, first, last]),
        [
          [ada, 2, 1_000, 2_000],
          [bob, 1, 4_000, 4_000]
        ]
      )
      yield* place({ email: bob, placed_at: 1_000 }, { order_id: 1n })
      yield* place({ email: bob, placed_at: 2_000 }, { order_id: 3n })
      assert.deepStrictEqual(
        (yield* contacts).map(({ email, first, last, order_count }) => [email, order_count, first, last]),
        [
          [ada, 0, null, null],
          [bob, 3, 1_000, 4_000]
        ]
      )
    })
  )

  it.effect("an order is linked by e-mail in any ASCII case, else by phone", () =>
    Effect.gen(function* () {
      const { contacts, place } = yield* shop()
      yield* place({ email: "Ada@Example.com", phone }, { order_id: 1n })
      yield* place({ email: ada }, { order_id: 2n })
      yield* place({ email: null, phone }, { order_id: 3n })
      yield* place({ email: "\u212a@example.com" }, { order_id: 4n })
      yield* place({ email: "k@example.com" }, { order_id: 5n })
      assert.deepStrictEqual(
        (yield* contacts).map(({ email, order_count }) => [email, order_count]),
        [
          ["Ada@Example.com", 3],
          ["\u212a@example.com", 1],
          ["k@example.com", 1]
        ]
      )
    })
  )

  it.effect("a taken phone stays: the new contact has no phone and no SMS opt-in, with the reason in the ledger", () =>
    Effect.gen(function* () {
      const { contacts, place, rules } = yield* shop()
      yield* place({ email: ada, phone, accepts_sms_marketing: true }, { order_id: 1n })
      yield* place({ email: bob, phone, accepts_sms_marketing: true }, { order_id: 2n })
      assert.deepStrictEqual(
        (yield* contacts).map((one) => [one.email, one.phone, one.sms_consent]),
        [
          [ada, phone, "subscribed"],
          [bob, null, "never_subscribed"]
        ]
      )
      assert.deepStrictEqual(yield* rules, ["order_sms_new_contact", "order_phone_taken"])
    })
  )

  it.effect("an order fills empty name and phone of a contact, and changes no existing e-mail, phone or name", () =>
    Effect.gen(function* () {
      const { contacts, place } = yield* shop()
      const shipped = (address: object) => ({ shipping_address: JSON.stringify(address) })
      yield* place({ email: ada }, { order_id: 1n })
      yield* place({ email: bob, phone, ...shipped({ first_name: "Bob" }) }, { order_id: 2n })
      yield* place({ email: ada, phone, ...shipped({ name: "Ada Lovelace" }) }, { order_id: 1n })
      const contactFields = Effect.map(contacts, (all) => all.map((one) => [one.email, one.phone, one.name]))
      assert.deepStrictEqual(yield* contactFields, [
        [ada, null, "Ada|Lovelace"],
        [bob, phone, "Bob"]
      ])
      const second = "+12025550199"
      yield* place({ email: ada, phone: second, ...shipped({ name: "Eve Else" }) }, { order_id: 3n })
      yield* place({ email: ada, phone: "+12025550198" }, { order_id: 4n })
      yield* place({ email: bob, phone: "+12025550197", ...shipped({ last_name: "Else" }) }, { order_id: 5n })
      assert.deepStrictEqual(yield* contactFields, [
        [ada, second, "Ada|Lovelace"],
        [bob, phone, "Bob"]
      ])
    })
  )

  it.effect(
    "an update is decided on the stored order: a phone alone keeps the contact, and a new contact gets stored name and phone",
    () =>
      Effect.gen(function* () {
        const { contacts, place, placeByPhone } = yield* shop()
        const free = "+12025550199"
        yield* place({ email: ada, phone }, { order_id: 1n })
        yield* place({ email: bob, phone }, { order_id: 2n })
        const { order } = yield* placeByPhone(phone, 2n)
        assert.strictEqual(order.email, bob)
        yield* place({ email: "cy@example.com", shipping_address: '{"name":"Cy Twombly"}' }, { order_id: 3n })
        yield* place({ email: "cy@example.com", phone: null }, { order_id: 3n })
        yield* place({ email: ada, phone: free, shipping_address: '{"name":"Dora Maar"}' }, { order_id: 4n })
        yield* place({ email: "dora@example.com" }, { order_id: 4n })
        assert.deepStrictEqual(
          (yield* contacts).map((one) => [one.email, one.phone, one.name, one.order_count]),
          [
            [ada, phone, "Dora|Maar", 1],
            [bob, null, null, 1],
            ["cy@example.com", null, "Cy|Twombly", 1],
            ["dora@example.com", free, "Dora|Maar", 1]
          ]
        )
      })
  )

  it.effect("an update keeps omitted fields and clears null ones", () =>
    Effect.gen(function* () {
      const { place } = yield* shop()
      const sent = {
        customer_id: "c-1",
        subtotal: "1.50",
        line_items: '[{"price":1.50}]',
        shipment_status: "confirmed"
      }
      yield* place(sent)
      assert.deepInclude((yield* place({})).order, sent)
      const cleared = { customer_id: null, subtotal: null, line_items: null, shipment_status: null }
      assert.deepInclude((yield* place(cleared)).order, cleared)
      assert.deepInclude((yield* place({})).order, cleared)
    })
  )

  it.effect("text with repeated names is kept without values that the database cannot store", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, place } = yield* shop()
      yield* place({ line_items: "[1]" })
      const hidden = String.raw`[{"a":"\u0000","a":"\\u0000","price":1.50}]`
      yield* sql`UPDATE orders SET line_items = ${hidden}::json WHERE account_id = ${account_id}`
      const { order } = yield* place({ total: "2" })
      assert.strictEqual(order.line_items, hidden)
      const [kept] = yield* sql`SELECT line_items::text AS text FROM orders WHERE account_id = ${account_id}`
      assert.deepStrictEqual(kept, { text: String.raw`[{"a":"","a":"\\u0000","price":1.50}]` })
    })
  )

  it.effect("a yes counts up to six months to the millisecond", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(1970, 7, 31))
      const edge = Date.UTC(1970, 1, 28)
      const { contacts, place, rules } = yield* shop()
      yield* place({ email: ada, placed_at: edge - 1, accepts_email_marketing: true }, { order_id: 1n })
      yield* place({ email: bob, placed_at: edge, accepts_email_marketing: true }, { order_id: 2n })
      assert.deepStrictEqual(
        (yield* contacts).map(({ email_consent }) => email_consent),
        ["never_subscribed", "subscribed"]
      )
      assert.deepStrictEqual(yield* rules, ["order_older_than_six_months", "order_email_opt_in"])
    })
  )

  it.effect("an invalid call in a shared transaction fails alone, and the others are stored", () =>
    Effect.gen(function* () {
      const { contacts, place } = yield* shop()
      const exits = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, at) => at),
        (at) =>
          Effect.exit(
            place(
              { email: `buyer${at}@example.com`, ...(at === 7 ? { total: "?" } : {}) },
              { order_id: BigInt(at + 1) }
            )
          ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        exits.map((exit) => Exit.isSuccess(exit)),
        exits.map((_, at) => at !== 7)
      )
      assert.strictEqual((yield* contacts).length, 19)
    })
  )
})
