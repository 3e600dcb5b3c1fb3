import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { inLine, RefusalPace } from "../../src/http/RefusalPace.ts"

describe("answers to callers that go on beyond their limits", () => {
  it.effect("leave one after another once there are many, and within two seconds however many there are", () =>
    Effect.gen(function* () {
      const { beyondLimits, beyondPlaces } = yield* RefusalPace
      let left = 0
      const answer = Effect.tap(inLine(beyondLimits), () => Effect.sync(() => left++))
      yield* Effect.forkChild(Effect.forEach(Array.from({ length: 640 }), () => answer, { concurrency: "unbounded" }))
      yield* TestClock.adjust(0)
      assert.strictEqual(left, 10)
      // Others stand in a line of their own.
      yield* inLine(beyondPlaces)
      yield* TestClock.adjust("500 millis")
      assert.closeTo(left, 10 + 630 / 4, 5)
      yield* TestClock.adjust("500 millis")
      assert.closeTo(left, 10 + 630 / 2, 5)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(left, 640)
    }).pipe(Effect.provide(RefusalPace.layer))
  )
})
