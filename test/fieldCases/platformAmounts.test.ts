import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readPlatformWebhook } from "../../src/domain/integrations/readPlatformWebhook.ts"
import { parseObject, textOf } from "../../src/domain/json/Json.ts"
import { big, orders, permutations, platforms, shopify, woo } from "../support/samples/paidOrders.ts"
import { received } from "../support/samples/reportedOrders.ts"
import { hour, type Members, shopifyFulfillment, type PlatformWebhook } from "../support/samples/shopifyWebhooks.ts"

const set = (shop: string, presentment: string, currency: string) => ({
  shop_money: { amount: shop, currency_code: "USD" },
  presentment_money: { amount: presentment, currency_code: currency }
})

describe("a refund in the customer's currency", () => {
  const paid = (members: Members = {}) =>
    shopify(2, { total_price: "100.00", current_total_price: "100.00", ...members })
  const refund = (amount: string, currency: string, members: Members = {}): PlatformWebhook => ({
    topic: "refunds/create",
    body: {
      id: 21,
      order_id: 820982911946154,
      created_at: hour(5),
      refund_line_items: [],
      transactions: [{ id: 1, kind: "refund", status: "success", amount, currency }],
      ...members
    }
  })

  it("counts in the shop's, by the exchange rate of its own items and adjustments", () => {
    const statusAfter = (webhook: PlatformWebhook) => received("shopify", [paid(), webhook]).order.financial_status
    const items = (shop: string, presentment: string, currency: string) => ({
      refund_line_items: [{ quantity: 1, subtotal_set: set(shop, presentment, currency) }]
    })
    assert.strictEqual(statusAfter(refund("1500", "JPY", items("10.00", "1500", "JPY"))), "partially_refunded")
    assert.strictEqual(statusAfter(refund("80.00", "GBP", items("100.00", "80.00", "GBP"))), "refunded")
    assert.strictEqual(statusAfter(refund("40.00", "GBP", items("100.00", "80.00", "GBP"))), "partially_refunded")
    const adjusted = { order_adjustments: [{ kind: "shipping_refund", amount_set: set("-100.00", "-80.00", "GBP") }] }
    assert.strictEqual(statusAfter(refund("80.00", "GBP", adjusted)), "refunded")
    assert.strictEqual(statusAfter(refund("10.00", "USD")), "partially_refunded")
  })

  it("counts by the rate of its order where it comes with that", () => {
    const total_price_set = set("100.00", "15000", "JPY")
    const { body } = refund("1500", "JPY")
    const { order } = received("shopify", [paid({ total_price_set, refunds: [body] })])
    assert.strictEqual(order.financial_status, "partially_refunded")
    assert.include(order.platform ?? "", '"value":"10.00"')
  })
})

describe("an order that was edited", () => {
  const item = (id: number, quantity: number, current_quantity: number) => ({
    id,
    product_id: id,
    title: `Tea ${id}`,
    quantity,
    current_quantity,
    price: "50.00"
  })
  const first = {
    total_price: "100.00",
    current_total_price: "100.00",
    subtotal_price: "100.00",
    current_subtotal_price: "100.00",
    line_items: [item(1, 1, 1), item(2, 1, 1)]
  }
  const edited = {
    ...first,
    current_total_price: "50.00",
    current_subtotal_price: "50.00",
    line_items: [item(1, 1, 1), item(2, 1, 0)]
  }

  it("has the items and the total that are left", () => {
    for (const history of permutations([shopify(1, first), shopify(2, edited)])) {
      const { order } = received("shopify", history)
      assert.deepInclude(order, { total: "50.00", subtotal: "50.00", total_items: 1 })
      const items: ReadonlyArray<{ quantity: number }> = JSON.parse(order.line_items ?? "")
      assert.deepStrictEqual(
        items.map(({ quantity }) => quantity),
        [1]
      )
    }
  })

  it("is partially refunded by what was paid back for the removed item, and keeps all once it is paid back as a whole", () => {
    const refunded = (amount: string) => ({
      refunds: [{ id: 9, created_at: hour(2), transactions: [{ kind: "refund", status: "success", amount }] }]
    })
    const partly = received("shopify", [shopify(2, { ...edited, ...refunded("50.00") })]).order
    assert.deepInclude(partly, { total: "50.00", financial_status: "partially_refunded" })
    const whole = { ...edited, current_total_price: "0.00", ...refunded("100.00"), financial_status: "refunded" }
    assert.deepInclude(received("shopify", [shopify(2, whole)]).order, { total: "100.00", total_items: 2 })
  })
})

