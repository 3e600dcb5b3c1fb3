import { assert, describe, it } from "@effect/vitest"
import type { Platform } from "../../src/domain/integrations/IntegrationKind.ts"
import { big, orders, permutations, platforms, shopify, woo } from "../support/samples/paidOrders.ts"
import { received } from "../support/samples/reportedOrders.ts"
import type { PlatformWebhook } from "../support/samples/shopifyWebhooks.ts"
import { bigOrder, wooOrder } from "../support/samples/storeWebhooks.ts"

describe("an order that its platform removed", () => {
  const removals: Readonly<Record<Platform, PlatformWebhook>> = {
    shopify: {
      topic: "orders/delete",
      body: { id: 1, admin_graphql_api_id: "gid://shopify/Order/820982911946154508" }
    },
    woocommerce: { topic: "order.updated", body: wooOrder(4, { status: "trash" }) },
    bigcommerce: { topic: "store/order/archived", body: bigOrder(4, { status_id: 11, is_deleted: true }) }
  }

  it.each(platforms)("of %s is voided in any order of arrival", (platform) => {
    for (const history of permutations([orders[platform](2), orders[platform](3), removals[platform]])) {
      const { order } = received(platform, history)
      assert.strictEqual(order.financial_status, "voided")
    }
  })

  it("of WooCommerce is voided by its id alone too", () => {
    const deleted = { topic: "order.deleted", body: { id: 727 } }
    for (const history of permutations([woo(2), woo(3), deleted]))
      assert.strictEqual(received("woocommerce", history).order.financial_status, "voided")
  })

  it.each(["woocommerce", "bigcommerce"] as const)("of %s counts again when it is restored", (platform) => {
    for (const history of permutations([orders[platform](2), removals[platform], orders[platform](5)]))
      assert.strictEqual(received(platform, history).order.financial_status, "paid")
  })
})

describe("'Order Placed' flows", () => {
  const unpaid: Readonly<Record<Platform, ReadonlyArray<PlatformWebhook>>> = {
    shopify: [shopify(1, { financial_status: "voided" }), shopify(1, { financial_status: "expired" })],
    woocommerce: [
      woo(1, { status: "pending", date_paid_gmt: null }),
      woo(1, { status: "failed", date_paid_gmt: null })
    ],
    bigcommerce: [big(1, { status_id: 1, payment_status: "" }), big(1, { status_id: 6, payment_status: "declined" })]
  }

  it.each(platforms)("of %s wait for the payment, and start once", (platform) => {
    for (const first of unpaid[platform]) {
      assert.deepStrictEqual(received(platform, [first]).triggers, [])
      const paid = received(platform, [first, orders[platform](2), first, orders[platform](3)])
      assert.deepStrictEqual(paid.triggers, ["order_placed"])
      assert.notInclude(paid.order.platform ?? "", "awaits_payment")
      assert.deepStrictEqual(received(platform, [orders[platform](2), first]).triggers, ["order_placed"])
    }
  })

  it("start at once for a bank transfer and for cash on delivery", () => {
    for (const status of ["on-hold", "processing"])
      assert.deepStrictEqual(received("woocommerce", [woo(1, { status, date_paid_gmt: null })]).triggers, [
        "order_placed"
      ])
    assert.deepStrictEqual(received("shopify", [shopify(1, { financial_status: "pending" })]).triggers, [
      "order_placed"
    ])
    const transfer = big(1, { status_id: 7, payment_status: "" })
    assert.deepStrictEqual(received("bigcommerce", [transfer]).triggers, ["order_placed"])
  })

  it("do not start late for an order from before the store was connected", () => {
    const late = received("woocommerce", [unpaid.woocommerce[0] ?? woo(1), woo(2)], { since: Date.now() })
    assert.deepStrictEqual(late.triggers, [])
  })
})

