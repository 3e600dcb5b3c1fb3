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
    const fiber = yield* Effect.forkChild(limit.run(rank, work), { startImmediately: true })
    return { fiber, finish: Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber)) }
  })
  return { begin, begun }
}

describe("a limit with priorities", () => {
  it.effect("runs lower ranks first, and one rank in the order of arrival", () =>
    Effect.gen(function* () {
      const { begin, begun } = scene(1, 10)
      const first = yield* begin("first", 9)
      const works = [yield* begin("guess 1", 5), yield* begin("guess 2", 5), yield* begin("seldom", 1)]
      yield* first.finish
      for (const at of [2, 0, 1]) {
        yield* Effect.yieldNow
        yield* works[at]?.finish ?? Effect.void
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
