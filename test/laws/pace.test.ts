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

  it("keeps nobody for as long as a clock is set back", () => {
    let due = 3_600_000
    for (let callers = 0; callers < 10; callers++) {
      const next = pace(limit, due, 0)
      due = next.due
      assert.isAtMost(next.wait, limit.most)
    }
    assert.isAtMost(pace(limit, due, limit.most).wait, limit.most / 5)
  })

  it.prop("keeps those in order who come in order", [Gaps], ([gaps]) => {
    const times = leaving(gaps).map(({ at }) => at)
    assert.deepStrictEqual(
      times.toSorted((one, other) => one - other),
      times
    )
  })

  it.prop(
    "spreads callers who come again as soon as they may, and who all came at once",
    [Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 128 }))],
    ([callers]) => {
      let due = 0
      const comes = Array.from({ length: callers }, () => 0)
      const left: Array<number> = []
      while ((comes[0] ?? 0) < 10_000) {
        const now = comes.shift() ?? 0
        const next = pace({ every: 20, ahead: 200, most: 1_000 }, due, now)
        due = next.due
        assert.isAtMost(next.wait, 1_000)
        left.push(now + next.wait)
        // The answer and the next call take a moment.
        comes.push(now + next.wait + 5)
        comes.sort((one, other) => one - other)
      }
      const late = left.filter((at) => at > 9_000 && at <= 10_000)
      assert.isAtMost(late.length, Math.max(60, 1.2 * callers))
      const together = (from: number) => late.filter((at) => at >= from && at < from + 50).length
      assert.isAtMost(Math.max(...late.map(together)), 3 + 0.15 * callers)
    },
    { arbitrary: { runs: 30 } }
  )
})
