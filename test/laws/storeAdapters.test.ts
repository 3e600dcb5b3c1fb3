import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { readPlatformWebhook } from "../../src/domain/integrations/readPlatformWebhook.ts"
import type { Platform } from "../../src/domain/integrations/IntegrationKind.ts"
import { type JsonObject, parseObject } from "../../src/domain/json/Json.ts"
import { readPlatformOrder } from "../../src/domain/orders/readOrder.ts"
import { account_id } from "../support/samples/orders.ts"
import { customer, shopifyFulfillment, shopifyOrder, webhookText } from "../support/samples/shopifyWebhooks.ts"
import { bigOrder, wooOrder } from "../support/samples/storeWebhooks.ts"

type Members = Record<string, unknown>

const parsed = (body: Members): JsonObject =>
  Result.getOrThrow(parseObject(new TextEncoder().encode(webhookText(body))))

const command = (platform: Platform, topic: string, body: Members) => readPlatformWebhook(platform, topic, parsed(body))

const context = { account_id, default_country: "US", integration_digest: "", new_contact_id: "con", actor: "int" }

/** The call that an order's webhook becomes, read as the program reads it. */
const callOf = (platform: Platform, topic: string, body: Members) => {
  const found = command(platform, topic, body)
  if (found.type !== "order") throw new Error(JSON.stringify(found))
  return { ...Effect.runSync(readPlatformOrder(found, context)), report: found.report }
}

const fieldsOf = (platform: Platform, topic: string, body: Members) => callOf(platform, topic, body).call.fields
const shopify = (members: Members) => fieldsOf("shopify", "orders/updated", shopifyOrder(2, members))
const woo = (members: Members) => fieldsOf("woocommerce", "order.updated", wooOrder(2, members))
const big = (members: Members) => fieldsOf("bigcommerce", "store/order/updated", bigOrder(2, members))
const json = (text: string | null | undefined): unknown => JSON.parse(text ?? "null")

