import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maxRenderTime, renderAgainAt, type RenderShare, spendTime } from "../../src/domain/messages/RenderShare.ts"

const minute = 60_000
const Spent = Schema.Array(
  Schema.Struct({
    after: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40_000 })),
    spent: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 700 }))
  })
)

describe("the share of processor time of an account's templates", () => {
  it.prop("is used up by what was spent in this minute alone, and is whole again in the next", [Spent], ([calls]) => {
    let share: RenderShare | undefined
    let now = Date.parse("2026-11-25T10:00:00Z")
    const all: Array<{ readonly at: number; readonly spent: number }> = []
    for (const { after, spent } of calls) {
      now += after
      share = spendTime(share, now, spent)
      all.push({ at: now, spent })
      const since = Math.floor(now / minute) * minute
      const inMinute = all.filter(({ at }) => at >= since).reduce((sum, one) => sum + one.spent, 0)
      assert.strictEqual(renderAgainAt(share, now), inMinute >= maxRenderTime ? since + minute : undefined)
      assert.isUndefined(renderAgainAt(share, since + minute))
    }
  })
})
