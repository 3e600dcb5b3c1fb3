import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Unavailable } from "../../src/domain/Errors.ts"
import { Distribution } from "../../src/store/distributed/Distribution.ts"
import { groupCommit } from "../../src/store/batching/GroupCommit.ts"
import { gatedGroupCommit, range, testQueueRejections } from "../support/faults/gatedGroupCommit.ts"

describe("calls waiting at the same time", () => {
  it.effect("run together in the order of arrival, ten as well as ten thousand", () =>
    Effect.gen(function* () {
      const { gate, runs, call } = yield* gatedGroupCommit({ maxBatch: 64, capacity: 10_000 })
      const waiting = yield* Effect.forkChild(Effect.forEach(range(10_000), call, { concurrency: "unbounded" }))
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(
        yield* Fiber.join(waiting),
        range(10_000).map((item) => item * 2)
      )
      assert.deepStrictEqual(runs.flat(), range(10_000))
      assert.isTrue(runs.every(({ length }) => length <= 64))
    })
  )

  it.effect("of a quiet caller do not wait for all earlier calls of a busy one", () =>
    Effect.gen(function* () {
      const { gate, runs, call } = yield* gatedGroupCommit({ maxBatch: 64, capacity: 10_000, callers: 2 })
      const even = range(1_000).map((item) => item * 2)
      const sent = yield* Effect.forkChild(Effect.forEach([...even, 1, 3, 5], call, { concurrency: "unbounded" }))
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(sent)
      assert.includeMembers(runs.slice(0, 2).flat(), [1, 3, 5])
      // Calls of one caller stay in order.
      assert.deepStrictEqual(
        runs.flat().filter((item) => item % 2 === 0),
        even
      )
    })
  )

  it.effect("of one caller are never in two runs at once, and delay no other caller's by more than 50 ms", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gatedGroupCommit({ maxBatch: 64, capacity: 100, callers: 2, workers: 2 })
      const sent = [yield* send(0), yield* send(2, 4), yield* send(1)]
      yield* TestClock.adjust("50 millis")
      sent.push(yield* send(3))
      assert.deepStrictEqual(runs, [[0], [1]])
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(sent, Fiber.join)
      assert.deepStrictEqual(runs.slice(2), [[2, 3, 4]])
    })
  )

  it.effect("wait for the run under way and share the next, unless they fill one", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gatedGroupCommit({ maxBatch: 4, capacity: 100, callers: 16, workers: 2 })
      const sent = [yield* send(0), yield* send(1), yield* send(2, 3)]
      assert.deepStrictEqual(runs, [[0]])
      sent.push(yield* send(4))
      assert.deepStrictEqual(runs, [[0], [1, 2, 3, 4]])
      sent.push(yield* send(5), yield* send(6))
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(sent, Fiber.join)
      assert.deepStrictEqual(runs.slice(2), [[5, 6]])
    })
  )

  it.effect("run by account, four times as many at once, when their accounts are distributed", () =>
    Effect.gen(function* () {
      const options = { maxBatch: 64, capacity: 100, callers: 8, isOfAccounts: true }
      const { gate, runs, send } = yield* gatedGroupCommit(options).pipe(
        Effect.provideService(Distribution, "by_account")
      )
      const sent = yield* send(...range(24))
      assert.strictEqual(runs.length, 4)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(sent)
      assert.sameDeepMembers(
        runs,
        range(8).map((caller) => [caller, caller + 8, caller + 16])
      )
    })
  )

  it.effect("fail for the account whose node is down alone, when their accounts are distributed", () =>
    Effect.gen(function* () {
      const failed = (distribution: "none" | "by_account") =>
        Effect.gen(function* () {
          const options = { maxBatch: 4, capacity: 100, callers: 3, isOfAccounts: true, down: 1 }
          const { gate, call } = yield* gatedGroupCommit(options)
          const waiting = yield* Effect.forkChild(
            Effect.forEach(range(30), (item) => Effect.exit(call(item)), { concurrency: "unbounded" })
          )
          yield* Effect.yieldNow
          yield* Deferred.succeed(gate, undefined)
          const exits = yield* Fiber.join(waiting)
          return new Set(exits.flatMap((exit, item) => (Exit.isFailure(exit) ? [item % 3] : [])))
        }).pipe(Effect.provideService(Distribution, distribution))
      assert.deepStrictEqual(yield* failed("by_account"), new Set([1]))
      assert.strictEqual((yield* failed("none")).size, 3)
    })
  )

  it.effect("run together whatever is distributed when they touch no data of accounts", () =>
    Effect.gen(function* () {
      const { gate, runs, send } = yield* gatedGroupCommit({ maxBatch: 64, capacity: 100, callers: 8 }).pipe(
        Effect.provideService(Distribution, "by_account")
      )
      const sent = yield* send(...range(24))
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(sent)
      assert.deepStrictEqual(
        runs.map(({ length }) => length),
        [24]
      )
    })
  )

  it.effect("are rejected individually beyond the capacity", () =>
    Effect.gen(function* () {
      const { gate, call } = yield* gatedGroupCommit({ maxBatch: 4, capacity: 20 })
      const counted = yield* testQueueRejections
      const waiting = yield* Effect.forkChild(
        Effect.forEach(range(30), (item) => Effect.exit(call(item)), { concurrency: "unbounded" })
      )
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      const answers = yield* Fiber.join(waiting)
      assert.isAtLeast(answers.filter(Exit.isSuccess).length, 20)
      assert.isAbove(answers.filter(Exit.isFailure).length, 0)
      assert.isTrue(answers.slice(0, 20).every(Exit.isSuccess))
      assert.strictEqual(yield* testQueueRejections, counted + answers.filter(Exit.isFailure).length)
    })
  )

  it.effect("fail individually", () =>
    Effect.gen(function* () {
      const { gate, call } = yield* gatedGroupCommit({ maxBatch: 64, capacity: 100, bad: 13 })
      const waiting = yield* Effect.forkChild(
        Effect.forEach(range(50), (item) => Effect.exit(call(item)), { concurrency: "unbounded" })
      )
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      const answers = yield* Fiber.join(waiting)
      assert.deepStrictEqual(
        answers.flatMap((answer, at) => (Exit.isFailure(answer) ? [at] : [])),
        [13]
      )
    })
  )

  it.effect("marked as required wait without a limit", () =>
    Effect.gen(function* () {
      const maxWait = Number.POSITIVE_INFINITY
      const { gate, call, send } = yield* gatedGroupCommit({ maxBatch: 64, capacity: 100, maxWait })
      yield* send(0)
      const late = yield* Effect.forkChild(Effect.exit(call(1)))
      yield* TestClock.adjust("1 minute")
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(late), Exit.succeed(2))
    })
  )

  it.effect("are served after a run that throws synchronously", () =>
    Effect.gen(function* () {
      const call = yield* groupCommit({
        name: "test",
        run: (items: ReadonlyArray<number>) => {
          if (items.includes(13)) throw new Error("13")
          return Effect.succeed(items.map((item) => Exit.succeed(item)))
        },
        isOfAccounts: false,
        callerOf: () => "one",
        lingers: true,
        workers: 1,
        maxBatch: 4,
        capacity: 100
      })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(call(13))))
      assert.strictEqual(yield* call(1), 1)
    })
  )

  it.effect("are rejected after waiting four seconds, and are not run", () =>
    Effect.gen(function* () {
      const { gate, runs, call, send } = yield* gatedGroupCommit({ maxBatch: 64, capacity: 100 })
      const counted = yield* testQueueRejections
      yield* send(0)
      const late = yield* Effect.forkChild(Effect.exit(call(1)))
      yield* TestClock.adjust("3 seconds")
      const timely = yield* Effect.forkChild(Effect.exit(call(2)))
      yield* TestClock.adjust("2 seconds")
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(late), Exit.fail(new Unavailable({ retryAfter: 1 })))
      assert.deepStrictEqual(yield* Fiber.join(timely), Exit.succeed(4))
      assert.deepStrictEqual(runs, [[0], [2]])
      assert.strictEqual(yield* testQueueRejections, counted + 1)
    })
  )
})
