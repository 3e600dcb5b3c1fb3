import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { readStoreWebhook } from "../../src/domain/integrations/readStoreWebhook.ts"
import type { StorePlatform } from "../../src/domain/integrations/StoreKind.ts"
import { isObject, type JsonObject, parseObject } from "../../src/domain/json/Json.ts"
import { decideOrders } from "../../src/domain/orders/decideOrders.ts"
import type { Trigger } from "../../src/domain/orders/Order.ts"
import { mergeReport, type PlatformOrder, type PlatformReport } from "../../src/domain/orders/PlatformOrder.ts"
import { readOrder } from "../../src/domain/orders/readOrder.ts"
import { saveBatch, type StoredHistory } from "../support/samples/histories.ts"
import { account_id, integration } from "../support/samples/orders.ts"
import {
  shopifyFulfillment,
  shopifyHistory,
  shopifyOrder,
  storeDay,
  type StoreWebhook,
  webhookText
} from "../support/samples/shopifyWebhooks.ts"
import { bigHistory, wooHistory } from "../support/samples/storeWebhooks.ts"

const parsed = (body: Record<string, unknown>): JsonObject =>
  Result.getOrThrow(parseObject(new TextEncoder().encode(webhookText(body))))

const commandOf = (platform: StorePlatform, { topic, body }: StoreWebhook) => {
  const command = readStoreWebhook(platform, topic, parsed(body))
  if (command.type !== "order" && command.type !== "order_part")
    throw new Error(`${topic} is ${JSON.stringify(command)}`)
  return command
}

const context = {
  account_id,
  default_country: "US",
  integration_digest: "digest",
  new_contact_id: "con_new",
  actor: "int_one"
}
const connected_at = Date.parse(storeDay) - 86_400_000
const now = Date.parse(storeDay) + 3 * 86_400_000

/** The order after webhooks in this order of arrival. A shipment or refund that comes before its order waits for it. */
const received = (platform: StorePlatform, webhooks: ReadonlyArray<StoreWebhook>, since = connected_at) => {
  let stored: StoredHistory = { orders: [], contacts: [], ledger: [] }
  let waiting: ReadonlyArray<StoreWebhook> = []
  const triggers: Array<Trigger["type"]> = []
  const receive = (webhook: StoreWebhook) => {
    const command = commandOf(platform, webhook)
    const body =
      command.type === "order"
        ? command.order
        : {
            order_id: command.order_id,
            email: "a@b.example",
            total: 0,
            currency: "USD",
            order_date: "2026-01-01T00:00:00Z"
          }
    const { call } = Effect.runSync(readOrder(body, context, "lenient"))
    const reported = { report: command.report, connected_at: since }
    const batch = decideOrders(now, [{ ...call, reported }], {
      ...stored,
      integrations: [integration()],
      suppressions: []
    })
    const [result] = batch.results
    if (result !== undefined && Result.isFailure(result)) return result.failure._tag
    triggers.push(...batch.triggers.map(({ type }) => type))
    stored = saveBatch(stored, batch)
    return "applied"
  }
  for (const webhook of webhooks) {
    if (receive(webhook) === "OrderUnknown") waiting = [...waiting, webhook]
    else if (waiting.length > 0) waiting = waiting.filter((part) => receive(part) === "OrderUnknown")
  }
  const [order] = stored.orders
  if (order === undefined) throw new Error("No order")
  const { deliveries: _deliveries, created_at: _created, updated_at: _updated, ...rest } = order
  return { order: rest, contacts: stored.contacts, triggers }
}

const histories = { shopify: shopifyHistory, woocommerce: wooHistory, bigcommerce: bigHistory } as const

/** A permutation of a history with some webhooks repeated, by a list of random keys. */
const shuffled = (webhooks: ReadonlyArray<StoreWebhook>, keys: ReadonlyArray<number>): ReadonlyArray<StoreWebhook> =>
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
  const platform: StorePlatform = name === "shopify" || name === "woocommerce" ? name : "bigcommerce"

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
    assert.deepStrictEqual(received(platform, history.slice(-1), now).triggers, [])
  })
})

describe("the statuses of a reported order", () => {
  it("are those of all its parcels and refunds", () => {
    const statuses = (webhooks: ReadonlyArray<StoreWebhook>) => {
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