describe("an order of Shopify", () => {
  it("keeps money, ids and texts to the digit, and the names of the API", () => {
    const { call } = callOf("shopify", "orders/create", shopifyOrder(1))
    assert.strictEqual(call.order_id, 820982911946154508n)
    assert.deepInclude(call.fields, {
      total: "398.50",
      subtotal: "388.00",
      customer_id: "115310627314723954",
      total_items: 3,
      discounts: '[{"code":"TEN","amount":10.00}]',
      tax_lines: '[{"title":"VAT","amount":10.50}]',
      accepts_email_marketing: true,
      accepts_sms_marketing: false,
      billing_address: null
    })
    assert.deepInclude(json(call.fields.shipping_address), {
      state_code: "IL",
      country_code: "US",
      postal_code: "62701"
    })
    assert.deepStrictEqual(json(call.fields.line_items), [
      { product_id: 632910392, variant_id: 808950810, sku: "TEA-1", title: "Tea", quantity: 2, price: 199 },
      { product_id: null, variant_id: null, sku: null, title: "Gift card", quantity: 1, price: 0, gift_card: true }
    ])
  })

  it("of a currency without or with three decimals, with a total of zero, and with 800 items is read whole", () => {
    assert.strictEqual(shopify({ currency: "JPY", total_price: "3985" }).total, "3985")
    assert.strictEqual(shopify({ currency: "KWD", total_price: "39.850" }).total, "39.850")
    assert.strictEqual(shopify({ total_price: "0.00" }).total, "0.00")
    const items = Array.from({ length: 800 }, (_, id) => ({ id, title: `Tea ${id}`, quantity: 2, price: "1.00" }))
    const large = shopify({ line_items: items })
    assert.strictEqual(large.total_items, 1_600)
    assert.isTrue(Array.isArray(json(large.line_items)))
  })

  it("of a guest, without a customer, of the till by phone, or with a phone that cannot be read is placed", () => {
    assert.deepInclude(shopify({ customer: null }), { email: "ada@example.com", customer_id: null })
    const till = shopify({ email: "", contact_email: null, customer: null, phone: "+12025550123", source_name: "pos" })
    assert.deepInclude(till, { email: null, phone: "+12025550123", accepts_email_marketing: false })
    const { call, warnings } = callOf("shopify", "orders/create", shopifyOrder(1, { phone: "555-555-SHIP" }))
    assert.strictEqual(call.fields.email, "ada@example.com")
    assert.isUndefined(call.fields.phone)
    assert.deepStrictEqual(
      warnings.map(({ field }) => field),
      ["phone"]
    )
  })

  it("takes a yes to texts only with the phone that it was given for", () => {
    const consent = { sms_marketing_consent: { state: "subscribed" }, phone: "+12025550123" }
    const agreed = shopify({ phone: "+12025550199", customer: { id: 1, ...consent } })
    assert.deepInclude(agreed, { phone: "+12025550123", accepts_sms_marketing: true })
    assert.isFalse(shopify({ phone: null, customer: { ...consent, phone: null } }).accepts_sms_marketing)
  })

  it("that is a draft, a test, without an address or unreadable is none, and a cancelled one starts nothing", () => {
    assert.deepStrictEqual(command("shopify", "draft_orders/create", {}), { type: "ignored", reason: "draft" })
    const reasonOf = (members: Members) => {
      const found = command("shopify", "orders/create", shopifyOrder(1, members))
      return found.type === "ignored" ? found.reason : found.type
    }
    assert.strictEqual(reasonOf({ test: true }), "test")
    const nobody = { email: null, contact_email: null, customer: null, shipping_address: null, billing_address: null }
    assert.strictEqual(reasonOf(nobody), "no_address")
    assert.strictEqual(reasonOf({ total_price: "free" }), "unreadable")
    assert.strictEqual(reasonOf({ admin_graphql_api_id: null, id: 0 }), "unreadable")
    const cancelled = { cancelled_at: "2026-11-20T05:00:00Z", financial_status: "pending" }
    assert.isTrue(callOf("shopify", "orders/cancelled", shopifyOrder(1, cancelled)).call.initial_sync)
  })

  it("of earlier API versions, without the address of GraphQL and with numbers for text, is the same order", () => {
    const { call } = callOf(
      "shopify",
      "orders/create",
      shopifyOrder(1, { admin_graphql_api_id: undefined, total_price: 398.5 })
    )
    assert.strictEqual(call.order_id, 820982911946154n)
    assert.strictEqual(call.fields.total, "398.5")
  })

  it("knows the state of each parcel, also of one without a carrier and of a cancelled one", () => {
    const shipments = (members: Members) => {
      const found = command("shopify", "fulfillments/update", shopifyFulfillment(7, 3, members))
      return found.type === "order_part" ? found.report.shipments["7"]?.value : found
    }
    assert.strictEqual(shipments({ shipment_status: "out_for_delivery" }), "out_for_delivery")
    assert.isNull(shipments({ shipment_status: null }))
    assert.isNull(shipments({ shipment_status: "teleported" }))
    assert.strictEqual(shipments({ status: "cancelled", shipment_status: "in_transit" }), "cancelled")
  })
})

describe("an order of WooCommerce", () => {
  it("of a guest without a phone, with a deleted product, half a metre and entities is placed", () => {
    const fields = woo({
      line_items: [{ name: "Gone", product_id: 0, variation_id: 0, quantity: 0.5, price: 3.3333333333 }]
    })
    assert.deepInclude(fields, { email: "ada@example.com", phone: null, customer_id: null, total: "29.35" })
    assert.deepStrictEqual(json(fields.line_items), [
      { product_id: null, variant_id: null, sku: null, title: "Gone", price: 3.3333333333 }
    ])
  })

  it("reads times without an offset as UTC, and falls back to local ones", () => {
    assert.strictEqual(woo({ date_created_gmt: "2026-11-20T10:00:00" }).placed_at, Date.parse("2026-11-20T10:00:00Z"))
    assert.strictEqual(
      woo({ date_created_gmt: null, date_created: "2026-11-20T10:00:00" }).placed_at,
      Date.parse("2026-11-20T10:00:00Z")
    )
  })

  it("is pending until cash on delivery is paid, and no order while it is a draft", () => {
    const financial = (members: Members) =>
      callOf("woocommerce", "order.updated", wooOrder(2, members)).report.financial?.value
    assert.strictEqual(financial({ status: "processing", date_paid_gmt: null }), "pending")
    assert.strictEqual(financial({ status: "wc-processing", date_paid_gmt: "2026-11-20T10:00:00" }), "paid")
    assert.isUndefined(financial({ status: "toString" }))
    for (const status of ["checkout-draft", "auto-draft"])
      assert.deepStrictEqual(command("woocommerce", "order.updated", wooOrder(1, { status })), {
        type: "ignored",
        reason: "draft"
      })
  })
})

