import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { createHook } from "node:async_hooks"
import { Passwords } from "../../src/store/Passwords.ts"

/** How many password hashes were made while the effect ran, and the most at the same moment. */
const hashesDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let [made, most] = [0, 0]
    const running = new Set<number>()
    const hook = createHook({
      init: (id, type) => {
        if (type !== "SCRYPTREQUEST") return
        made++
        most = Math.max(most, running.add(id).size)
      },
      before: (id) => void running.delete(id)
    }).enable()
    return Effect.map(
      Effect.ensuring(
        effect,
        Effect.sync(() => hook.disable())
      ),
      (result) => ({ result, made, most })
    )
  })

describe("passwords", () => {
  it.live("are hashed four at a time at most", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const guesses = Array.from({ length: 10 }, () => passwords.matches("guess", null))
      const { made, most } = yield* hashesDuring(Effect.all(guesses, { concurrency: "unbounded" }))
      assert.deepStrictEqual([made, most], [10, 4])
    }).pipe(Effect.provide(Passwords.layer))
  )

  it.live("wait two hundred at a time; more are turned away at once", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      let turnedAway = 0
      const guess = Effect.tapError(passwords.matches("guess", null), () => Effect.sync(() => turnedAway++))
      const guesses = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 230 }), () => Effect.exit(guess), { concurrency: "unbounded" })
      )
      yield* Effect.yieldNow
      assert.strictEqual(turnedAway, 30)
      yield* Fiber.interrupt(guesses)
    }).pipe(Effect.provide(Passwords.layer))
  )

  it.live("cost one hash to compare, whether there is a user or none, and whether it is right or wrong", () =>
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
