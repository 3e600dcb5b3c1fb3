import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { gatedGroupCommit } from "../support/faults/gatedGroupCommit.ts"

describe("successive calls of several callers", () => {
  it.effect("run when the recent number of callers has arrived, at most three run times after the last run", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gatedGroupCommit({
        maxBatch: 64,
        capacity: 100,
        callers: 100,
        workers: 2,
        takes: 2
      })
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

  it.effect("never linger with fewer than four callers, however much one of them sends", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gatedGroupCommit({
        maxBatch: 64,
        capacity: 100,
        callers: 3,
        workers: 2,
        takes: 2
      })
      yield* Deferred.succeed(gate, undefined)
      yield* send(0, 1, 2, 3, 6, 9, 12)
      assert.deepStrictEqual(runs.splice(0), [[0, 1, 2, 3, 6, 9, 12]])
      yield* TestClock.adjust(2)
      yield* send(4)
      assert.deepStrictEqual(runs, [[4]])
    })
  )

  it.effect("of one caller linger for other callers, unless they fill a run", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gatedGroupCommit({
        maxBatch: 6,
        capacity: 100,
        callers: 100,
        workers: 2,
        takes: 2
      })
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

  it.effect("linger although many calls of one caller wait behind a run", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gatedGroupCommit({
        maxBatch: 8,
        capacity: 100,
        callers: 100,
        workers: 3,
        takes: 2
      })
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

  it.effect("do not linger again after having lingered together", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gatedGroupCommit({
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
