import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { compareVariants, type VariantCounts } from "../../src/domain/campaigns/betterVariant.ts"
import { drawTest } from "../../src/domain/campaigns/drawTest.ts"
import { beginWait, lookAt } from "../../src/domain/campaigns/variantChoice.ts"
import { firstVariant, maxLooks, VariantMeasure, type VariantTest } from "../../src/domain/campaigns/VariantTest.ts"
import { seededRandom } from "../support/runner/runs.ts"

const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const mean = 50

interface World {
  readonly measure: VariantMeasure
  readonly variants: number
  readonly people: number
  readonly rate: number
  /** The standard deviation of the logarithm of what people spend. */
  readonly skew: number
  /** The share of what people do that each look has seen. */
  readonly seen: ReadonlyArray<number>
}

/** Whether a test of equal variants finds a better one at any of its looks. */
const isMisled = (random: () => number, { measure, variants, people, rate, skew, seen }: World): boolean => {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const counts = Array.from({ length: variants }, () => ({ people, count: 0, revenue: 0, squares: 0 }))
  let before = 0
  return seen.some((share, look) => {
    const chance = (rate * (share - before)) / (1 - rate * before)
    before = share
    for (const counted of counts) {
      const scale = Math.log(1 - chance)
      const left = people - counted.count
      for (let at = Math.floor(Math.log(1 - random()) / scale); at < left;) {
        const spent = mean * Math.exp(skew * normal() - skew ** 2 / 2)
        counted.count += 1
        counted.revenue += spent
        counted.squares += spent ** 2
        at += 1 + Math.floor(Math.log(1 - random()) / scale)
      }
    }
    return compareVariants(measure, counts, look === 0)?.isBetter === true
  })
}

const evenly = [0.2, 0.4, 0.6, 0.8, 1]
const early = [0.7, 0.8, 0.88, 0.95, 1]
const worlds: Readonly<Record<string, World>> = {
  "clicks, as many at each look": { measure: "clicked", variants: 2, people: 500, rate: 0.1, skew: 0, seen: evenly },
  "clicks, most of them early": { measure: "clicked", variants: 2, people: 500, rate: 0.1, skew: 0, seen: early },
  "few clicks": { measure: "clicked", variants: 2, people: 60, rate: 0.08, skew: 0, seen: early },
  "clicks, four variants": { measure: "clicked", variants: 4, people: 300, rate: 0.1, skew: 0, seen: evenly },
  "orders, seldom": { measure: "ordered", variants: 2, people: 1_000, rate: 0.02, skew: 0, seen: early },
  "revenue, equal amounts": { measure: "revenue", variants: 2, people: 500, rate: 0.1, skew: 0.3, seen: evenly },
  "revenue, skewed amounts": { measure: "revenue", variants: 2, people: 500, rate: 0.1, skew: 1, seen: evenly },
  "revenue, very skewed and seldom": {
    measure: "revenue",
    variants: 2,
    people: 600,
    rate: 0.03,
    skew: 1.5,
    seen: early
  }
}

describe("the better variant", () => {
  for (const [name, world] of Object.entries(worlds))
    it(`is called of equal variants in at most 5 of 100 tests, over all looks: ${name}`, () => {
      const random = seededRandom(17)
      const runs = 1_000
      let misled = 0
      for (let run = 0; run < runs; run++) if (isMisled(random, world)) misled++
      assert.isAtMost(misled / runs, 0.05)
    })

  it("is found by each measure once it is clearly better", () => {
    const a: VariantCounts = { people: 500, count: 22, revenue: 1_100, squares: 60_000 }
    const b: VariantCounts = { people: 500, count: 61, revenue: 3_050, squares: 165_000 }
    for (const measure of VariantMeasure.literals) {
      const found = compareVariants(measure, [a, b], true)
      assert.deepStrictEqual([found?.leading, found?.isBetter], [1, true], measure)
      assert.isAtLeast(found?.probability ?? 0, 0.98)
    }
    const [equal, close] = [
      compareVariants("clicked", [a, a], true),
      compareVariants("clicked", [a, { ...a, count: 26 }], true)
    ]
    assert.closeTo(equal?.probability ?? 0, 0.5, 0.001)
    assert.isFalse(close?.isBetter)
    assert.isUndefined(compareVariants("clicked", [a, { ...b, people: 0 }], true))
    assert.isUndefined(
      compareVariants(
        "ordered",
        [
          { ...a, count: 0 },
          { ...b, count: 0 }
        ],
        true
      )
    )
  })

  it.prop(
    "is told by finite numbers, or not at all, whatever was counted",
    {
      groups: Schema.Array(
        Schema.Array(Schema.Literals([0, 0, 0.01, 20, 99_999_999])).check(Schema.isMaxLength(6))
      ).check(Schema.isMaxLength(4)),
      idle: Schema.Literals([0, 1, 500, 5_000_000]),
      isFirst: Schema.Boolean
    },
    ({ groups, idle, isFirst }) => {
      const counts = groups.map((amounts) => ({
        people: amounts.length + idle,
        count: amounts.length,
        revenue: amounts.reduce<number>((sum, amount) => sum + amount, 0),
        squares: amounts.reduce<number>((sum, amount) => sum + amount ** 2, 0)
      }))
      for (const measure of VariantMeasure.literals) {
        const found = compareVariants(measure, counts, isFirst)
        if (found === undefined) continue
        assert.isTrue(found.leading >= 0 && found.leading < counts.length, measure)
        assert.isTrue(found.probability >= 0 && found.probability <= 1 + 1e-9, `${measure} ${found.probability}`)
      }
    }
  )

  it("is not told by revenue while all orders together came to nothing", () => {
    const free = { people: 500, count: 3, revenue: 0, squares: 0 }
    assert.isUndefined(compareVariants("revenue", [free, free], true))
    assert.isUndefined(compareVariants("revenue", [free, { ...free, count: 0 }], false))
  })

  it("has the probability that the exact sum gives", () => {
    // P(b > a) for Beta(23, 479) and Beta(42, 460), by the sum over the hits of b.
    const lgamma = (n: number) => {
      let sum = 0
      for (let at = 2; at < n; at++) sum += Math.log(at)
      return sum
    }
    const beta = (x: number, y: number) => lgamma(x) + lgamma(y) - lgamma(x + y)
    let exact = 0
    for (let at = 0; at < 42; at++)
      exact += Math.exp(beta(23 + at, 460 + 479) - Math.log(460 + at) - beta(1 + at, 460) - beta(23, 479))
    const counts = [22, 41].map((count) => ({ people: 500, count, revenue: 0, squares: 0 }))
    assert.closeTo(compareVariants("clicked", counts, true)?.probability ?? 0, exact, 0.001)
  })

  it.prop(
    "never loses by more people who click",
    { people: int(50, 5_000), one: int(0, 50), other: int(0, 49), isFirst: Schema.Boolean },
    ({ people, one, other, isFirst }) => {
      const of = (count: number) => ({ people, count, revenue: 0, squares: 0 })
      const found = (count: number) => compareVariants("clicked", [of(one), of(count)], isFirst)
      const [fewer, more] = [found(other), found(other + 1)]
      const second = (comparison: typeof more) =>
        comparison === undefined ? 0.5 : comparison.leading === 1 ? comparison.probability : 1 - comparison.probability
      assert.isAtLeast(second(more) + 1e-9, second(fewer))
      if (fewer?.leading === 1 && fewer.isBetter) assert.isTrue(more?.isBetter)
    }
  )
})

