import { assert, describe, it } from "@effect/vitest"
import { decideOrders, type OrderBatch } from "../../src/domain/orders/decideOrders.ts"
import type { Order, PlaceOrder } from "../../src/domain/orders/Order.ts"
import { call } from "../support/samples/orders.ts"

type Optional = Partial<PlaceOrder["fields"]>

const stored: Optional = {
  phone: "+12025550123",
  customer_id: "c-1",
  subtotal: "1.5",
  total_items: 3,
  financial_status: "paid",
  fulfillment_status: "open",
  shipment_status: "delivered",
  discounts: '[{"code":"A"}]',
  tax_lines: '[{"title":"T"}]',
  line_items: '[{"sku":"S"}]',
  billing_address: '{"city":"B"}',
  shipping_address: '{"city":"C"}',
  accepts_email_marketing: true,
  accepts_sms_marketing: true
}
const sent: Optional = {
  phone: "+12025550199",
  customer_id: "c-2",
  subtotal: "2.50",
  total_items: 4,
  financial_status: "refunded",
  fulfillment_status: "fulfilled",
  shipment_status: "in_transit",
  discounts: '[{"code":"B"}]',
  tax_lines: "[]",
  line_items: '[{"sku":"T"}]',
  billing_address: '{"city":"D"}',
  shipping_address: "{}",
  accepts_email_marketing: false,
  accepts_sms_marketing: false
}
const cleared: Optional = Object.fromEntries(Object.keys(stored).map((name) => [name, null]))
const names = Object.keys(stored)

/** Every subset of optional fields, with values of `values`. */
const subsets = function* (values: Optional): Generator<Optional> {
  for (let chosen = 0; chosen < 2 ** names.length; chosen++) {
    yield Object.fromEntries(Object.entries(values).filter((_, at) => (chosen & (1 << at)) !== 0))
  }
}

const empty: OrderBatch = {
  results: [],
  orders: [],
  contacts: [],
  staleRanges: [],
  ledger: [],
  triggers: [],
  overwritten: [],
  consents: []
}
const placed = (before: OrderBatch, fields: Optional, now: number): OrderBatch =>
  decideOrders(now, [call({ fields })], {
    orders: before.orders,
    contacts: before.contacts,
    integrations: [],
    suppressions: []
  })

const fieldsOf = ({ deliveries: _d, updated_at: _u, ...order }: Order) => order

describe("an upsert", () => {
  const first = placed(empty, stored, 1)
  const before = first.orders.map(fieldsOf)

  for (const [what, values] of [
    ["sent", sent],
    ["null", cleared]
  ] as const) {
    it(`keeps omitted fields and applies ${what} ones, for every subset of the optional fields`, () => {
      for (const fields of subsets(values)) {
        const after = placed(first, fields, 2)
        const expected = before.map((order) => ({ ...order, ...fields }))
        assert.deepStrictEqual((after.orders.length === 0 ? first : after).orders.map(fieldsOf), expected)
      }
    })
  }

  it("is idempotent for every subset of the optional fields", () => {
    for (const fields of subsets(stored)) {
      const once = placed(empty, fields, 1)
      const { results: _, ...again } = placed(once, fields, 2)
      assert.deepStrictEqual(again, {
        orders: [],
        contacts: [],
        staleRanges: [],
        ledger: [],
        triggers: [],
        overwritten: [],
        consents: []
      })
    }
  })
})
