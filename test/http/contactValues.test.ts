import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"

onEitherOverSocket("the values that contacts have", (it) => {
  it.effect("are listed with how many contacts have each: fields, tags, countries and languages", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("pickers")
      const path = `/accounts/${account}`
      const create = (body: object) => call("POST", `${path}/contacts`, body)
      const ada = { birthday: "1990-05-04", "a.b": 1, gone: null, Locale: "de_DE" }
      yield* create({ email: "ada@shop.example", tags: ["vip", "new"], custom_fields: ada })
      yield* create({ email: "bob@shop.example", tags: ["vip"], custom_fields: { birthday: "", language: "fr" } })
      yield* create({ email: "cy@shop.example", custom_fields: { language: "tlh" } })
      for (const [order_id, country_code] of [
        [1, "DE"],
        [2, "AT"]
      ]) {
        const placed_at = new Date(Date.now() - 86_400_000 / Number(order_id)).toISOString()
        const shipping_address = { country_code }
        const order = orderBody({ order_id, email: "ada@shop.example", placed_at, shipping_address })
        yield* call("POST", `${path}/orders/placed`, order)
      }
      const { status, json } = yield* call("GET", `${path}/contact-values`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json.data, {
        read: 3,
        total: 3,
        custom_fields: [
          { value: "birthday", contacts: 2, values: ["", "1990-05-04"] },
          { value: "language", contacts: 2, values: ["fr", "tlh"] },
          { value: "Locale", contacts: 1, values: ["de_DE"] }
        ],
        tags: [
          { value: "vip", contacts: 2 },
          { value: "new", contacts: 1 }
        ],
        countries: [{ value: "AT", contacts: 1 }],
        languages: [
          { value: "de", contacts: 1 },
          { value: "fr", contacts: 1 }
        ],
        event_types: [],
        products_read: { read: 0, all: true },
        orders_read: { read: 2, all: true },
        skus: [],
        titles: [],
        product_types: [],
        vendors: [],
        product_tags: [],
        discount_codes: [],
        currencies: [{ value: "USD", products: 0, orders: 2 }],
        event_properties: []
      })
    })
  )

  it.effect(
    "come with those of the account's own products and orders: SKUs, titles, types, vendors, tags and codes",
    () =>
      Effect.gen(function* () {
        const other = yield* ownerBrowser("other-products")
        const { call, account } = yield* ownerBrowser("products")
        const tea = { title: "Green tea", vendor: "Leaf", product_type: "Tea", tags: ["new", "green", "new"] }
        const variants = [{ id: "1", sku: "TEA-1" }, { id: "2", sku: "TEA-1" }, { id: "3" }]
        yield* call("PUT", `/accounts/${account}/products/tea`, { ...tea, variants })
        yield* call("PUT", `/accounts/${account}/products/cup`, { title: "Cup", vendor: "Leaf" })
        yield* call("PUT", `/accounts/${account}/products/gone`, { title: "Gone", vendor: "Gone" })
        yield* call("DELETE", `/accounts/${account}/products/gone`)
        yield* other.call("PUT", `/accounts/${other.account}/products/tea`, { title: "Theirs", vendor: "Theirs" })
        const line_items = [{ sku: "TEA-1", title: "Green tea" }, { sku: "POT", title: null }, { sku: "POT" }]
        const order = { line_items, discounts: [{ code: "SPRING" }], currency: "EUR" }
        yield* call(
          "POST",
          `/accounts/${account}/orders/placed`,
          orderBody({ order_id: 1, email: "a@shop.example", ...order })
        )
        const { data } = (yield* call("GET", `/accounts/${account}/contact-values`)).json
        const one = (value: string, products: number, orders: number) => ({ value, products, orders })
        assert.deepStrictEqual(data.products_read, { read: 2, all: true })
        assert.deepStrictEqual(data.skus, [one("TEA-1", 1, 1), one("POT", 0, 1)])
        assert.deepStrictEqual(data.titles, [one("Green tea", 1, 1), one("Cup", 1, 0)])
        assert.deepStrictEqual(data.product_types, [one("Tea", 1, 0)])
        assert.deepStrictEqual(data.vendors, [one("Leaf", 2, 0)])
        assert.deepStrictEqual(data.product_tags, [one("green", 1, 0), one("new", 1, 0)])
        assert.deepStrictEqual(data.discount_codes, [one("SPRING", 0, 1)])
        assert.deepStrictEqual(data.currencies, [one("EUR", 0, 1)])
      })
  )

  it.effect("come with the names in the data of events of each type, and their values where they are few", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("properties")
      const send = (event_type: string, at: number, event_data: object) =>
        call("POST", `/accounts/${account}/events`, { event_type, email: `p${at}@shop.example`, event_data })
      for (let at = 0; at < 22; at++) yield* send("quiz", at, { answer: at, plan: at % 2 === 0 ? "free" : "pro" })
      yield* send("rated", 1, {
        stars: 5,
        is_first: true,
        note: "x".repeat(300),
        shop: { city: "Wien" },
        "a.b": 1,
        gone: null
      })
      yield* send("empty", 1, {})
      const { event_properties } = (yield* call("GET", `/accounts/${account}/contact-values`)).json.data
      const one = (event_type: string, value: string, events: number, values: ReadonlyArray<string>) => ({
        event_type,
        value,
        events,
        values
      })
      // Twenty events of a type are read.
      const answer = event_properties.find(({ value }: { readonly value: string }) => value === "answer")
      assert.deepStrictEqual([answer.events, answer.values.length], [20, 20])
      assert.deepStrictEqual(
        event_properties.filter(({ value }: { readonly value: string }) => value !== "answer"),
        [
          one("quiz", "plan", 20, ["free", "pro"]),
          one("rated", "is_first", 1, ["true"]),
          one("rated", "note", 1, []),
          one("rated", "shop.city", 1, ["Wien"]),
          one("rated", "stars", 1, ["5"])
        ]
      )
    })
  )

  it.effect("come with the types of events that the account alone received, most first", () =>
    Effect.gen(function* () {
      const other = yield* ownerBrowser("other-events")
      const { call, account } = yield* ownerBrowser("events")
      for (const event_type of ["signed_up", "came", "came"])
        yield* call("POST", `/accounts/${account}/events`, { event_type, email: "ada@shop.example" })
      yield* other.call("POST", `/accounts/${other.account}/events`, { event_type: "left", email: "bob@shop.example" })
      const { event_types } = (yield* call("GET", `/accounts/${account}/contact-values`)).json.data
      assert.deepStrictEqual(event_types, [
        { value: "came", events: 2 },
        { value: "signed_up", events: 1 }
      ])
    })
  )

  it.effect("tell which languages of theirs the messages of a flow lack, which prevents no activation", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("languages")
      const path = `/accounts/${account}`
      yield* sql`UPDATE accounts SET language = 'en' WHERE account_id = ${account}`
      for (const [at, language] of ["de", "fr-CA", "fr", "en", "ja"].entries())
        yield* call("POST", `${path}/contacts`, { email: `p${at}@shop.example`, custom_fields: { language } })
      const translations = { de: { text: "Tee" } }
      const text = { id: "text", type: "send_sms", text: "Tea", class: "transactional", translations }
      const create = (steps: ReadonlyArray<object>) =>
        Effect.map(
          call("POST", `${path}/flows`, {
            name: "Tea",
            definition: {
              trigger: { type: "order_placed" },
              filters: [],
              steps,
              entry: { type: "always" },
              exit: { on_purchase: false }
            }
          }),
          ({ json }) => `${path}/flows/${json.data.id}`
        )
      const flow = yield* create([text])
      const { data } = (yield* call("GET", `${flow}/languages`)).json
      assert.deepStrictEqual(data, { read: 5, total: 5, missing: [{ language: "fr", contacts: 2 }] })
      assert.strictEqual((yield* call("POST", `${flow}/activate`)).status, 200)
      const silent = yield* create([{ id: "tag", type: "add_tag", tag: "tea" }])
      assert.deepStrictEqual((yield* call("GET", `${silent}/languages`)).json.data.missing, [])
      assert.strictEqual((yield* call("GET", `${path}/flows/flo_none/languages`)).status, 404)
    })
  )

  it.effect("are those of the newest and the oldest contacts of a large account, which says how many were read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("many")
      yield* sql`INSERT INTO contacts (account_id, contact_id, email_consent, sms_consent, tags, order_count, created_at, updated_at)
        SELECT ${account}, 'con_' || lpad(n::text, 26, '0'), 'subscribed', 'never_subscribed',
          CASE WHEN n < 100 THEN '["old"]' WHEN n > 15900 THEN '["new"]' ELSE '[]' END::json, 0, now(), now()
        FROM generate_series(0, 15999) AS n`
      yield* sql`INSERT INTO contact_counts (account_id, email_consent, sms_consent, slot, total)
        VALUES (${account}, 'subscribed', 'never_subscribed', 0, 16000)`
      const { data } = (yield* call("GET", `/accounts/${account}/contact-values`)).json
      assert.deepStrictEqual(data.tags, [
        { value: "old", contacts: 100 },
        { value: "new", contacts: 99 }
      ])
      assert.strictEqual(data.total, 16_000)
      assert.isAtLeast(data.read, 10_000)
      assert.isBelow(data.read, 16_000)
    })
  )

  it.effect("leave out contacts beyond the bytes that are read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("large")
      yield* sql`INSERT INTO contacts (account_id, contact_id, email_consent, sms_consent, custom_fields, order_count, created_at, updated_at)
        SELECT ${account}, 'con_' || lpad(n::text, 26, '0'), 'subscribed', 'never_subscribed',
          json_build_object('note', (SELECT string_agg(md5(n::text || part::text), '') FROM generate_series(1, 2000) AS part)), 0, now(), now()
        FROM generate_series(1, 80) AS n`
      const { data } = (yield* call("GET", `/accounts/${account}/contact-values`)).json
      assert.isBelow(data.read, 80)
      assert.isAbove(data.read, 40)
      assert.deepStrictEqual(data.custom_fields, [{ value: "note", contacts: data.read, values: [] }])
    })
  )
})
