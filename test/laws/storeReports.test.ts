import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Platform } from "../../src/domain/integrations/IntegrationKind.ts"
import { isObject } from "../../src/domain/json/Json.ts"
import { mergeReport, type PlatformOrder, type PlatformReport } from "../../src/domain/orders/PlatformOrder.ts"
import { received, storeNow } from "../support/samples/reportedOrders.ts"
import {
  shopifyFulfillment,
  shopifyHistory,
  shopifyOrder,
  storeDay,
  type PlatformWebhook
} from "../support/samples/shopifyWebhooks.ts"
import { bigHistory, wooHistory } from "../support/samples/storeWebhooks.ts"

const histories = { shopify: shopifyHistory, woocommerce: wooHistory, bigcommerce: bigHistory } as const

/** A permutation of a history with some webhooks repeated, by a list of random keys. */
const shuffled = (
  webhooks: ReadonlyArray<PlatformWebhook>,
  keys: ReadonlyArray<number>
): ReadonlyArray<PlatformWebhook> =>
  [
    ...webhooks.map((webhook, at) => ({ webhook, key: keys[at] ?? 0 })),
    ...webhooks.filter((_, at) => (keys[at] ?? 0) % 3 === 0).map((webhook, at) => ({ webhook, key: keys[at * 2] ?? 0 }))
  ]
    .toSorted((one, other) => one.key - other.key)
    .map(({ webhook }) => webhook)

const Keys = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))).check(
  Schema.isMinLength(24),
  Schema.isMaxLength(24)
)

describe.each(Object.entries(histories))("the webhooks of an order of %s", (name, history) => {
  const platform: Platform = name === "shopify" || name === "woocommerce" ? name : "bigcommerce"

  it.prop(
    "leave the same order in any order of arrival, also repeated",
    [Keys],
    ([keys]) => {
      assert.deepStrictEqual(received(platform, shuffled(history, keys)).order, received(platform, history).order)
    },
    { arbitrary: { runs: 200 } }
  )

  it("start 'Order Placed' once and 'Order Received' once when they arrive as they happened", () => {
    assert.deepStrictEqual(received(platform, history).triggers, ["order_placed", "order_received"])
  })

  it("start nothing for an order that was placed before the store was connected, when it is first reported", () => {
    assert.deepStrictEqual(received(platform, history.slice(-1), { since: storeNow }).triggers, [])
  })
})

describe("the statuses of a reported order", () => {
  it("are those of all its parcels and refunds", () => {
    const statuses = (webhooks: ReadonlyArray<PlatformWebhook>) => {
      const { financial_status, fulfillment_status, shipment_status } = received("shopify", webhooks).order
      return [financial_status, fulfillment_status, shipment_status]
    }
    assert.deepStrictEqual(statuses(shopifyHistory), ["partially_refunded", "fulfilled", "delivered"])
    const { order } = received("shopify", shopifyHistory.toReversed())
    assert.include(order.shipping_address ?? "", '"last_name":"King"')
    assert.deepStrictEqual(statuses(shopifyHistory.slice(0, 7)), ["paid", "fulfilled", "confirmed"])
    assert.deepStrictEqual(statuses(shopifyHistory.slice(0, 1)), ["pending", "unfulfilled", null])
    const partial = shopifyOrder(5, { financial_status: "paid", fulfillment_status: "partial" })
    const delivered = shopifyFulfillment(11, 5, { shipment_status: "delivered" })
    assert.deepStrictEqual(statuses([{ topic: "orders/updated", body: { ...partial, fulfillments: [delivered] } }]), [
      "paid",
      "partially_fulfilled",
      "in_transit"
    ])
    const cancelled = shopifyOrder(5, { cancelled_at: `${storeDay}T05:00:00-05:00`, financial_status: "authorized" })
    assert.deepStrictEqual(statuses([{ topic: "orders/cancelled", body: cancelled }]), ["voided", "unfulfilled", null])
  })

  it("stay bounded by the latest parcels", () => {
    const report = (id: number): PlatformReport => ({
      platform: "shopify",
      head: { name: null, at: 1, rank: "", total: "1" },
      financial: null,
      fulfillment: null,
      removal: null,
      shipments: { [String(id)]: { at: id, value: "in_transit" } },
      refunds: {}
    })
    let order: PlatformOrder | undefined
    for (let id = 1; id <= 400; id++) order = mergeReport(order, report((id * 7) % 401))
    assert.strictEqual(Object.keys(order?.shipments ?? {}).length, 250)
    assert.isTrue(isObject(order) && "400" in order.shipments && !("150" in order.shipments))
  })

  it("are left out where the platform reports none", () => {
    const { order } = received("woocommerce", wooHistory.slice(0, 2))
    assert.strictEqual(order.shipment_status, null)
    assert.strictEqual(order.platform?.includes('"shipments":{}'), true)
  })
})
