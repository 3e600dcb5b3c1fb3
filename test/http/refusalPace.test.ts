import { assert, describe, it } from "@effect/vitest"
import { Effect, ErrorReporter } from "effect"
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

  it.effect("leave although one before them cannot be sent, which is reported", () => {
    const reported: Array<string> = []
    const reporter = ErrorReporter.make(({ error }) => void reported.push(error.message))
    return Effect.gen(function* () {
      const { beyondLimits } = yield* RefusalPace
      const left: Array<string> = []
      const sends = (name: string) => beyondLimits("noisy", () => void left.push(name))
      const breaks = (name: string) =>
        beyondLimits("noisy", () => {
          throw new Error(name)
        })
      breaks("at once")
      yield* refused("noisy", 9)
      breaks("in line")
      sends("behind it")
      yield* TestClock.adjust("4 seconds")
      breaks("when all had left")
      sends("long after")
      assert.deepStrictEqual(left, ["behind it", "long after"])
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(reported, ["at once", "in line", "when all had left"])
    }).pipe(Effect.provide(RefusalPace.layer), Effect.provide(ErrorReporter.layer([reporter])))
  })

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