describe("the wait for the better variant", () => {
  const hour = 3_600_000
  const sent = Date.parse("2026-05-04T09:00:00Z")
  const test: VariantTest = { percent: 20, measure: "clicked", wait_hours: 4, extend_hours: 24 }
  const equal = { people: 500, count: 20, revenue: 0, squares: 0 }

  it.prop(
    "ends by its limit with the first variant, after at most five looks, whenever it is looked at",
    { waits: Schema.Array(int(0, 20)).check(Schema.isMaxLength(30)), extend_hours: int(0, 168) },
    ({ waits, extend_hours }) => {
      const given = { ...test, extend_hours }
      let [choice, now, looked] = [beginWait(given, sent), sent, 0]
      for (const hours of [...waits, 400]) {
        now += hours * hour
        if (choice.next_look_at === null || now < choice.next_look_at.epochMilliseconds) continue
        choice = lookAt(given, choice, { currency: null, variants: [equal, equal] }, now)
        looked += 1
      }
      assert.isAtMost(looked, maxLooks)
      assert.deepStrictEqual([choice.variant, choice.reason, choice.next_look_at], [firstVariant, "limit", null])
    }
  )

  it("takes the better variant at the first look, and asks for more of a later one", () => {
    const better = { ...equal, count: 38 }
    const first = lookAt(test, beginWait(test, sent), { currency: null, variants: [equal, better] }, sent + 4 * hour)
    assert.deepStrictEqual([first.variant, first.reason, first.leading], [1, "better", 1])
    const none = lookAt(test, beginWait(test, sent), { currency: null, variants: [equal, equal] }, sent + 4 * hour)
    assert.deepStrictEqual(none.next_look_at, DateTime.makeUnsafe(sent + 10 * hour))
    const second = lookAt(test, none, { currency: null, variants: [equal, better] }, sent + 10 * hour)
    assert.deepStrictEqual([second.variant, second.leading], [null, 1])
    const clear = lookAt(test, second, { currency: null, variants: [equal, { ...equal, count: 50 }] }, sent + 16 * hour)
    assert.deepStrictEqual([clear.variant, clear.reason], [1, "better"])
  })
})

describe("the share of a test", () => {
  it.prop(
    "has parts that are equal but for one, whatever the parts in which the audience comes",
    {
      steps: Schema.Array(int(0, 60)).check(Schema.isMinLength(1), Schema.isMaxLength(8)),
      percent: int(10, 50),
      variants: int(2, 4),
      seed: int(0, 1_000)
    },
    ({ steps, percent, variants, seed }) => {
      const random = seededRandom(seed)
      let [drawn, id] = [0, 0]
      const counts = new Map<number, number>()
      for (const size of steps) {
        const part = Array.from({ length: size }, () => ({
          contact_id: `c${(id += 1)}`,
          bucket: Math.floor(random() * 10_000)
        }))
        const found = drawTest(part, { percent, variants, drawn })
        const again = drawTest(part.toReversed(), { percent, variants, drawn })
        assert.deepStrictEqual(new Map([...again.variantOf].toSorted()), new Map([...found.variantOf].toSorted()))
        for (const variant of found.variantOf.values()) counts.set(variant, (counts.get(variant) ?? 0) + 1)
        drawn = found.drawn
      }
      const parts = Array.from({ length: variants }, (_, at) => counts.get(at) ?? 0)
      assert.isAtMost(Math.max(...parts) - Math.min(...parts), 1)
      const taken = parts.reduce((sum, part) => sum + part, 0)
      assert.strictEqual(taken, Math.min(id, Math.max(variants, Math.ceil((id * percent) / 100))))
    }
  )
})
