import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { fromBigCommerce, fromShopify, fromWooCommerce, makeClient } from "../../src/client.ts"
import { seedAccount } from "../support/database/seed.ts"
import { onEitherOverSocket, Origin } from "../support/http/http.ts"
import {
  customer,
  shopifyFulfillment,
  shopifyHistory,
  shopifyOrder,
  webhookText
} from "../support/samples/shopifyWebhooks.ts"
import { bigHistory, wooHistory, wooOrder } from "../support/samples/storeWebhooks.ts"

onEitherOverSocket("the converters of the typed client", (it) => {
  it.effect("give payloads that the API takes, with the statuses of the whole order", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount({ scopes: ["orders_write", "contacts_write"] })
      const client = yield* makeClient({ baseUrl: yield* Origin, token, handling: "lenient" })
      const converted = [
        fromShopify("orders/fulfilled", webhookText(shopifyHistory[6]?.body ?? {})),
        fromWooCommerce("order.updated", wooHistory[5]?.body ?? {}),
        fromBigCommerce("store/order/statusUpdated", bigHistory[3]?.body ?? {})
      ]
      const placed = yield* Effect.forEach(converted, (call) =>
        call.type === "order" ? client.orders.place({ headers: {}, payload: call.order }) : Effect.die(call)
      )
      assert.deepStrictEqual(
        placed.map(({ data }) => [
          data.order_id,
          data.total_amount,
          data.financial_status,
          data.fulfillment_status,
          data.shipment_status
        ]),
        [
          [820982911946154508n, "398.50", "paid", "fulfilled", "confirmed"],
          [727n, "29.35", "partially_refunded", "fulfilled", undefined],
          [250n, "59.9000", "paid", "fulfilled", "delivered"]
        ]
      )
      const person = fromShopify("customers/update", customer(1))
      if (person.type !== "contact") return yield* Effect.die(person)
      const { data } = yield* client.contacts.update({
        params: {
          id: yield* Effect.map(
            client.contacts.create({ headers: {}, payload: { email: "b@example.com" } }),
            (made) => made.data.id
          )
        },
        headers: {},
        payload: { ...person.contact, email: "c@example.com" }
      })
      assert.deepInclude(data, { first_name: "Ada", email_consent: "subscribed" })
    })
  )

  it.effect("name what is no order, and refuse an order that the API would refuse", () =>
    Effect.sync(() => {
      const consent = { state: "subscribed", consent_updated_at: "2026-11-20T10:00:00Z" }
      assert.deepStrictEqual(
        fromShopify("customers_email_marketing_consent/update", { customer_id: 5, email_marketing_consent: consent }),
        { type: "ignored", reason: "no_address" }
      )
      assert.deepStrictEqual(fromWooCommerce("order.deleted", { id: 7 }), { type: "order_removed", order_id: "7" })
      const negative = fromWooCommerce.bind(null, "order.updated", wooOrder(1, { total: "-5.00" }))
      assert.throws(negative)
      assert.deepStrictEqual(fromShopify("fulfillments/update", webhookText(shopifyFulfillment(1, 2))), {
        type: "order_part",
        order_id: "820982911946154508"
      })
      assert.deepStrictEqual(fromShopify("themes/publish", {}), { type: "ignored", reason: "unknown_topic" })
      assert.deepStrictEqual(fromShopify("orders/create", shopifyOrder(1, { test: true })), {
        type: "ignored",
        reason: "test"
      })
      assert.throws(() => fromWooCommerce("order.created", wooOrder(1, { currency: "XXX" })))
      assert.throws(() => fromWooCommerce("order.created", "not json"))
    })
  )
})
