import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { inSlices, sliceSize } from "../../src/programs/imports/inSlices.ts"

describe("the records of a part", () => {
  it.effect("are worked on in slices, after each of which other work of the process runs", () =>
    Effect.gen(function* () {
      const items = Array.from({ length: 20 * sliceSize + 1 }, (_, at) => at)
      let [turns, longest, sinceTurn] = [0, 0, 0]
      const other = yield* Effect.sync(() => {
        turns += 1
        sinceTurn = 0
      }).pipe(Effect.andThen(Effect.yieldNow), Effect.forever, Effect.forkChild)
      const doubled = yield* inSlices(items, (item) => {
        sinceTurn += 1
        longest = Math.max(longest, sinceTurn)
        return 2 * item
      })
      yield* Fiber.interrupt(other)
      assert.deepStrictEqual(
        doubled,
        items.map((item) => 2 * item)
      )
      assert.isAtLeast(turns, 10)
      assert.isAtMost(longest, 2 * sliceSize)
    })
  )
})
