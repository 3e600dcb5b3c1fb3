import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { PreviewMessages } from "../../src/programs/messages/PreviewMessages.ts"
import { CountProducts } from "../../src/programs/products/CountProducts.ts"
import { MessageQueries } from "../../src/store/messages/MessageQueries.ts"
import { ProductCounts } from "../../src/store/products/ProductCounts.ts"
import { campaignsLayer, person, runCampaigns, scheduled, seedSender, start } from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"
import { seedSelling, seedSold } from "../support/samples/soldOrders.ts"

const PartsLayer = Layer.mergeAll(campaignsLayer, CountProducts.layer.pipe(Layer.provide(ProductCounts.layer)))

const list = (kind: string, limit = 3) =>
  `<p>${kind}:{% for product in products.${kind} limit: ${limit} %} <a href="{{ product.url }}">{{ product.title }}</a> {{ product.price_amount }} {{ product.kind }};{% endfor %}</p>`

const html = ["best_sellers", "new", "recently_viewed", "in_cart", "bought_together"].map((kind) => list(kind)).join("")

/** Titles by kind, as the text of a mail lists them. */
const titlesIn = (text: string, kind: string): ReadonlyArray<string> => {
  const [, line = ""] = new RegExp(`<p>${kind}:(.*?)</p>`).exec(text) ?? []
  return [...line.matchAll(/>Product (\w+)</g)].map(([, id = ""]) => id)
}

/** An account whose products 1 to 9 sell the better the lower their number; 3 is out of stock and 4 is not published. */
const seedShop = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account_id = yield* seedSender
  yield* seedSelling(account_id, ["1", "2", "5", "6", "7", "8", "9"])
  yield* seedSelling(account_id, ["3"], { in_stock: false })
  yield* seedSelling(account_id, ["4"], { published: false })
  const orders = Array.from({ length: 9 }, (_, at) =>
    Array.from({ length: 9 - at }, () => ({ products: [at + 1], daysAgo: 2 }))
  )
  yield* seedSold(account_id, start, 1, orders.flat())
  yield* seedSold(
    account_id,
    start,
    500,
    Array.from({ length: 5 }, () => ({ products: [8, 9, 3], daysAgo: 60 }))
  )
  yield* (yield* CountProducts).count
  yield* sql`UPDATE products SET created_at = now() - product_id::int * interval '1 day' WHERE account_id = ${account_id}`
  return account_id
})

const bodies = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly name: string
    readonly body: string
    readonly products: ReadonlyArray<string> | null
  }>`
    SELECT c.first_name AS name, m.body, m.products FROM messages m JOIN contacts c USING (account_id, contact_id)
    WHERE m.account_id = ${account_id} ORDER BY 1`
  return new Map(rows.map((row) => [row.name, row]))
})

