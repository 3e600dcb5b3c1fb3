import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Passwords } from "../../src/store/accounts/Passwords.ts"
import { hashesDuring } from "../support/faults/hashes.ts"

describe("passwords", () => {
  it.live("are hashed four at a time at most", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const guesses = Array.from({ length: 10 }, () => passwords.matches("guess", null))
      const { made, most } = yield* hashesDuring(Effect.all(guesses, { concurrency: "unbounded" }))
      assert.deepStrictEqual([made, most], [10, 4])
    }).pipe(Effect.provide(Passwords.layer))
  )

  it.live("keep their slot until hashed, also when the caller has gone", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const { most } = yield* hashesDuring(
        Effect.gen(function* () {
          for (let round = 0; round < 3; round++) {
            const guesses = yield* Effect.forkChild(
              Effect.all(
                [1, 2, 3, 4].map(() => passwords.matches("guess", null)),
                { concurrency: "unbounded" }
              )
            )
            yield* Effect.yieldNow
            yield* Fiber.interrupt(guesses)
          }
        })
      )
      assert.isAtMost(most, 4)
    }).pipe(Effect.provide(Passwords.layer))
  )

  it.live("wait two hundred at a time; more are rejected at once", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      let rejectionCounter = 0
      const guess = Effect.tapError(passwords.matches("guess", null), () => Effect.sync(() => rejectionCounter++))
      const guesses = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 230 }), () => Effect.exit(guess), { concurrency: "unbounded" })
      )
      yield* Effect.yieldNow
      assert.strictEqual(rejectionCounter, 30)
      yield* Fiber.interrupt(guesses)
    }).pipe(Effect.provide(Passwords.layer))
  )

  it.live("cost one hash to compare, for known and unknown users, right and wrong passwords", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const hash = yield* passwords.hash("correct horse")
      for (const [password, kept] of [
        ["correct horse", hash],
        ["wrong", hash],
        ["wrong", null]
      ] as const) {
        assert.strictEqual((yield* hashesDuring(passwords.matches(password, kept))).made, 1)
      }
    }).pipe(Effect.provide(Passwords.layer))
  )
})
