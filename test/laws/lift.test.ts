import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { estimateLift, type GroupCounts } from "../../src/domain/lift/estimateLift.ts"
import { isHeldOut } from "../../src/domain/lift/holdout.ts"
import { seededRandom } from "../support/runner/runs.ts"

interface World {
  /** People who are held out; `times` as many get messages. */
  readonly held: number
  readonly times: number
  /** The share of those held out who order, and by how much messages multiply it. */
  readonly rate: number
  readonly effect: number
  /** The standard deviation of the logarithm of what people spend: 0 for equal amounts. */
  readonly skew: number
}

const mean = 50

const simulated = (seed: number) => {
  const random = seededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  /** How many of `people` order: skips from one who orders to the next, so that the cost is that of the orders. */
  const orders = (people: number, rate: number) => {
    const scale = Math.log(1 - rate)
    let count = 0
    for (let at = Math.floor(Math.log(1 - random()) / scale); at < people; count++)
      at += 1 + Math.floor(Math.log(1 - random()) / scale)
    return count
  }
  const group = (people: number, rate: number, skew: number): GroupCounts => {
    const ordered = orders(people, rate)
    let [revenue, squares] = [0, 0]
    for (let at = 0; at < ordered; at++) {
      const spent = mean * Math.exp(skew * normal() - skew ** 2 / 2)
      revenue += spent
      squares += spent ** 2
    }
    return { people, ordered, revenue, squares }
  }
  return ({ held, times, rate, effect, skew }: World) => ({
    messaged: group(held * times, rate * effect, skew),
    held: group(held, rate, skew)
  })
}

const percentOf = ({ times }: World) => 100 / (1 + times)

describe("the lift of messages", () => {
  const worlds: Readonly<Record<string, World>> = {
    "equal amounts, no effect": { held: 1_000, times: 9, rate: 0.05, effect: 1, skew: 0 },
    "skewed amounts, no effect": { held: 700, times: 9, rate: 0.05, effect: 1, skew: 1 },
    "skewed amounts, a fifth more orders": { held: 1_000, times: 9, rate: 0.05, effect: 1.2, skew: 1 },
    "skewed amounts, seldom orders": { held: 3_000, times: 4, rate: 0.02, effect: 1.3, skew: 1.2 },
    "very skewed amounts": { held: 4_000, times: 19, rate: 0.02, effect: 1, skew: 1.5 },
    "frequent orders": { held: 400, times: 4, rate: 0.2, effect: 1.1, skew: 1 }
  }
  for (const [name, world] of Object.entries(worlds))
    it(`has intervals that hold the truth in 93 to 97 of 100 cases: ${name}`, () => {
      const draw = simulated(7)
      const runs = 2_000
      const truth = world.rate * (world.effect - 1)
      let [told, conversions, revenues] = [0, 0, 0]
      for (let run = 0; run < runs; run++) {
        const { messaged, held } = draw(world)
        const { conversion, revenue } = estimateLift(messaged, held, percentOf(world))
        if (conversion === null || revenue === null) continue
        told++
        if (conversion.low <= truth && truth <= conversion.high) conversions++
        if (revenue.low <= mean * truth && mean * truth <= revenue.high) revenues++
      }
      assert.isAtLeast(told, 0.95 * runs)
      for (const held of [conversions, revenues]) {
        assert.isAtLeast(held / told, 0.93)
        assert.isAtMost(held / told, 0.97)
      }
    })

  it("calls no winner by chance, though it is looked at every day for 30 days", () => {
    const draw = simulated(11)
    const day: World = { held: 100, times: 9, rate: 0.05, effect: 1, skew: 1 }
    const runs = 500
    let wrong = 0
    for (let run = 0; run < runs; run++) {
      let [messaged, held] = [none, none]
      let isCalled = false
      for (let days = 0; days < 30 && !isCalled; days++) {
        const more = draw(day)
        messaged = added(messaged, more.messaged)
        held = added(held, more.held)
        const { conversion, revenue } = estimateLift(messaged, held, 10)
        isCalled = conversion?.proven === true || revenue?.proven === true
      }
      if (isCalled) wrong++
    }
    assert.isAtMost(wrong / runs, 0.05)
  })

  it("is told of an effect once there are enough people", () => {
    const { messaged, held } = simulated(3)({ held: 20_000, times: 9, rate: 0.05, effect: 1.3, skew: 1 })
    const { conversion, revenue } = estimateLift(messaged, held, 10)
    assert.deepStrictEqual([conversion?.proven, revenue?.proven], [true, true])
    assert.isAbove(conversion?.low ?? 0, 0)
  })

  it("is not told of few people, but about how many more it takes", () => {
    const draw = simulated(5)
    const world = { times: 9, rate: 0.05, effect: 1, skew: 1 }
    const { messaged, held } = draw({ ...world, held: 100 })
    const { conversion, revenue, people_needed } = estimateLift(messaged, held, 10)
    assert.deepStrictEqual([conversion, revenue], [null, null])
    assert.isTrue(people_needed > 3_000 && people_needed < 6_000, String(people_needed))
    const later = draw({ ...world, held: (1_000 + 1.3 * people_needed) / 10 })
    assert.strictEqual(estimateLift(later.messaged, later.held, 10).people_needed, 0)
    assert.isAbove(estimateLift(none, none, 10).people_needed, 0)
    assert.strictEqual(estimateLift(none, none, 0).people_needed, 0)
  })

  const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
  const Counts = Schema.Struct({ people: Count, ordered: Count, revenue: Count, squares: Count })
  it.prop(
    "has finite members whatever is counted",
    [Counts, Counts, Schema.Literals([0, 1, 10, 20, 50])],
    ([a, b, percent]) => {
      const valid = ({ people, ordered, revenue }: GroupCounts) => ({
        people,
        ordered: Math.min(people, ordered),
        revenue: ordered === 0 ? 0 : revenue,
        squares: ordered === 0 ? 0 : revenue ** 2
      })
      const { conversion, revenue, people_needed } = estimateLift(valid(a), valid(b), percent)
      for (const one of [conversion, revenue])
        if (one !== null) {
          assert.isTrue([one.value, one.low, one.high].every(Number.isFinite))
          assert.isAtMost(one.low, one.high)
        }
      assert.isTrue(Number.isSafeInteger(people_needed) && people_needed >= 0)
    }
  )
})

const none: GroupCounts = { people: 0, ordered: 0, revenue: 0, squares: 0 }

const added = (one: GroupCounts, other: GroupCounts): GroupCounts => ({
  people: one.people + other.people,
  ordered: one.ordered + other.ordered,
  revenue: one.revenue + other.revenue,
  squares: one.squares + other.squares
})

describe("a holdout", () => {
  const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9_999 }))
  const Percent = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))
  it.prop("keeps whom it has when its share grows", [Place, Percent, Percent], ([place, one, other]) => {
    if (isHeldOut(place, Math.min(one, other))) assert.isTrue(isHeldOut(place, Math.max(one, other)))
  })
})
