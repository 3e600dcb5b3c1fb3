import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { comeThrough, emptyAt, type Pace } from "../../src/domain/Pace.ts"

const pace = { every: 20, ahead: 200, most: 1_000 }
const tick = 10

const Gaps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))).check(
  Schema.isMinLength(60),
  Schema.isMaxLength(400)
)
const Callers = Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 800 }))

interface Passed {
  readonly since: number
  readonly at: number
}

/** When those leave who come at such moments, or again so long after they have left. */
const leaving = (limit: Pace, moments: ReadonlyArray<number>, until: number, again = Infinity): Array<Passed> => {
  let comes = moments.map((since) => ({ since }))
  let waiting: Array<{ readonly since: number }> = []
  let room = emptyAt(limit, 0)
  const left: Array<Passed> = []
  for (let at = 0; at < until; at += tick) {
    waiting.push(...comes.filter(({ since }) => since <= at))
    const next = comeThrough(limit, room, waiting, at)
    room = next.room
    const through = waiting.slice(0, next.count)
    left.push(...through.map(({ since }) => ({ since, at })))
    waiting = waiting.slice(next.count)
    comes = [...comes.filter(({ since }) => since > at), ...through.map(() => ({ since: at + again }))]
  }
  return left
}

const momentsOf = (gaps: ReadonlyArray<number>) =>
  gaps.map((_, last) => gaps.slice(0, last + 1).reduce((a, b) => a + b))

const mostWithin = (ms: number, left: ReadonlyArray<Passed>): number =>
  Math.max(...left.map(({ at: from }) => left.filter(({ at }) => at >= from && at < from + ms).length))

describe("a pace", () => {
  it.prop("lets all through, in order, none later than it says", [Gaps], ([gaps]) => {
    const dense = gaps.map((gap) => gap >> 4)
    for (const moments of [momentsOf(gaps), momentsOf(dense)]) {
      const left = leaving(pace, moments, 20_000)
      assert.strictEqual(left.length, moments.length)
      left.forEach(({ since, at }, turn) => {
        assert.isAtMost(at - since, pace.most)
        assert.isAtMost(left[turn - 1]?.since ?? 0, since)
      })
    }
  })

  it.prop("keeps nobody who comes seldom", [Gaps], ([gaps]) => {
    const seldom = momentsOf(gaps.map((gap) => gap + pace.every))
    for (const { since, at } of leaving(pace, seldom, 20_000)) assert.isAtMost(at - since, tick)
  })

  it.prop("lets no more through than it says while none need wait longer", [Gaps], ([gaps]) => {
    const patient = { ...pace, most: 100_000 }
    const left = leaving(patient, momentsOf(gaps), 20_000)
    assert.isAtMost(mostWithin(400, left), 1 + (pace.ahead + 400) / pace.every)
  })

  it.prop(
    "spreads callers evenly who come again as soon as they may, and who all came at once, however many they are",
    [Callers],
    ([callers]) => {
      const left = leaving(pace, Array(callers).fill(0), 5_000, tick).filter(({ at }) => at > 0)
      const share = Math.max(1 / pace.every, callers / pace.most)
      assert.isAtMost(mostWithin(100, left), 4 + 1.1 * 100 * share)
    },
    { arbitrary: { runs: 20 } }
  )
})