onEither("products in mail", PartsLayer, (it) => {
  it.effect("are those of each kind, filled up, none out of stock or just bought, and kept with the message", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account_id = yield* seedShop
      const ada = yield* person(account_id, "ada")
      const bob = yield* person(account_id, "bob")
      yield* seedSold(account_id, start, 900, [
        { products: [1], daysAgo: 3, contact_id: ada.contact_id },
        { products: [2], daysAgo: 40, contact_id: ada.contact_id }
      ])
      yield* sql`INSERT INTO carts (account_id, cart_id, cart_key, source, contact_id, stage, item_count, line_items, completed, changed_at,
          changed_rank, created_at, written_at)
        VALUES (${account_id}, 'c1', 'crt_1', 'api', ${bob.contact_id}, 'cart', 2,
          '[{"product_id": 3}, {"product_id": 9}, {"title": "No id"}]', false, now(), '', now(), now())`
      yield* sql`INSERT INTO product_views (account_id, visitor_id, view_id, contact_id, product_id, viewed_at, expires_at)
        SELECT ${account_id}, 'v1', n::text, ${bob.contact_id}, n::text, now() - n * interval '1 hour', now() + interval '1 day'
        FROM generate_series(6, 7) n`
      const id = yield* scheduled(account_id, { variants: [{ subject: "{{ products.best_sellers[0].title }}", html }] })
      yield* runCampaigns
      const sent = yield* bodies(account_id)
      const kinds = (name: string) => (kind: string) => titlesIn(sent.get(name)?.body ?? "", kind)
      assert.deepStrictEqual(kinds("ada")("best_sellers"), ["2", "5", "6"])
      assert.deepStrictEqual(kinds("bob")("best_sellers"), ["1", "2", "5"])
      assert.deepStrictEqual(kinds("ada")("new"), ["2", "5", "6"])
      assert.deepStrictEqual(kinds("bob")("recently_viewed"), ["6", "7", "1"])
      assert.deepStrictEqual(kinds("bob")("in_cart"), ["9", "1", "2"])
      assert.deepStrictEqual(kinds("bob")("bought_together"), ["8", "1", "2"])
      assert.deepStrictEqual(kinds("ada")("bought_together"), ["2", "5", "6"])
      assert.include(sent.get("bob")?.body, "9.50 best_sellers")
      assert.deepStrictEqual([...(sent.get("bob")?.products ?? [])].toSorted(), ["1", "2", "5", "6", "7", "8", "9"])
      assert.deepStrictEqual(sent.get("ada")?.products, ["2", "5", "6"])
      // Links to products are counted like those of the template.
      assert.match(sent.get("ada")?.body ?? "", /href="https:\/\/tally\.example\/c\//)
      const listed = yield* (yield* MessageQueries).list(account_id, { campaign_id: id }, { before: null, limit: 5 })
      assert.deepStrictEqual(listed.map(({ products }) => products.length).toSorted(), [3, 7])
    })
  )

  it.effect("are the same in the review, the preview and the mail", () =>
    Effect.gen(function* () {
      const account_id = yield* seedShop
      const { contact_id } = yield* person(account_id, "ada")
      yield* seedSold(account_id, start, 900, [{ products: [1, 8], daysAgo: 29, contact_id }])
      const preview = yield* (yield* PreviewMessages).message(account_id, {
        contact_id,
        step: { id: "s", type: "send_email", subject: "Hi", html }
      })
      const id = yield* scheduled(account_id, { variants: [{ subject: "Hi", html }] })
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      yield* runCampaigns
      const body = (yield* bodies(account_id)).get("ada")?.body ?? ""
      for (const kind of ["best_sellers", "new", "recently_viewed", "in_cart", "bought_together"]) {
        assert.isNotEmpty(titlesIn(body, kind), kind)
        assert.deepStrictEqual(titlesIn(preview.html ?? "", kind), titlesIn(body, kind), kind)
        assert.deepStrictEqual(titlesIn(review.samples[0]?.preview.html ?? "", kind), titlesIn(body, kind), kind)
      }
      assert.deepStrictEqual(titlesIn(body, "bought_together"), ["9", "2", "5"])
    })
  )

  it.effect("leave out what was bought within the days that the template says", () =>
    Effect.gen(function* () {
      const account_id = yield* seedShop
      const { contact_id } = yield* person(account_id, "ada")
      yield* seedSold(account_id, start, 900, [
        { products: [1], daysAgo: 29, contact_id },
        { products: [2], daysAgo: 31, contact_id }
      ])
      const mailed = Effect.fnUntraced(function* (source: string) {
        const preview = yield* (yield* PreviewMessages).message(account_id, {
          contact_id,
          step: { id: "s", type: "send_email", subject: "Hi", html: source + list("best_sellers", 2) }
        })
        return titlesIn(preview.html ?? "", "best_sellers")
      })
      assert.deepStrictEqual(yield* mailed(""), ["2", "5"])
      assert.deepStrictEqual(yield* mailed("{% assign not_bought_for = 32 %}"), ["5", "6"])
      assert.deepStrictEqual(yield* mailed("{% assign not_bought_for = 0 %}"), ["1", "2"])
    })
  )

  it.effect("are not there without products, and nothing is kept of messages that show none", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* person(account_id, "ada")
      yield* scheduled(account_id, { variants: [{ subject: "Hi", html: list("best_sellers") + list("new") }] })
      yield* runCampaigns
      const mail = (yield* bodies(account_id)).get("ada")
      assert.deepStrictEqual(titlesIn(mail?.body ?? "", "best_sellers"), [])
      assert.isNull(mail?.products)
    })
  )
})
