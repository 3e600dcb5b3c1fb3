import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { campaignSums } from "../../src/domain/campaigns/CampaignResults.ts"
import { LeftOutRule } from "../../src/domain/campaigns/LeftOut.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const Variant = Schema.Struct({
  queued: Count,
  held: Count,
  sent: Count,
  captured: Count,
  skipped: Count,
  failed: Count,
  cancelled: Count
})
const Results = Schema.Struct({
  waiting: Count,
  left_out: Schema.Array(Schema.Struct({ rule: LeftOutRule, count: Count })).check(Schema.isMaxLength(8)),
  variants: Schema.Array(Variant).check(Schema.isMaxLength(5))
})

const total = (counts: ReadonlyArray<number>) => counts.reduce((sum, count) => sum + count, 0)

describe("the sums of a campaign", () => {
  it.prop("count each contact once: the audience is the sum of all others", [Results], ([results]) => {
    const { audience, ...others } = campaignSums(results)
    assert.strictEqual(audience, total(Object.values(others)))
    assert.strictEqual(
      audience,
      results.waiting +
        total(results.left_out.map(({ count }) => count)) +
        total(results.variants.flatMap((variant) => Object.values(variant)))
    )
  })

  it("tell contacts who are left out by a rule from those of a cancellation", () => {
    const left_out = [
      { rule: "holdout" as const, count: 2 },
      { rule: "cancelled" as const, count: 3 }
    ]
    const { skipped, cancelled, audience } = campaignSums({ waiting: 0, left_out, variants: [] })
    assert.deepStrictEqual([skipped, cancelled, audience], [2, 3, 5])
  })
})
