import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherOverSocket } from "../support/http/http.ts"
import { site, shopOrigin, viewed, visitor } from "../support/http/site.ts"

onEitherOverSocket("a page of the site", (it) => {
  it.effect("reports views, which are kept with their product", () =>
    Effect.gen(function* () {
      const { report, sql, account_id } = yield* site
      const answer = yield* report("a", [
        viewed("tea", {}, 60_000),
        viewed("cup", { price: "x", url: "https://evil.example/" })
      ])
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers.get("access-control-allow-origin"), shopOrigin)
      const rows = yield* sql`SELECT product_id, title, url, price::text AS price, currency, contact_id,
        now() - viewed_at > interval '50 seconds' AS is_old FROM product_views WHERE account_id = ${account_id} ORDER BY product_id`
      assert.deepStrictEqual(rows, [
        {
          product_id: "cup",
          title: "Product cup",
          url: null,
          price: null,
          currency: "EUR",
          contact_id: null,
          is_old: false
        },
        {
          product_id: "tea",
          title: "Product tea",
          url: `${shopOrigin}/p/tea`,
          price: "19.9",
          currency: "EUR",
          contact_id: null,
          is_old: true
        }
      ])
    })
  )

  it.effect("is answered 204 whatever it sends, and nothing is kept of another origin, key, or body", () =>
    Effect.gen(function* () {
      const { post, api, viewsOf, key, sql, account_id } = yield* site
      const other = yield* site
      const body = { visitor: visitor("a"), events: [viewed("tea")] }
      const wish = { type: "restock", product_id: "tea", email: "ada@example.com" }
      const refused = yield* post({ ...body, events: [...body.events, wish] }, { origin: "https://evil.example" })
      assert.deepStrictEqual([refused.status, refused.headers.get("access-control-allow-origin")], [204, null])
      const calls: ReadonlyArray<readonly [unknown, Record<string, string>?, string?]> = [
        [body, { origin: "null" }],
        [body, {}, `${key}x`],
        [body, {}, "unknown"],
        ["{"],
        ["[]"],
        [{ visitor: 5, events: [viewed("tea")] }],
        [{ visitor: "short", events: [viewed("tea")] }],
        [{ visitor: visitor("a"), events: "no" }],
        [
          {
            visitor: visitor("a"),
            events: [null, 1, { type: "viewed" }, { type: "odd" }, { ...viewed("tea"), id: "" }]
          }
        ],
        [{ visitor: visitor("a"), events: [viewed("")] }],
        [{ visitor: visitor("a"), events: [{ type: "cart", cart: { line_items: 5 } }] }]
      ]
      for (const [sent, headers, of] of calls) {
        const answer = yield* post(sent, headers, of)
        assert.strictEqual(answer.status, 204, JSON.stringify(sent))
        assert.strictEqual(answer.text, "")
      }
      assert.deepStrictEqual(yield* viewsOf(null), [])
      assert.deepStrictEqual(yield* other.viewsOf(null), [])
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM contacts WHERE account_id = ${account_id}`, [])
      const { data } = (yield* api("GET", "/site")).json
      assert.strictEqual(data.refused_origin, "https://evil.example")
      assert.isNotNull(data.refused_at)
      assert.strictEqual(data.heard_origin, shopOrigin)
    })
  )

  it.effect("is counted in the last seven days: visitors, views and carts of the site", () =>
    Effect.gen(function* () {
      const { report, api, sql, account_id } = yield* site
      const week = Effect.map(api("GET", "/site"), ({ json }) => json.data.last_week)
      assert.deepStrictEqual(yield* week, { visitors: 0, views: 0, carts: 0 })
      yield* report("a", [viewed("tea"), viewed("cup")])
      yield* report("b", [
        viewed("tea"),
        { type: "cart", cart: { currency: "EUR", total: 5, line_items: [{ sku: "A" }] } }
      ])
      assert.deepStrictEqual(yield* week, { visitors: 2, views: 3, carts: 1 })
      yield* sql`UPDATE product_views SET viewed_at = viewed_at - interval '8 days' WHERE account_id = ${account_id} AND product_id = 'tea'`
      yield* sql`UPDATE visitors SET seen_at = seen_at - interval '8 days' WHERE account_id = ${account_id} AND visitor_id = ${visitor("a")}`
      yield* sql`UPDATE carts SET changed_at = changed_at - interval '8 days' WHERE account_id = ${account_id}`
      assert.deepStrictEqual(yield* week, { visitors: 1, views: 1, carts: 0 })
    })
  )

  it.effect("reports at most 20 events a call, and a repeated call is kept once", () =>
    Effect.gen(function* () {
      const { report, viewsOf } = yield* site
      const events = Array.from({ length: 25 }, (_, at) => viewed(`p${at}`))
      yield* report("a", events)
      yield* report("a", events)
      assert.strictEqual((yield* viewsOf(null)).length, 20)
    })
  )

  it.effect("of a visitor with 200 views in a day keeps no more of that day", () =>
    Effect.gen(function* () {
      const { report, viewsOf } = yield* site
      for (let call = 0; call < 11; call++)
        yield* report(
          "a",
          Array.from({ length: 20 }, () => viewed("tea"))
        )
      assert.strictEqual((yield* viewsOf(null)).length, 200)
    })
  )

  it.effect("is refused beyond the budget of its address, before its body is read", () =>
    Effect.gen(function* () {
      const { post, viewsOf } = yield* site
      const from = { "x-forwarded-for": "203.0.113.77" }
      let limited = 0
      for (let call = 0; call < 140; call++) {
        const { status } = yield* post({ visitor: visitor("a"), events: [viewed("tea")] }, from)
        if (status === 429) limited++
      }
      // A new minute may have begun once.
      assert.isAtLeast(limited, 20)
      assert.isAtMost((yield* viewsOf(null)).length, 120)
    })
  )

  it.effect("joins the last 30 days of the visitor to the person of a message, once, and what follows", () =>
    Effect.gen(function* () {
      const { report, person, viewsOf, sql, account_id } = yield* site
      const ada = yield* person("ada@example.com")
      yield* report("a", [viewed("old"), viewed("tea")])
      yield* sql`UPDATE product_views SET viewed_at = viewed_at - interval '31 days' WHERE account_id = ${account_id} AND product_id = 'old'`
      yield* report("b", [viewed("other")])
      yield* report("a", [viewed("cup")], ada.mark)
      yield* report("a", [viewed("pot")])
      assert.deepStrictEqual(yield* viewsOf(ada.contact_id), ["tea", "cup", "pot"])
      assert.deepStrictEqual(yield* viewsOf(null), ["old", "other"])
    })
  )

  it.effect("never gives the second person of a computer what the first one looked at", () =>
    Effect.gen(function* () {
      const { report, person, viewsOf } = yield* site
      const [ada, ben] = [yield* person("ada@example.com"), yield* person("ben@example.com")]
      yield* report("a", [viewed("tea")])
      yield* report("a", [], ada.mark)
      yield* report("a", [viewed("cup")])
      yield* report("a", [viewed("pot")], ben.mark)
      yield* report("a", [viewed("jar")])
      assert.deepStrictEqual(yield* viewsOf(ada.contact_id), ["tea", "cup"])
      assert.deepStrictEqual(yield* viewsOf(ben.contact_id), ["pot", "jar"])
    })
  )

  it.effect("is believed no name: neither a foreign, changed nor expired mark, nor an address", () =>
    Effect.gen(function* () {
      const { post, report, person, viewsOf } = yield* site
      const foreign = yield* (yield* site).person("ada@example.com")
      const ada = yield* person("ada@example.com")
      const [payload = "", mac = ""] = ada.mark.split(".")
      const changed = Buffer.from(Buffer.from(payload, "base64url").toString().replace("]", " ]")).toString("base64url")
      for (const mark of [foreign.mark, `${changed}.${mac}`, payload, "", "x".repeat(600)])
        yield* report("a", [viewed("tea")], mark)
      yield* post({
        visitor: visitor("a"),
        email: "ada@example.com",
        contact_id: ada.contact_id,
        events: [{ type: "cart", cart: { email: "ada@example.com", contact_id: ada.contact_id } }, viewed("cup")]
      })
      assert.deepStrictEqual(yield* viewsOf(ada.contact_id), [])
    })
  )

  it.effect("sets no consent, whatever it reports", () =>
    Effect.gen(function* () {
      const { report, person, sql, account_id } = yield* site
      const ada = yield* person("ada@example.com")
      yield* report("a", [viewed("tea"), { type: "restock", product_id: "tea", email: "new@example.com" }], ada.mark)
      assert.deepStrictEqual(
        yield* sql`SELECT email, email_consent FROM contacts WHERE account_id = ${account_id} ORDER BY email`,
        [
          { email: "ada@example.com", email_consent: "subscribed" },
          { email: "new@example.com", email_consent: "never_subscribed" }
        ]
      )
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM consent_log WHERE account_id = ${account_id}`, [])
    })
  )

  it.effect("without a visitor keeps a wish to be told of restocking alone, once a day", () =>
    Effect.gen(function* () {
      const { post, sql, account_id } = yield* site
      const wish = { type: "restock", product_id: "tea", email: "ada@example.com" }
      yield* post({ events: [wish, viewed("tea")] })
      yield* post({ events: [wish] })
      assert.deepStrictEqual(
        yield* sql`SELECT event_type, event_data::text AS data FROM events WHERE account_id = ${account_id}`,
        [{ event_type: "restock_requested", data: '{"product_id":"tea"}' }]
      )
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM product_views WHERE account_id = ${account_id}`, [])
    })
  )
})
