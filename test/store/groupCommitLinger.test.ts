import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { gated } from "../support/faults/gated.ts"

describe("calls that come one after another from several callers", () => {
  it.effect(
    "leave when all are there who came together of late, and no later than three runs take after the last",
    () =>
      Effect.gen(function* () {
        const { gate, runs, send } = yield* gated({ maxBatch: 64, capacity: 100, callers: 100, workers: 2, takes: 2 })
        yield* Deferred.succeed(gate, undefined)
        yield* send(0, 1, 2, 3)
        assert.deepStrictEqual(runs.splice(0), [[0, 1, 2, 3]])
        yield* TestClock.adjust(5)
        yield* send(4)
        yield* send(5, 6)
        assert.deepStrictEqual(runs.splice(0), [])
        yield* send(7)
        assert.deepStrictEqual(runs.splice(0), [[4, 5, 6, 7]])
        yield* send(8)
        yield* TestClock.adjust(5)
        assert.deepStrictEqual(runs.splice(0), [])
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(runs.splice(0), [[8]])
      })
  )

  it.effect("never wait where fewer than four callers come together, however much one of them sends", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gated({ maxBatch: 64, capacity: 100, callers: 3, workers: 2, takes: 2 })
      yield* Deferred.succeed(gate, undefined)
      yield* send(0, 1, 2, 3, 6, 9, 12)
      assert.deepStrictEqual(runs.splice(0), [[0, 1, 2, 3, 6, 9, 12]])
      yield* TestClock.adjust(2)
      yield* send(4)
      assert.deepStrictEqual(runs, [[4]])
    })
  )

  it.effect("of one caller wait for the others' however many they are, but for those that fill a run", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gated({ maxBatch: 6, capacity: 100, callers: 100, workers: 2, takes: 2 })
      yield* Deferred.succeed(gate, undefined)
      yield* send(0, 1, 2, 3)
      yield* TestClock.adjust(2)
      runs.splice(0)
      yield* send(4, 104, 204, 304, 404)
      assert.deepStrictEqual(runs, [])
      yield* send(504)
      assert.deepStrictEqual(runs, [[4, 104, 204, 304, 404, 504]])
    })
  )

  it.effect("wait for one another although many of one caller stand behind a run", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gated({ maxBatch: 8, capacity: 100, callers: 100, workers: 3, takes: 2 })
      yield* Deferred.succeed(gate, undefined)
      yield* send(0, 1, 2, 3, 6, 7, 8, 9)
      yield* TestClock.adjust(2)
      runs.splice(0)
      yield* send(...[1, 2, 3, 4, 5, 6, 7, 8].map((nth) => nth * 100 + 4))
      yield* send(104, 204, 304, 404)
      assert.deepStrictEqual(runs.splice(0), [[104, 204, 304, 404, 504, 604, 704, 804]])
      yield* send(5)
      assert.deepStrictEqual(runs, [])
    })
  )

  it.effect("don't wait again for one another where they come together from such a wait", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gated({
        maxBatch: 64,
        capacity: 100,
        callers: 100,
        workers: 2,
        takes: 2,
        lingers: false
      })
      yield* Deferred.succeed(gate, undefined)
      yield* send(0, 1, 2, 3)
      yield* TestClock.adjust(2)
      yield* send(4)
      assert.deepStrictEqual(runs, [[0, 1, 2, 3], [4]])
    })
  )
})
