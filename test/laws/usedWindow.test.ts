import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { checkedEvery, isUsedUp, secondsUntilRoom } from "../../src/domain/capacity/UsedWindow.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** A statement: its duration, the fraction after which the database read its clock, and that clock's offset. */
const Statement = Schema.Struct({ took: between(0, 500), part: between(0, 100), ahead: between(-90_000, 90_000) })

describe("a rate window cached as used up", () => {
  it.prop(
    "refuses for at most a second, never after its end by the database's clock, with a sufficient Retry-After",
    [Statement, between(1, 60_000), between(0, 86_400), between(0, 2_000)],
    ([{ took, part, ahead }, left, longer, later]) => {
      const askedAt = 1_000_000
      const answered = askedAt + took
      const read = askedAt + (took * part) / 100
      const ends = read + ahead + left
      const window = { asked: askedAt, answered, now: read + ahead, ends, until: ends + longer * 1_000 }
      const at = answered + later
      const databaseTime = at + ahead
      if (isUsedUp(window, at)) {
        assert.isBelow(databaseTime, ends)
        assert.isBelow(at - askedAt, checkedEvery)
      }
      const seconds = secondsUntilRoom(window, at)
      assert.isAtLeast(databaseTime + seconds * 1_000, window.until - 1e-6)
      assert.isAtMost(seconds, Math.max(1, Math.ceil((window.until - databaseTime + took) / 1_000)))
    }
  )

  it("refuses meanwhile", () => {
    const window = { asked: 0, answered: 10, now: 50_000, ends: 60_000, until: 60_000 }
    assert.isTrue(isUsedUp(window, 10))
    assert.isTrue(isUsedUp(window, checkedEvery - 1))
  })
})
