import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Conditions } from "../../src/domain/conditions/Condition.ts"
import { decideOrder } from "../../src/domain/orders/decideOrder.ts"
import { noHistory } from "../../src/domain/conditions/History.ts"
import { conditionsThen } from "../../src/domain/messages/MessageWhy.ts"
import { call, contact, emptyState } from "../support/samples/orders.ts"

const started = Date.UTC(2026, 4, 4)

const conditions: Conditions = [
  [
    { field: "order.total", op: "gte", value: 50 },
    { field: "order.line_items.sku", op: "contains", value: "tea" },
    { field: "event.event_data.plan", op: "eq", value: "gold" }
  ],
  [
    { field: "order.count", op: "gte", value: 2 },
    { field: "contact.tags", op: "contains", value: "vip" },
    { field: "contact.order_count", op: "gte", value: 1 }
  ]
]

const { order } = Result.getOrThrow(decideOrder(started, call(), emptyState))

const facts = (updated_at: number) => ({
  order: { ...order, total: "60.50", line_items: '[{"sku":"tea"},{"sku":"pot"}]', updated_at },
  event: { plan: "gold" },
  contact: { ...contact(), tags: ["vip"], custom_fields: {}, left_topics: [] },
  history: noHistory,
  now: started
})

const valuesOf = (groups: ReturnType<typeof conditionsThen>) =>
  groups.flat().map(({ known, value }) => (known ? value : undefined))

describe("the conditions of a message", () => {
  it("show the values that they compared, of an event and of an order that was not written to since", () => {
    assert.deepStrictEqual(valuesOf(conditionsThen(conditions, facts(started), started)), [
      "60.5",
      "tea, pot",
      "gold",
      undefined,
      undefined,
      undefined
    ])
  })

  it("show no present value for the one of then: of a later order, of counts, of the contact, of one that was erased", () => {
    assert.deepStrictEqual(valuesOf(conditionsThen(conditions, facts(started + 1), started)), [
      undefined,
      undefined,
      "gold",
      undefined,
      undefined,
      undefined
    ])
    const erased = conditionsThen(conditions, undefined, started)
    assert.isTrue(erased.flat().every(({ known, value }) => !known && value === null))
    assert.deepStrictEqual(
      erased.map((group) => group.map(({ condition }) => condition)),
      conditions
    )
  })
})
