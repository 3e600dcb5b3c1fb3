import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { makePriorityLimit } from "../../src/store/accounts/PriorityLimit.ts"

/** Work that records its name when it starts, and ends on request. */
const scene = (atOnce: number, most: number) => {
  const limit = makePriorityLimit(atOnce, most)
  const begun: Array<string> = []
  const begin = Effect.fnUntraced(function* (name: string, rank: number) {
    const end = yield* Deferred.make<void>()
    const work = Effect.andThen(
      Effect.sync(() => begun.push(name)),
      Deferred.await(end)
    )
    // Detached: running work cannot be interrupted, so a failed test would wait for it.
    const fiber = yield* Effect.forkDetach(limit.run(rank, work), { startImmediately: true })
    return { fiber, finish: Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber)) }
  })
  return { begin, begun }
}

describe("a limit with priorities", () => {
  it.effect("runs lower ranks first, and one rank in the order of arrival", () =>
    Effect.gen(function* () {
      const { begin, begun } = scene(1, 10)
      const first = yield* begin("first", 9)
      const guess1 = yield* begin("guess 1", 5)
      const guess2 = yield* begin("guess 2", 5)
      const seldom = yield* begin("seldom", 1)
      yield* first.finish
      // Compared before each end, since work that has not started cannot end.
      for (const [name, { finish }] of [
        ["seldom", seldom] as const,
        ["guess 1", guess1] as const,
        ["guess 2", guess2] as const
      ]) {
        yield* Effect.yieldNow
        assert.strictEqual(begun.at(-1), name)
        yield* finish
      }
      assert.deepStrictEqual(begun, ["first", "seldom", "guess 1", "guess 2"])
    })
  )

  it.effect("rejects the highest rank when the queue is full, in any order of arrival", () =>
    Effect.gen(function* () {
      const { begin } = scene(1, 3)
      const running = yield* begin("running", 50)
      const guess = yield* begin("guess", 50)
      const other = yield* begin("other", 2)
      const seldom = yield* begin("seldom", 1)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(guess.fiber)))
      const late = yield* begin("late guess", 50)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(late.fiber)))
      assert.isUndefined(seldom.fiber.pollUnsafe())
      // Running work is not interrupted.
      for (const { finish } of [running, seldom, other]) yield* finish
    })
  )

  it.effect("frees the slot of an interrupted waiter", () =>
    Effect.gen(function* () {
      const { begin, begun } = scene(1, 10)
      const first = yield* begin("first", 1)
      const gone = yield* begin("gone", 1)
      const next = yield* begin("next", 2)
      yield* Fiber.interrupt(gone.fiber)
      yield* first.finish
      yield* Effect.yieldNow
      yield* next.finish
      const last = yield* begin("last", 1)
      yield* last.finish
      assert.deepStrictEqual(begun, ["first", "next", "last"])
    })
  )
})
