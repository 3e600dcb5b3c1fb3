import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Unavailable } from "../../src/domain/Errors.ts"
import { makeAccountFairness } from "../../src/http/capacity/AccountFairness.ts"
import { rejectionsBy } from "../support/faults/gatedGroupCommit.ts"

/** Calls that start when they get a slot, and end on request. */
const service = Effect.gen(function* () {
  const fairness = yield* makeAccountFairness
  const working = new Set<{ readonly account: string; readonly done: Deferred.Deferred<void> }>()
  const of = (account: string) => [...working].filter((call) => call.account === account)
  const call = (account: string, sent: Effect.Effect<void>) =>
    Effect.gen(function* () {
      const work = { account, done: yield* Deferred.make<void>() }
      const accountCall = fairness(account)
      const worked = Effect.gen(function* () {
        yield* sent
        yield* accountCall.awaitWorkSlot
        working.add(work)
        yield* Effect.ensuring(
          Deferred.await(work.done),
          Effect.sync(() => working.delete(work))
        )
      })
      yield* Effect.ensuring(worked, Effect.sync(accountCall.leave))
    })
  /** Starts `count` calls, whose bodies are complete when `sent` ends. */
  const send = (account: string, times = 1, sent: Effect.Effect<void> = Effect.void) =>
    Effect.gen(function* () {
      const calls = yield* Effect.forEach(Array.from({ length: times }), () => Effect.forkChild(call(account, sent)))
      yield* TestClock.adjust(0)
      return calls
    })
  /** Ends that many running calls, the oldest first. */
  const end = (account: string, times = 1) =>
    Effect.andThen(
      Effect.forEach(of(account).slice(0, times), ({ done }) => Deferred.succeed(done, undefined)),
      TestClock.adjust(0)
    )
  return { send, end, atWork: (account: string) => of(account).length }
})

describe("concurrent calls of one account", () => {
  it.effect("have no limit while no other account calls", () =>
    Effect.gen(function* () {
      const { send, atWork } = yield* service
      yield* send("noisy", 64)
      assert.strictEqual(atWork("noisy"), 64)
    })
  )

  it.effect("are limited to four while another account calls, whose own calls do not wait", () =>
    Effect.gen(function* () {
      const { send, end, atWork } = yield* service
      yield* send("quiet")
      yield* send("noisy", 64)
      assert.strictEqual(atWork("noisy"), 4)
      yield* send("quiet", 3)
      assert.strictEqual(atWork("quiet"), 4)
      yield* end("noisy", 3)
      assert.strictEqual(atWork("noisy"), 4)
      for (let call = 3; call < 64; call++) yield* end("noisy")
      assert.strictEqual(atWork("noisy"), 0)
      yield* send("noisy", 4)
      assert.strictEqual(atWork("noisy"), 4)
    })
  )

  it.effect("lose that limit once the other account has not called for ten seconds", () =>
    Effect.gen(function* () {
      const { send, end, atWork } = yield* service
      yield* send("quiet")
      yield* TestClock.adjust("9 seconds")
      yield* send("noisy", 20)
      assert.strictEqual(atWork("noisy"), 4)
      yield* TestClock.adjust("1 second")
      yield* end("noisy")
      assert.strictEqual(atWork("noisy"), 19)
    })
  )

  it.effect("get 503 after waiting four seconds, and leave the queue", () =>
    Effect.gen(function* () {
      const { send, end, atWork } = yield* service
      const counted = yield* rejectionsBy("turn")
      yield* send("quiet")
      const fibers = yield* send("noisy", 6)
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(
        yield* Effect.forEach(fibers.slice(4), Fiber.await),
        [1, 2].map(() => Exit.fail(new Unavailable({ retryAfter: 1 })))
      )
      assert.strictEqual((yield* rejectionsBy("turn")) - counted, 2)
      yield* end("noisy", 4)
      yield* send("noisy", 5)
      assert.strictEqual(atWork("noisy"), 4)
    })
  )

  it.effect("hold no slot while their body is uploading or after their client disconnects", () =>
    Effect.gen(function* () {
      const { send, end, atWork } = yield* service
      yield* send("quiet")
      const sent = yield* Deferred.make<void>()
      const slow = yield* send("noisy", 8, Deferred.await(sent))
      const quick = yield* send("noisy", 4)
      assert.strictEqual(atWork("noisy"), 4)
      yield* Deferred.succeed(sent, undefined)
      yield* TestClock.adjust(0)
      assert.strictEqual(atWork("noisy"), 4)
      // A client that disconnects frees its place in the queue, or its slot.
      yield* Fiber.interruptAll(slow.slice(0, 4))
      yield* Fiber.interruptAll(quick)
      yield* TestClock.adjust(0)
      assert.strictEqual(atWork("noisy"), 4)
      yield* end("noisy", 4)
      assert.strictEqual(atWork("noisy"), 0)
    })
  )
})
