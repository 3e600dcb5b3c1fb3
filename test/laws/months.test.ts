import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { decideOrder } from "../../src/domain/orders/decideOrder.ts"
import { monthsBefore } from "../../src/domain/values/Time.ts"
import { call, emptyState } from "../support/samples/orders.ts"

const day = 86_400_000
const first = Date.UTC(2023, 0, 1)
// Four years contain a leap day and every end of month.
const days = Array.from({ length: 4 * 366 }, (_, at) => first + at * day)
const lastDay = (year: number, month: number) =>
  month === 2 ? (year % 4 === 0 ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

const sixBefore = (now: number): string => {
  const [year = 0, month = 0, date = 0] = new Date(now).toISOString().slice(0, 10).split("-").map(Number)
  const [y, m] = month > 6 ? [year, month - 6] : [year - 1, month + 6]
  const d = Math.min(date, lastDay(y, m))
  return `${y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}${new Date(now).toISOString().slice(10)}`
}

const subscribes = (now: number, placed_at: number): boolean =>
  Result.getOrThrow(
    decideOrder(now, call({ fields: { placed_at, accepts_email_marketing: true } }), emptyState)
  ).contacts.some(({ email_consent }) => email_consent === "subscribed")

describe("six months", () => {
  it("are calendar months in UTC, clamped to shorter months, on every day of four years", () => {
    for (const time of [0, 1, day - 1]) {
      for (const now of days) {
        assert.strictEqual(new Date(monthsBefore(now + time, 6)).toISOString(), sixBefore(now + time))
      }
    }
  })

  it("are inclusive to the millisecond", () => {
    for (const now of days) {
      const edge = Date.parse(sixBefore(now + 45_296_789))
      assert.isTrue(subscribes(now + 45_296_789, edge))
      assert.isTrue(subscribes(now + 45_296_789, edge + 1))
      assert.isFalse(subscribes(now + 45_296_789, edge - 1))
    }
  })

  it("lead from 31 August to the end of February, and include future orders", () => {
    assert.strictEqual(monthsBefore(Date.UTC(2026, 7, 31), 6), Date.UTC(2026, 1, 28))
    assert.strictEqual(monthsBefore(Date.UTC(2024, 7, 31), 6), Date.UTC(2024, 1, 29))
    assert.isTrue(subscribes(first, first + 400 * day))
  })
})
