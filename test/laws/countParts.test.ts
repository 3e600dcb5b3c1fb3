import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { beginCount, isAnswer, isYoung, keptMillis, withPart } from "../../src/domain/capacity/countParts.ts"

const Sizes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 })))
const Time = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 * keptMillis }))

it.prop(
  "a count in parts is the sum of its parts, as of its beginning, and done with the one that has no end",
  [Sizes, Time],
  ([sizes, now]) => {
    let count = beginCount<number>(now)
    for (const [at, size] of sizes.entries()) {
      assert.isFalse(count.isDone)
      count = withPart(count, size, at === sizes.length - 1 ? null : `con_${at}`, (one, other) => one + other)
      assert.strictEqual(count.now, now)
    }
    assert.strictEqual(count.isDone, sizes.length > 0)
    assert.strictEqual(
      count.value ?? 0,
      sizes.reduce((sum, size) => sum + size, 0)
    )
  }
)

it.prop(
  "a count is given for an hour, and never to those who want a later one",
  [Time, Time, Time],
  ([began, now, after]) => {
    assert.strictEqual(isYoung(began, now), now - began < keptMillis)
    assert.strictEqual(isAnswer(began, now, undefined), isYoung(began, now))
    assert.strictEqual(isAnswer(began, now, after), isYoung(began, now) && began > after)
  }
)