describe("an order of BigCommerce", () => {
  it("reads its dates, money of four decimals, and no customer", () => {
    assert.deepInclude(
      big({
        date_created: "Tue, 20 Nov 2012 00:00:00 +0000",
        customer_id: 0,
        currency_code: "JPY",
        total_inc_tax: "60.0000"
      }),
      {
        placed_at: Date.parse("2012-11-20T00:00:00Z"),
        customer_id: null,
        currency: "JPY",
        total: "60.0000",
        accepts_email_marketing: true
      }
    )
  })

  it("is paid as its payment says, and none while it is incomplete", () => {
    const financial = (members: Members) =>
      callOf("bigcommerce", "store/order/updated", bigOrder(2, members)).report.financial?.value
    assert.strictEqual(financial({ status_id: 11, payment_status: "authorized" }), "authorized")
    assert.strictEqual(financial({ status_id: 5, payment_status: "captured" }), "voided")
    assert.strictEqual(financial({ status_id: 10, payment_status: "" }), "paid")
    assert.deepStrictEqual(command("bigcommerce", "store/order/updated", bigOrder(1, { status_id: 0 })), {
      type: "ignored",
      reason: "draft"
    })
  })
})

describe("a customer", () => {
  it("has the consents that the platform recorded, with their times", () => {
    const at = Date.parse("2026-11-20T10:00:00Z")
    const consent = (state: string) => ({ state, consent_updated_at: "2026-11-20T10:00:00Z" })
    const read = (topic: string, members: Members) => {
      const found = command("shopify", topic, customer(2, members))
      return found.type === "customer" ? found.customer : undefined
    }
    const both = read("customers/update", {
      phone: "+12025550123",
      email_marketing_consent: consent("unsubscribed"),
      sms_marketing_consent: consent("SUBSCRIBED")
    })
    assert.deepStrictEqual(both?.email_consent, { subscribed: false, at })
    assert.deepStrictEqual(both?.sms_consent, { subscribed: true, at })
    assert.isNull(read("customers/update", { email_marketing_consent: consent("not_subscribed") })?.email_consent)
    assert.isNull(read("customers/update", { phone: null, sms_marketing_consent: consent("subscribed") })?.sms_consent)
    const alone = command("shopify", "customers_email_marketing_consent/update", {
      customer_id: 5,
      email_address: "ada@example.com",
      email_marketing_consent: consent("subscribed")
    })
    assert.deepInclude(alone.type === "customer" ? alone.customer : {}, { customer_id: "5", updated_at: at })
  })

  it("without e-mail, phone and consent, or deleted, is none", () => {
    const nobody = { email: null, email_marketing_consent: null }
    assert.deepStrictEqual(command("shopify", "customers/create", customer(1, nobody)), {
      type: "ignored",
      reason: "no_address"
    })
    for (const [platform, topic] of [
      ["shopify", "customers/delete"],
      ["woocommerce", "customer.deleted"],
      ["bigcommerce", "store/customer/deleted"]
    ] as const)
      assert.deepStrictEqual(command(platform, topic, { id: 1 }), { type: "ignored", reason: "no_effect" })
  })
})

describe("a webhook of maximum size", () => {
  it("is read up to 2,000 items and 250 parts, in time that does not grow with the rest", () => {
    const count = 100_000
    const items = Array.from({ length: count }, (_, id) => ({ id, title: "Tea", quantity: 1, price: "1.00" }))
    assert.strictEqual(shopify({ line_items: items }).total_items, 2_000)
    assert.strictEqual(woo({ line_items: items }).total_items, 2_000)
    const parcels = Array.from({ length: count }, (_, id) => shopifyFulfillment(id + 1, 2))
    const found = command("shopify", "orders/updated", shopifyOrder(2, { fulfillments: parcels }))
    assert.lengthOf(Object.keys(found.type === "order" ? found.report.shipments : {}), 250)
  })
})
