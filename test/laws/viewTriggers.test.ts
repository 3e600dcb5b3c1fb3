import { assert, describe, it } from "@effect/vitest"
import { isViewedAndLeft, type KnownView, maxViewDelay, type ViewRule } from "../../src/domain/visits/viewTriggers.ts"
import { quickOrFull, seededRandom } from "../support/runner/runs.ts"

const minute = 60_000
const rule: ViewRule = { type: "product_viewed", times: 2, within: "1 hour", duration: "30 minutes" }

const view = (viewed_at: number, known_at: number | null = null): KnownView => ({ viewed_at, known_at })
const starts = (now: number, newest: ReadonlyArray<KnownView>, last_order_at: number | null = null, of = rule) =>
  isViewedAndLeft(now, of, newest, { last_order_at })

describe("a product that a contact viewed and left", () => {
  it("counts for views within the span of the last one, and when the wait is over", () => {
    const views = [view(100 * minute), view(41 * minute)]
    assert.isFalse(starts(130 * minute - 1, views))
    assert.isTrue(starts(130 * minute, views))
    assert.isFalse(starts(500 * minute, [view(100 * minute), view(40 * minute)]))
    assert.isFalse(starts(500 * minute, [view(100 * minute)]))
    assert.isTrue(starts(130 * minute, [view(100 * minute)], null, { ...rule, times: 1 }))
  })

  it("does not count when the contact ordered at or after the first of the views, but after an earlier order", () => {
    const views = [view(100 * minute), view(90 * minute), view(80 * minute)]
    assert.isFalse(starts(130 * minute, views, 95 * minute))
    assert.isFalse(starts(130 * minute, views, 90 * minute))
    assert.isFalse(starts(130 * minute, views, 110 * minute))
    assert.isTrue(starts(130 * minute, views, 85 * minute))
  })

  it("counts when the views are known with their contact, but not a last one that is known 72 hours late", () => {
    const known = (at: number) => [view(0, at), view(-minute, at)]
    assert.isFalse(starts(40 * minute, known(50 * minute)))
    assert.isTrue(starts(50 * minute, known(50 * minute)))
    assert.isTrue(starts(maxViewDelay, known(maxViewDelay)))
    assert.isFalse(starts(maxViewDelay + 1, known(maxViewDelay + 1)))
  })

  it("is decided alike whatever further views the contact has before those that count", () => {
    for (let seed = 0; seed < quickOrFull(300, 5_000); seed++) {
      const random = seededRandom(seed)
      const at = () => Math.floor(random() * 300) * minute
      const newest = Array.from({ length: 1 + Math.floor(random() * 6) }, () => view(at())).toSorted(
        (one, other) => other.viewed_at - one.viewed_at
      )
      const now = at()
      const ordered = random() < 0.5 ? null : at()
      const times = 1 + Math.floor(random() * 4)
      const of = { ...rule, times }
      const last = newest[0]?.viewed_at ?? 0
      // By definition: enough views after the order and in the span, the last of them long enough ago.
      const counted = newest.filter(
        ({ viewed_at }) => viewed_at > last - 60 * minute && (ordered === null || viewed_at > ordered)
      )
      const expected = counted.length >= times && last + 30 * minute <= now
      assert.strictEqual(starts(now, newest, ordered, of), expected, `history ${seed}`)
      assert.strictEqual(starts(now, newest.slice(0, times), ordered, of), expected, `history ${seed}, cut`)
    }
  })
})
