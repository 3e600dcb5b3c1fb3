import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { BigCommerceCalls } from "../../src/outbound/integrations/BigCommerceApi.ts"
import { onEither } from "../support/database/databases.ts"
import { originLayer, send } from "../support/http/http.ts"
import { connectShop, signedHeaders } from "../support/http/storeCalls.ts"
import { shopifyHistory, shopifyOrder, webhookText } from "../support/samples/shopifyWebhooks.ts"
import { bigHistory, wooHistory, wooOrder } from "../support/samples/storeWebhooks.ts"

const answers = new Map<string, unknown>()

const bigCommerceLayer = Layer.succeed(BigCommerceCalls)((path) =>
  Effect.sync(() => {
    const answer = answers.get(path)
    return answer === undefined ? undefined : new TextEncoder().encode(JSON.stringify(answer))
  })
)

onEither(
  "webhooks of connected stores",
  originLayer().pipe(Layer.provide(bigCommerceLayer)),
  (it) => {
    it.effect("of Shopify place the order, its contact and statuses, in any order of arrival", () =>
      Effect.gen(function* () {
        const isWhole = ({ topic }: { readonly topic: string }) => topic.startsWith("orders/")
        const partsFirst = [...shopifyHistory.filter((webhook) => !isWhole(webhook)), ...shopifyHistory.filter(isWhole)]
        for (const history of [shopifyHistory, shopifyHistory.toReversed(), partsFirst]) {
          const store = yield* connectShop("shopify")
          for (const { topic, body } of history) assert.strictEqual((yield* store.send(topic, body)).status, 200, topic)
          const [contact] = yield* store.contacts
          const [order] = yield* store.orders
          const { deliveries: _, ...stored } = order ?? {}
          assert.deepStrictEqual(stored, {
            order_id: "820982911946154508",
            email: "ada@example.com",
            phone: null,
            total: "398.50",
            currency: "USD",
            financial_status: "partially_refunded",
            fulfillment_status: "fulfilled",
            shipment_status: "delivered",
            contact_id: contact?.["contact_id"],
            name: "#1001",
            integration_id: store.integration_id
          })
          assert.deepInclude(contact, { email_consent: "subscribed", order_count: 1 })
          const left = (yield* store.deliveries).filter(({ status, body }) => status === "waiting" || body !== null)
          assert.deepStrictEqual(left, [])
        }
      })
    )

    it.effect("of WooCommerce and BigCommerce place the order with its last statuses", () =>
      Effect.gen(function* () {
        const woo = yield* connectShop("woocommerce")
        for (const { topic, body } of wooHistory) yield* woo.send(topic, body)
        const [wooed] = yield* woo.orders
        assert.deepInclude(wooed, {
          order_id: "727",
          name: "W-727",
          total: "29.35",
          shipment_status: "delivered",
          deliveries: 1
        })
        assert.strictEqual(wooed?.["financial_status"], "partially_refunded")

        const big = yield* connectShop("bigcommerce")
        for (const { topic, body } of bigHistory) {
          const { products, ...order } = body
          answers.set("abc123/v2/orders/250", order)
          answers.set("abc123/v2/orders/250/products?limit=250&page=1", products)
          const announcement = topic.startsWith("store/shipment")
            ? { type: "shipment", id: 9, orderId: 250 }
            : { type: "order", id: 250 }
          const answer = yield* big.send("", {
            scope: topic,
            store_id: "1",
            producer: "stores/abc123",
            data: announcement
          })
          assert.strictEqual(answer.status, 200)
        }
        assert.deepInclude((yield* big.orders)[0], {
          order_id: "250",
          total: "59.9000",
          phone: "+15125550123",
          financial_status: "partially_refunded",
          shipment_status: "delivered",
          deliveries: 1
        })
      })
    )

    it.effect("keep the language of an order for a contact that has none, whatever later ones say", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* connectShop("shopify")
        const fields = Effect.map(
          sql<{ custom_fields: unknown }>`SELECT custom_fields FROM contacts WHERE account_id = ${store.account_id}`,
          (rows) => rows.map(({ custom_fields }) => custom_fields)
        )
        const told = (at: number, customer_locale: string | null) =>
          store.send("orders/updated", shopifyOrder(at, { customer_locale }))
        for (const locale of [null, "ja", "tlh-XX"]) yield* told(1, locale)
        assert.deepStrictEqual(yield* fields, [{}])
        yield* told(2, "fr-CA")
        assert.deepStrictEqual(yield* fields, [{ language: "fr" }])
        yield* told(3, "de")
        assert.deepStrictEqual(yield* fields, [{ language: "fr" }])
        yield* sql`UPDATE contacts SET custom_fields = '{"Locale": "ja-JP"}' WHERE account_id = ${store.account_id}`
        yield* told(4, "de")
        assert.deepStrictEqual(yield* fields, [{ Locale: "ja-JP" }])
      })
    )

    it.effect("are refused with 401 unless they are signed over the raw body, and note that", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const kind of ["shopify", "woocommerce", "bigcommerce"] as const) {
          const store = yield* connectShop(kind)
          const body = webhookText(
            kind === "shopify"
              ? shopifyOrder(1)
              : kind === "woocommerce"
                ? wooOrder(1)
                : { scope: "store/order/created", data: { type: "order", id: 250 } }
          )
          const topic = kind === "shopify" ? "orders/create" : "order.created"
          const signed = signedHeaders(kind, topic, body)
          const wrong = [{}, signedHeaders(kind, topic, body, "another secret"), signedHeaders(kind, topic, `${body} `)]
          for (const headers of wrong)
            assert.strictEqual((yield* store.sendText(topic, body, headers)).status, 401, kind)
          assert.deepStrictEqual(yield* store.deliveries, [])
          const [row] = yield* sql<{ rejected_at: Date | null }>`SELECT rejected_at FROM integrations
          WHERE account_id = ${store.account_id}`
          assert.isNotNull(row?.rejected_at)
          assert.strictEqual((yield* store.sendText(topic, body, signed)).status, 200, kind)
        }
      })
    )

    it.effect("are answered 404 at an address that was rotated, disconnected or altered", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* connectShop("shopify")
        const altered = send(
          store.url.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
          { method: "POST", body: "{}" }
        )
        assert.strictEqual((yield* altered).status, 404)
        yield* sql`UPDATE integrations SET active = false WHERE account_id = ${store.account_id}`
        assert.strictEqual((yield* store.send("orders/create", shopifyOrder(1))).status, 404)
        yield* sql`UPDATE integrations SET active = true, digest = 'other' WHERE account_id = ${store.account_id}`
        assert.strictEqual((yield* store.send("orders/create", shopifyOrder(1))).status, 404)
        assert.deepStrictEqual(yield* store.orders, [])
      })
    )

    it.effect(
      "change nothing when they are repeated, and answer 200 to unknown topics, drafts and trials of an address",
      () =>
        Effect.gen(function* () {
          const store = yield* connectShop("shopify")
          for (let times = 0; times < 3; times++) yield* store.send("orders/create", shopifyOrder(1))
          yield* store.send("themes/publish", { id: 1 })
          yield* store.send("orders/create", shopifyOrder(1, { test: true }))
          yield* store.sendText("orders/create", "not json")
          const outcomes = (yield* store.deliveries).map(({ status, reason }) => [status, reason])
          assert.deepStrictEqual(outcomes, [
            ["applied", null],
            ["ignored", "unchanged"],
            ["ignored", "unchanged"],
            ["ignored", "unknown_topic"],
            ["ignored", "test"],
            ["failed", "unreadable"]
          ])
          assert.strictEqual((yield* store.orders).length, 1)
          const woo = yield* connectShop("woocommerce")
          const trial = yield* send(woo.url, {
            method: "POST",
            body: "webhook_id=12",
            headers: { "content-type": "application/x-www-form-urlencoded" }
          })
          assert.strictEqual(trial.status, 200)
        })
    )

    it.effect("keep an order to the store that reported it while that is connected", () =>
      Effect.gen(function* () {
        const one = yield* connectShop("woocommerce")
        const other = yield* connectShop("woocommerce", one)
        yield* one.send("order.created", wooOrder(1))
        yield* other.send("order.created", wooOrder(2, { total: "1.00" }))
        assert.strictEqual((yield* one.orders)[0]?.["total"], "29.35")
        assert.strictEqual((yield* one.deliveries)[1]?.status, "failed")
      })
    )

    it.effect("take a thousand items in one order, and 200 webhooks at once", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("shopify")
        const item = shopifyOrder(1)["line_items"]
        const items = Array.from({ length: 800 }, (_, id) => ({
          ...(Array.isArray(item) ? item[0] : {}),
          id,
          properties: ["x".repeat(900)]
        }))
        assert.strictEqual((yield* store.send("orders/create", shopifyOrder(1, { line_items: items }))).status, 200)
        const flood = yield* Effect.forEach(
          Array.from({ length: 200 }, (_, id) => id + 1),
          (id) =>
            store.sendText(
              "orders/create",
              webhookText({
                ...shopifyOrder(1),
                id,
                admin_graphql_api_id: `gid://shopify/Order/${id}`,
                email: `ada${id % 10}@example.com`
              })
            ),
          { concurrency: 50 }
        )
        const statuses = new Set(flood.map(({ status }) => status))
        assert.deepStrictEqual(
          [...statuses].filter((status) => status !== 200 && status !== 503),
          []
        )
        const placed = flood.filter(({ status }) => status === 200).length
        assert.strictEqual((yield* store.orders).length, placed + 1)
      })
    )

    it.effect("that cannot be applied are kept for a retry, and answered 200", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("woocommerce")
        yield* store.send("order.created", wooOrder(1, { currency: "XXX" }))
        const [failed] = yield* store.deliveries
        assert.strictEqual(failed?.status, "failed")
        assert.match(failed?.reason ?? "", /^currency: /)
        assert.isNotNull(failed?.body)
        const big = yield* connectShop("bigcommerce")
        yield* big.send("", { scope: "store/order/created", data: { type: "order", id: 404 } })
        assert.strictEqual((yield* big.deliveries)[0]?.reason, "store_unreachable")
      })
    )
  },
  { excludeTestServices: true }
)