describe("what was paid back of an order", () => {
  const refund = { id: 9, created_at: hour(3), transactions: [{ kind: "refund", status: "success", amount: "30.00" }] }
  const partly = { financial_status: "partially_refunded", refunds: [refund] }
  const left = (members: Members) => shopify(5, { total_price: "100.00", ...partly, ...members })
  const alone: PlatformWebhook = { topic: "refunds/create", body: { ...refund, order_id: 820982911946154 } }
  const paid = shopify(2, { total_price: "100.00", current_total_price: "100.00" })
  const amounts = (webhooks: ReadonlyArray<PlatformWebhook>) => {
    const { total, refunded } = received("shopify", webhooks).order
    return [total, refunded]
  }

  it("counts once, whether or not Shopify took it out of the total already, in any order of arrival", () => {
    assert.deepStrictEqual(amounts([paid]), ["100.00", "0"])
    for (const history of permutations([paid, alone])) assert.deepStrictEqual(amounts(history), ["100.00", "30.00"])
    const ends = { "70.00": "0", "100.00": "30.00", "80.00": "10.00" }
    for (const [current, refunded] of Object.entries(ends))
      for (const history of permutations([paid, alone, left({ current_total_price: current })]))
        assert.deepStrictEqual(amounts(history), [current, refunded])
    assert.deepStrictEqual(amounts([left({})]), ["100.00", "30.00"])
  })

  it("is not what an edit took away", () => {
    const edited = shopify(5, { total_price: "100.00", current_total_price: "70.00" })
    for (const history of permutations([paid, edited])) assert.deepStrictEqual(amounts(history), ["70.00", "0"])
  })

  it("is nothing of an exchange that pays out more than it takes in", () => {
    assert.deepStrictEqual(amounts([left({ current_total_price: "-20.00" })]), ["-20.00", "0"])
  })

  it("is all refunds of WooCommerce, and the sum of BigCommerce", () => {
    const refunds = [
      { id: 1, total: "-9.35" },
      { id: 2, total: "-1.00" }
    ]
    assert.deepInclude(received("woocommerce", [woo(3, { refunds })]).order, { total: "29.35", refunded: "10.35" })
    const refunded = big(3, { status_id: 14, refunded_amount: "20.0000" })
    assert.deepInclude(received("bigcommerce", [refunded]).order, { total: "59.9000", refunded: "20.0000" })
  })
})

describe("amounts and ids of a platform", () => {
  it.each(platforms)("of %s keep a negative total as it is", (platform) => {
    const totals = { total_price: "-5.00", total: "-5.00", total_inc_tax: "-5.0000" }
    const { order } = received(platform, [orders[platform](2, totals)])
    assert.match(order.total, /^-5\.00/)
    assert.strictEqual(order.financial_status, "paid")
  })

  it.each(platforms)("of %s keep ids above 2^53 to the digit in their items", (platform) => {
    const item = '{"product_id":9007199254740993,"variant_id":9223372036854775807,"variation_id":9223372036854775807}'
    const { topic, body } = orders[platform](2, { line_items: "items", products: "items" })
    const text = JSON.stringify(body).replaceAll('"items"', `[${item}]`)
    const parsed = Result.getOrThrow(parseObject(new TextEncoder().encode(text)))
    const command = readPlatformWebhook(platform, topic, parsed)
    const items = command.type === "order" ? textOf(command.order["line_items"]) : ""
    assert.include(items, '"product_id":9007199254740993,"variant_id":9223372036854775807')
  })

  it("of BigCommerce are in the currency that the shopper pays in", () => {
    const { order } = received("bigcommerce", [big(2, { currency_code: "EUR", default_currency_code: "USD" })])
    assert.strictEqual(order.currency, "USD")
  })
})

describe("an order of two parcels", () => {
  const parcel = (id: number, members: Members) => shopifyFulfillment(id, 3, members)
  const statusOf = (...fulfillments: ReadonlyArray<Members>) =>
    received("shopify", [shopify(3, { fulfillment_status: "fulfilled", fulfillments })]).order.shipment_status

  it("is not delivered while one was sent without a carrier status", () => {
    assert.strictEqual(statusOf(parcel(11, { shipment_status: "delivered" }), parcel(12, {})), "in_transit")
    assert.strictEqual(
      statusOf(parcel(11, { shipment_status: "delivered" }), parcel(12, { status: "cancelled" })),
      "delivered"
    )
    assert.isNull(statusOf(parcel(12, {})))
  })

  it("is delivered when the other one was a download", () => {
    const download = parcel(12, { line_items: [{ title: "Gift card", requires_shipping: false }] })
    assert.strictEqual(statusOf(parcel(11, { shipment_status: "delivered" }), download), "delivered")
  })
})