describe("a gift order", () => {
  const names = { first_name: "Bea", last_name: "Gifted" }
  const gifts: Readonly<Record<Platform, PlatformWebhook>> = {
    shopify: shopify(1, {
      phone: null,
      customer: { id: 5, email: "ada@example.com", first_name: "Ada", last_name: "Byron", phone: null },
      billing_address: { first_name: "A.", last_name: "B.", country_code: "DE", phone: "030 901820" },
      shipping_address: { ...names, country_code: "FR", phone: "+33 1 42 68 53 00" }
    }),
    woocommerce: woo(1, {
      billing: { first_name: "Ada", last_name: "Byron", email: "ada@example.com", country: "DE", phone: "030 901820" },
      shipping: { ...names, country: "FR", phone: "+33 1 42 68 53 00" }
    }),
    bigcommerce: big(1, {
      billing_address: {
        first_name: "Ada",
        last_name: "Byron",
        email: "ada@example.com",
        country_iso2: "DE",
        phone: "030 901820"
      },
      shipping_addresses: [{ ...names, email: "bea@example.com", country_iso2: "FR", phone: "+33 1 42 68 53 00" }]
    })
  }

  it.each(platforms)("of %s gives the contact name and phone of the buyer, read in the buyer's country", (platform) => {
    const { contacts } = received(platform, [gifts[platform]])
    assert.deepInclude(contacts[0], { first_name: "Ada", last_name: "Byron", phone: "+4930901820" })
  })

  it("without a name of the buyer leaves the contact nameless", () => {
    const anonymous = shopify(1, { customer: null, billing_address: null, shipping_address: names })
    assert.deepInclude(received("shopify", [anonymous]).contacts[0], { first_name: null, last_name: null, phone: null })
  })
})

describe("an order whose person the platform erased", () => {
  const erased = { first_name: "[deleted]", last_name: "[gelöscht]", email: "deleted@site.invalid", phone: "000" }
  const anonymised: Readonly<Record<Platform, (at: number) => PlatformWebhook>> = {
    shopify: (at) => shopify(at, { email: "deleted@site.invalid", customer: null, financial_status: "refunded" }),
    woocommerce: (at) => woo(at, { billing: erased, status: "refunded" }),
    bigcommerce: (at) => big(at, { billing_address: erased, status_id: 4 })
  }

  it.each(platforms)("of %s makes no contact, and still has its statuses", (platform) => {
    assert.throws(() => received(platform, [anonymised[platform](2)]), "No order")
    const { order, contacts } = received(platform, [orders[platform](1), anonymised[platform](2)])
    assert.deepInclude(order, { email: "ada@example.com", financial_status: "refunded" })
    assert.lengthOf(contacts, 1)
  })

  it("gives no name", () => {
    const { contacts } = received("woocommerce", [woo(1, { billing: { ...erased, email: "ada@example.com" } })])
    assert.deepInclude(contacts[0], { first_name: null, last_name: null, phone: null })
  })
})

describe("a field of the order that the store named for consent", () => {
  const field = "mailchimp_woocommerce_is_subscribed"
  const fieldsOf = (platform: Platform, value: unknown) =>
    ({
      shopify: { note_attributes: [{ name: field, value }], buyer_accepts_marketing: false },
      woocommerce: { meta_data: [{ id: 1, key: field, value }] },
      bigcommerce: {
        is_email_opt_in: false,
        billing_address: { email: "ada@example.com", form_fields: [{ name: field, value }] }
      }
    })[platform]
  const consentOf = (platform: Platform, value: unknown, consent_field: string | null = field) =>
    received(platform, [orders[platform](2, fieldsOf(platform, value))], { consent_field }).contacts[0]?.email_consent

  it.each(platforms)("of %s is a yes as plugins write it", (platform) => {
    for (const value of ["1", 1, true, "yes", "on", "Subscribed"])
      assert.strictEqual(consentOf(platform, value), "subscribed", String(value))
    for (const value of ["", "0", 0, false, "no", "archived", null])
      assert.strictEqual(consentOf(platform, value), "never_subscribed", String(value))
    assert.strictEqual(consentOf(platform, "1", "another"), "never_subscribed")
    assert.strictEqual(consentOf(platform, "1", null), "never_subscribed")
  })
})
