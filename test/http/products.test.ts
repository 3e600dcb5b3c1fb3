import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherOverSocket } from "../support/http/http.ts"
import { hoursAgo, startProducts as start } from "../support/http/productCalls.ts"
import { productBody } from "../support/samples/products.ts"

const stocked = (stock: number | null, price = 29.95) => [{ id: "v-1", sku: "CUP-BLUE", price, currency: "USD", stock }]
const idsOf = (answer: { readonly json: { data: ReadonlyArray<{ id: string }> } }) =>
  answer.json.data.map(({ id }) => id)

onEitherOverSocket("a product by the API", (it) => {
  it.effect("is created, replaced, read and listed, its prices to the digit", () =>
    Effect.gen(function* () {
      const { call, put } = yield* start
      const body = `{"title":"Cup","variants":[{"id":"1","price":12345678901234567890.10,"currency":"usd","stock":3},{"id":"2","price":1.50}]}`
      const made = yield* call("PUT", "/products/p:1", body)
      assert.strictEqual(made.status, 201)
      assert.include(made.text, '"price":12345678901234567890.10')
      assert.include(made.text, '"price":1.50')
      assert.deepInclude(made.json.data, { id: "p:1", title: "Cup", in_stock: true, published: true, removed: false })
      const replaced = yield* put("p:1", { variants: stocked(0) })
      assert.strictEqual(replaced.status, 200)
      assert.deepInclude(replaced.json.data, { title: "Blue cup", in_stock: false, tags: ["kitchen"] })
      assert.deepStrictEqual((yield* call("GET", "/products/p:1")).json, replaced.json)
      const list = yield* call("GET", "/products")
      assert.deepInclude(list.json.data[0], {
        id: "p:1",
        variant_count: 1,
        price_from: "29.95",
        currency: "USD",
        stock: 0
      })
      assert.strictEqual(list.json.pagination.total_count, 1)
    })
  )

  it.effect("is not changed by an older updated_at, whatever the order of the calls", () =>
    Effect.gen(function* () {
      const { put } = yield* start
      const [older, newer] = [
        { title: "Old", updated_at: hoursAgo(2) },
        { title: "New", updated_at: hoursAgo(1) }
      ]
      yield* put("a", older)
      assert.strictEqual((yield* put("a", newer)).json.data.title, "New")
      yield* put("b", newer)
      const answer = yield* put("b", older)
      assert.deepInclude(answer.json.data, { title: "New", updated_at: newer.updated_at.replace(".000Z", "Z") })
      assert.strictEqual(answer.status, 200)
    })
  )

  it.effect("is removed, and an older call does not bring it back", () =>
    Effect.gen(function* () {
      const { call, put } = yield* start
      yield* put("a", { updated_at: hoursAgo(3) })
      const removed = yield* call("DELETE", "/products/a")
      assert.deepInclude(removed.json.data, { id: "a", title: "Blue cup" })
      assert.strictEqual((yield* call("DELETE", "/products/a")).status, 404)
      const stale = yield* put("a", { updated_at: hoursAgo(1) })
      assert.strictEqual(stale.status, 200)
      assert.deepInclude(stale.json.data, { removed: true, title: null, variants: [] })
      assert.strictEqual((yield* call("GET", "/products/a")).status, 404)
      assert.deepStrictEqual((yield* call("GET", "/products")).json.data, [])
      assert.strictEqual((yield* put("a")).status, 201)
    })
  )

  it.effect("is found by a part of its words, by its stock and by its time, page by page", () =>
    Effect.gen(function* () {
      const { call, put } = yield* start
      yield* put("a", { title: "ÉCLAIR", updated_at: hoursAgo(3), variants: [] })
      yield* put("b", { title: "Plate", updated_at: hoursAgo(2), variants: stocked(0) })
      yield* put("c", { title: "Mug", updated_at: hoursAgo(1), vendor: "Other", variants: stocked(null) })
      const find = (query: string) => Effect.map(call("GET", `/products?${query}`), idsOf)
      assert.deepStrictEqual(yield* find("q=%C3%A9clair"), ["a"])
      assert.deepStrictEqual(yield* find("q=potters"), ["b", "a"])
      assert.deepStrictEqual(yield* find("q=cup-blue"), ["c", "b"])
      assert.deepStrictEqual(yield* find("q=%25"), [])
      assert.deepStrictEqual(yield* find("ids=c,a,none"), ["c", "a"])
      assert.deepStrictEqual(yield* find("ids=c,a&in_stock=true&q=mug"), ["c"])
      for (const ids of ["", "a,", "a b", Array.from({ length: 101 }, (_, at) => at).join(",")])
        assert.strictEqual((yield* call("GET", `/products?ids=${encodeURIComponent(ids)}`)).status, 422)
      assert.deepStrictEqual(yield* find("in_stock=true"), ["c", "a"])
      assert.deepStrictEqual(yield* find("in_stock=false"), ["b"])
      assert.deepStrictEqual(yield* find(`updated_since=${hoursAgo(2.5)}`), ["c", "b"])
      const first = yield* call("GET", "/products?per_page=2")
      assert.deepStrictEqual(idsOf(first), ["c", "b"])
      const rest = yield* call("GET", `/products?per_page=2&cursor=${first.json.pagination.next_cursor}`)
      assert.deepStrictEqual(idsOf(rest), ["a"])
      assert.strictEqual(rest.json.pagination.next_cursor, null)
      assert.strictEqual((yield* call("GET", "/products?in_stock=yes")).status, 422)
    })
  )

  it.effect("is refused with the path of everything that is wrong, and taken leniently without it", () =>
    Effect.gen(function* () {
      const { call, put, count } = yield* start
      const wrong = yield* put("a", {
        title: " ",
        url: "ftp://shop.example",
        updated_at: "2999-01-01T00:00:00Z",
        variants: [{ id: "1", price: -1 }, { id: "1", stock: 1.5 }, { sku: "x" }]
      })
      assert.strictEqual(wrong.status, 422)
      assert.deepStrictEqual(wrong.json.error.details.map(({ field }: { field: string }) => field).toSorted(), [
        "title",
        "updated_at",
        "url",
        "variants.0.price",
        "variants.1.id",
        "variants.1.stock",
        "variants.2.id"
      ])
      const many = yield* put("a", { variants: Array.from({ length: 101 }, (_, at) => ({ id: String(at) })) })
      assert.deepStrictEqual(many.json.error.details, [
        { field: "variants", message: "Must have at most 100 elements" }
      ])
      const lenient = yield* put("a", { url: "ftp://shop.example", vendor: 7 }, { prefer: "handling=lenient" })
      assert.strictEqual(lenient.status, 201)
      assert.strictEqual(lenient.headers.get("preference-applied"), "handling=lenient")
      assert.deepInclude(lenient.json.data, { url: null, vendor: null })
      assert.deepStrictEqual(
        lenient.json.warnings.map(({ field }: { field: string }) => field),
        ["url", "vendor"]
      )
      assert.strictEqual((yield* put("a", { title: null }, { prefer: "handling=lenient" })).status, 422)
      assert.strictEqual((yield* call("PUT", `/products/${"x".repeat(129)}`, productBody())).status, 404)
      assert.strictEqual(yield* count, 1)
    })
  )

  it.effect("is decided alike by a dry run, which writes nothing", () =>
    Effect.gen(function* () {
      const { put, count, changes } = yield* start
      const dry = { prefer: "dry-run" }
      const made = yield* put("a", { variants: stocked(0) }, dry)
      assert.strictEqual(made.status, 200)
      assert.deepInclude(made.json.dry_run, { created: true, changed: true, restocked: [] })
      assert.strictEqual(yield* count, 0)
      yield* put("a", { variants: stocked(0), updated_at: hoursAgo(1) })
      const again = yield* put("a", { variants: stocked(3, 20) }, dry)
      assert.deepInclude(again.json.dry_run, { created: false, changed: true, restocked: ["v-1"] })
      assert.deepStrictEqual(again.json.dry_run.price_drops, [
        { variant_id: "v-1", from: "29.95", to: "20", currency: "USD" }
      ])
      assert.deepStrictEqual(yield* changes, [])
    })
  )

  it.effect("has its restockings and price drops kept, once for each", () =>
    Effect.gen(function* () {
      const { put, changes } = yield* start
      const steps = [
        { variants: stocked(0), updated_at: hoursAgo(5) },
        { variants: stocked(3, 20), updated_at: hoursAgo(4) },
        { variants: stocked(0, 25), updated_at: hoursAgo(3) },
        { variants: stocked(1, 25), updated_at: hoursAgo(2) }
      ]
      for (const step of steps) yield* put("a", step)
      for (const step of steps) yield* put("a", step)
      assert.deepStrictEqual(yield* changes, [
        {
          product_id: "a",
          restocked: '["v-1"]',
          price_drops: '[{"variant_id":"v-1","from":"29.95","to":"20","currency":"USD"}]'
        },
        { product_id: "a", restocked: '["v-1"]', price_drops: null }
      ])
    })
  )
})
