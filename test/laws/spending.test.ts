import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { spendingOf } from "../../src/domain/contacts/Spending.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("what a contact spent", () => {
  it("has the digits of its currency, and an average rounded half up", () => {
    const averageOf = (currency: string, total: string, orders: number) =>
      spendingOf({ currency, total, orders }).average_amount
    assert.strictEqual(averageOf("USD", "100.01", 2), "50.01")
    assert.strictEqual(averageOf("USD", "0.01", 3), "0.00")
    assert.strictEqual(averageOf("JPY", "101", 2), "51")
    assert.strictEqual(averageOf("KWD", "1.5", 4), "0.375")
    assert.strictEqual(averageOf("USD", "10.12345", 1), "10.12")
    assert.strictEqual(spendingOf({ currency: "USD", total: "7", orders: 1 }).total_amount, "7.00")
    // Returns may pay out more than the orders took in.
    assert.strictEqual(averageOf("USD", "-5.00", 2), "-2.50")
    assert.strictEqual(averageOf("USD", "-0.05", 10), "-0.01")
    assert.strictEqual(averageOf("JPY", "-1", 3), "0")
  })

  it.prop(
    "averages to less than half a minor unit from the exact quotient",
    [between(0, 1_000_000_000), between(1, 10_000)],
    ([cents, orders]) => {
      const total = (BigInt(cents) / 100n).toString() + "." + String(cents % 100).padStart(2, "0")
      const average = BigInt(spendingOf({ currency: "EUR", total, orders }).average_amount.replace(".", ""))
      const difference = 2n * (average * BigInt(orders) - BigInt(cents))
      assert.isTrue(difference <= BigInt(orders) && -difference <= BigInt(orders))
    }
  )
})
