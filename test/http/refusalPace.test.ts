import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { inLine, RefusalPace } from "../../src/http/RefusalPace.ts"

/** Has so many calls of a caller refused, and tells how many of them have their answers. */
const refused = Effect.fnUntraced(function* (caller: string, calls: number) {
  const { beyondLimits } = yield* RefusalPace
  let left = 0
  const answer = Effect.tap(inLine(beyondLimits, caller), () => Effect.sync(() => left++))
  yield* Effect.forkChild(Effect.forEach(Array.from({ length: calls }), () => answer, { concurrency: "unbounded" }))
  yield* TestClock.adjust(0)
  return () => left
})

describe("answers to callers that go on beyond their limits", () => {
  it.effect("leave one after another once there are many, and within four seconds however many there are", () =>
    Effect.gen(function* () {
      const left = yield* refused("noisy", 640)
      assert.strictEqual(left(), 10)
      yield* TestClock.adjust("1 second")
      assert.closeTo(left(), 10 + 630 / 4, 5)
      yield* TestClock.adjust("1 second")
      assert.closeTo(left(), 10 + 630 / 2, 5)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(left(), 640)
    }).pipe(Effect.provide(RefusalPace.layer))
  )

  it.effect("leave at once where the caller is another, or the reason", () =>
    Effect.gen(function* () {
      const { beyondPlaces } = yield* RefusalPace
      const noisy = yield* refused("noisy", 640)
      const polite = yield* refused("polite", 10)
      yield* inLine(beyondPlaces, "noisy")
      assert.deepStrictEqual([noisy(), polite()], [10, 10])
    }).pipe(Effect.provide(RefusalPace.layer))
  )

  it.effect("leave at once again when the caller has been away for a moment", () =>
    Effect.gen(function* () {
      const first = yield* refused("noisy", 20)
      assert.strictEqual(first(), 10)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(first(), 20)
      const second = yield* refused("noisy", 20)
      assert.strictEqual(second(), 10)
    }).pipe(Effect.provide(RefusalPace.layer))
  )
})
