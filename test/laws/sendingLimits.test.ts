import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hourOf, type HourUsage, leftOfHour, nextHour } from "../../src/domain/messages/HourUsage.ts"
import {
  changeSendingLimits,
  hourlyLimit,
  noSendingLimits,
  type SendingLimits,
  SendingLimitsInput
} from "../../src/domain/messages/SendingLimits.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const hour = 3_600_000
const day = 24 * hour

describe("the limit of an hour", () => {
  it.prop(
    "no hour gets more than its limit, and a later hour gets what waited",
    [between(1, 20), Schema.Array(Schema.Struct({ wait: between(0, 2 * hour), wanted: between(0, 30) }))],
    ([limit, claims]) => {
      const started = new Map<number, number>()
      let [now, usage]: [number, HourUsage | undefined] = [0, undefined]
      for (const { wait, wanted } of claims) {
        now += wait
        const granted = leftOfHour(limit, usage, wanted, now)
        const hourStart = hourOf(now)
        const before = started.get(hourStart) ?? 0
        assert.strictEqual(granted, Math.min(wanted, limit - before))
        started.set(hourStart, before + granted)
        usage = { hour: hourStart, count: before + granted }
        assert.isAbove(leftOfHour(limit, usage, 1, nextHour(now)), 0)
      }
      assert.isTrue([...started.values()].every((count) => count <= limit))
    }
  )

  it.prop("no limit grants everything", [between(0, 1_000), between(0, day)], ([wanted, now]) => {
    assert.strictEqual(leftOfHour(undefined, { hour: hourOf(now), count: 9 }, wanted, now), wanted)
  })
})

describe("warm-up", () => {
  const limits = (input: Partial<SendingLimitsInput>): SendingLimits => ({
    ...noSendingLimits,
    ...input,
    warm_up_started_at: 0
  })

  it.prop(
    "starts at its start, never shrinks, and never exceeds the messages an hour",
    [SendingLimitsInput, between(0, 2_000), between(0, 2_000)],
    ([input, one, other]) => {
      const [earlier, later] = one < other ? [one, other] : [other, one]
      const at = (days: number) => hourlyLimit(limits(input), "email", days * day) ?? Number.POSITIVE_INFINITY
      assert.isAtLeast(at(earlier), 1)
      assert.isAtMost(at(earlier), at(later))
      const target = input.messages_per_hour ?? Number.POSITIVE_INFINITY
      assert.isAtMost(at(later), target)
      // From a million an hour on there is no limit.
      const begins = input.warm_up === null || input.warm_up.start >= 1_000_000 ? Infinity : input.warm_up.start
      assert.strictEqual(at(0), Math.min(begins, target))
      assert.strictEqual(hourlyLimit(limits(input), "sms", later * day), input.messages_per_hour ?? undefined)
    }
  )

  it("doubles each day and then ends", () => {
    const doubling = limits({ warm_up: { start: 50, growth: 100 } })
    const days = [0, 0.99, 1, 2, 14, 15, 400].map((days) => hourlyLimit(doubling, "email", days * day))
    assert.deepStrictEqual(days, [50, 50, 100, 200, 819_200, undefined, undefined])
    assert.strictEqual(hourlyLimit({ ...doubling, messages_per_hour: 150 }, "email", 2 * day), 150)
  })

  it.prop(
    "goes on when it is sent again, and starts anew when it is changed",
    [SendingLimitsInput, between(1, 1_000), between(1_001, 2_000)],
    ([input, first, second]) => {
      const once = changeSendingLimits(noSendingLimits, input, first)
      assert.deepStrictEqual(changeSendingLimits(once, input, second), once)
      assert.strictEqual(once.warm_up_started_at, input.warm_up === null ? null : first)
      const changed = { ...input, warm_up: { start: (input.warm_up?.start ?? 0) === 7 ? 8 : 7, growth: 1 } }
      assert.strictEqual(changeSendingLimits(once, changed, second).warm_up_started_at, second)
    }
  )
})
