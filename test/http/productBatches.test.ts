import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherOverSocket } from "../support/http/http.ts"
import { hoursAgo, startProducts as start } from "../support/http/productCalls.ts"
import { productBody } from "../support/samples/products.ts"

onEitherOverSocket("a batch of products", (it) => {
  it.effect("answers for each in order, and an invalid one fails alone", () =>
    Effect.gen(function* () {
      const { batch, put, call } = yield* start
      yield* put("b", { updated_at: hoursAgo(1) })
      const { json, status } = yield* batch([
        { id: "a", ...productBody() },
        { id: "b", ...productBody({ updated_at: hoursAgo(2) }) },
        { id: "c", title: "" },
        productBody(),
        { id: "a", ...productBody({ title: "Second" }) },
        { id: "no id", ...productBody() }
      ])
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        json.data.map(
          ({ id, status, details }: { id: string; status: string; details: ReadonlyArray<{ field: string }> }) => [
            id,
            status,
            ...details.map(({ field }) => field)
          ]
        ),
        [
          ["a", "created"],
          ["b", "unchanged"],
          ["c", "failed", "title"],
          [null, "failed", "id"],
          ["a", "replaced"],
          [null, "failed", "id"]
        ]
      )
      assert.strictEqual((yield* call("GET", "/products/a")).json.data.title, "Second")
    })
  )

  it.effect("of more than 500, of none, or of anything but objects is refused whole", () =>
    Effect.gen(function* () {
      const { batch, count } = yield* start
      for (const products of [Array.from({ length: 501 }, () => ({})), [], [7]]) {
        const { status, json } = yield* batch(products)
        assert.deepStrictEqual([status, json.error.details[0].field], [422, "products"])
      }
      assert.strictEqual(yield* count, 0)
    })
  )

  it.effect("of 500 is written in one go, and in a dry run not at all", () =>
    Effect.gen(function* () {
      const { batch, count } = yield* start
      const products = Array.from({ length: 500 }, (_, at) => ({ id: `p-${at}`, ...productBody() }))
      const dry = yield* batch(products, { prefer: "dry-run, handling=lenient" })
      assert.strictEqual(dry.headers.get("preference-applied"), "dry-run, handling=lenient")
      assert.deepStrictEqual(dry.json.data[499], { id: "p-499", status: "created", details: [], warnings: [] })
      assert.strictEqual(yield* count, 0)
      const { json } = yield* batch(products)
      assert.isTrue(json.data.every(({ status }: { status: string }) => status === "created"))
      assert.strictEqual(yield* count, 500)
    })
  )

  it.effect("makes no more products than an account may have", () =>
    Effect.gen(function* () {
      const { account_id, sql, batch, put, call } = yield* start
      yield* sql`INSERT INTO products (account_id, product_id, product_key, source, removed, published, in_stock, changed_at,
          changed_rank, created_at, written_at)
        SELECT ${account_id}, 'x-' || n, 'prd_' || n, 'api', false, true, true, now(), '', now(), now()
        FROM generate_series(1, 99999) n`
      const { json } = yield* batch(["a", "b"].map((id) => ({ id, ...productBody() })))
      assert.deepStrictEqual(
        json.data.map(({ status }: { status: string }) => status),
        ["created", "failed"]
      )
      assert.match(json.data[1].details[0].message, /at most 100000 products/)
      assert.strictEqual((yield* put("b")).status, 422)
      assert.strictEqual((yield* put("a")).status, 200)
      yield* call("DELETE", "/products/x-7")
      assert.strictEqual((yield* put("b")).status, 201)
      assert.strictEqual((yield* call("GET", "/products?q=nowhere")).status, 200)
    })
  )
})
