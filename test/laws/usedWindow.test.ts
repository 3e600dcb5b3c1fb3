import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maxAge, isCertainlyUsedUp, secondsUntilFree } from "../../src/domain/capacity/UsedWindow.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** A statement: its duration, the fraction after which the database read its clock, and that clock's offset. */
const Statement = Schema.Struct({ took: between(0, 500), part: between(0, 100), ahead: between(-90_000, 90_000) })

describe("a rate window cached as used up", () => {
  it.prop(
    "refuses for at most a second, never after its end by the database's clock, with a sufficient Retry-After",
    [Statement, between(1, 60_000), between(0, 86_400), between(0, 2_000)],
    ([{ took, part, ahead }, left, longer, later]) => {
      const sentAt = 1_000_000
      const receivedAt = sentAt + took
      const read = sentAt + (took * part) / 100
      const ends = read + ahead + left
      const window = { sentAt, receivedAt, now: read + ahead, endsAt: ends, freeAt: ends + longer * 1_000 }
      const at = receivedAt + later
      const databaseTime = at + ahead
      if (isCertainlyUsedUp(window, at)) {
        assert.isBelow(databaseTime, ends)
        assert.isBelow(at - sentAt, maxAge)
      }
      const seconds = secondsUntilFree(window, at)
      assert.isAtLeast(databaseTime + seconds * 1_000, window.freeAt - 1e-6)
      assert.isAtMost(seconds, Math.max(1, Math.ceil((window.freeAt - databaseTime + took) / 1_000)))
    }
  )

  it("refuses meanwhile", () => {
    const window = { sentAt: 0, receivedAt: 10, now: 50_000, endsAt: 60_000, freeAt: 60_000 }
    assert.isTrue(isCertainlyUsedUp(window, 10))
    assert.isTrue(isCertainlyUsedUp(window, maxAge - 1))
  })
})
