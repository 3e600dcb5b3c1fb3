import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherOverSocket } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedShop } from "../support/samples/shop.ts"

onEitherOverSocket("orders with issues (contract §2)", (it) => {
  it.effect("refuses each invalid field by name, and writes nothing", () =>
    Effect.gen(function* () {
      const { place } = yield* seedShop()
      const bad: ReadonlyArray<readonly [field: string, members: Record<string, unknown>]> = [
        ["total", { total: "59.90" }],
        ["total", { total: -1 }],
        ["total", { total: null }],
        ["currency", { currency: "XXY" }],
        ["currency", { currency: "us" }],
        ["order_date", { order_date: "2026-05-04" }],
        ["order_date", { order_date: "2026-05-04T09:30:00+00:00" }],
        ["order_date", { order_date: "2026-02-30T09:30:00Z" }],
        ["order_date", { order_date: "2026-05-04T24:00:00Z" }],
        ["order_date", { order_date: 1_777_000_000 }],
        ["email", { email: "nobody" }],
        ["email", { email: "" }],
        ["email", { email: "a@b@example.com" }],
        ["email", { email: `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(66)}.com` }],
        ["phone", { phone: "1-800-FLOWERS" }],
        ["phone", { phone: "+1 202 555 0123 ext. 4" }],
        ["phone", { phone: "000-000-0000" }],
        ["phone", { phone: "9876543210", shipping_address: { country: "Atlantis" } }],
        ["phone", { phone: 12025550123 }],
        ["phone", { accepts_sms_marketing: true }],
        ["email", { email: null }],
        ["customer_id", { customer_id: 1 }],
        ["subtotal", { subtotal: "1" }],
        ["total_items", { total_items: 1.5 }],
        ["financial_status", { financial_status: "Paid" }],
        ["fulfillment_status", { fulfillment_status: "" }],
        ["shipment_status", { shipment_status: "lost" }],
        ["accepts_email_marketing", { accepts_email_marketing: "true" }],
        ["accepts_email_marketing", { accepts_email_marketing: 1 }],
        ["initial_sync", { initial_sync: 0 }],
        ["discounts", { discounts: {} }],
        ["discounts.0.amount", { discounts: [{ amount: "5" }] }],
        ["tax_lines.0.title", { tax_lines: [{ title: 1 }] }],
        ["line_items.0.quantity", { line_items: [{ quantity: 1.5 }] }],
        ["line_items.1", { line_items: [{}, null] }],
        ["shipping_address.city", { shipping_address: { city: 1 } }],
        ["billing_address", { billing_address: [] }]
      ]
      for (const [field, members] of bad) {
        const { status, json } = yield* place(orderBody(members))
        assert.strictEqual(status, 422, field)
        assert.include(
          json.error.details.map((detail: { field: string }) => detail.field),
          field
        )
        assert.strictEqual(json.error.details.length, 1, JSON.stringify(json))
      }
      assert.strictEqual((yield* place(orderBody())).status, 201)
    })
  )

  it.effect("reports all issues at once, each with its path", () =>
    Effect.gen(function* () {
      const { place } = yield* seedShop()
      const { json } = yield* place({
        total: -1,
        currency: "?",
        line_items: [{ quantity: 0.5, price: "1" }],
        accepts_sms_marketing: true
      })
      assert.sameMembers(
        json.error.details.map((detail: { field: string }) => detail.field),
        ["order_id", "total", "currency", "line_items.0.quantity", "line_items.0.price", "order_date", "phone"]
      )
    })
  )
})
