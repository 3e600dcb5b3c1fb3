import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { pace } from "../../src/domain/Pace.ts"

const limit = { every: 5, ahead: 50, most: 1_000 }

const Gaps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))).check(
  Schema.isMinLength(60),
  Schema.isMaxLength(90)
)

/** When those leave who come after such gaps. */
const leaving = (gaps: ReadonlyArray<number>) => {
  let [due, now] = [0, 1_000]
  return gaps.map((gap) => {
    now += gap
    const next = pace(limit, due, now)
    due = next.due
    return { now, at: now + next.wait }
  })
}

describe("a pace", () => {
  it.prop("keeps nobody longer than it says, and nobody who comes seldom", [Gaps], ([gaps]) => {
    for (const { now, at } of leaving(gaps)) {
      assert.isAtLeast(at, now)
      assert.isAtMost(at, now + limit.most)
    }
    for (const { now, at } of leaving(gaps.map((gap) => gap + limit.every))) assert.strictEqual(at, now)
  })

  it.prop(
    "lets no more through than one each so often, and some ahead, while nobody waits longest",
    [Gaps],
    ([gaps]) => {
      const times = leaving(gaps)
      times.forEach(({ at: from }, first) =>
        times.slice(first).forEach(({ at: to }, after) => {
          assert.isAtMost(after + 1, 2 + (to - from + limit.ahead) / limit.every)
        })
      )
    }
  )

  it.prop("keeps those in order who come in order", [Gaps], ([gaps]) => {
    const times = leaving(gaps).map(({ at }) => at)
    assert.deepStrictEqual(
      times.toSorted((one, other) => one - other),
      times
    )
  })
})
