import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SignInAttempts } from "../../src/store/accounts/SignInAttempts.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { hashesDuring } from "../support/faults/hashes.ts"
import { OriginLayer, newClientAddress } from "../support/http/http.ts"

onEither("sign-in attempts", Layer.merge(OriginLayer, SignInAttempts.layer), (it) => {
  it.effect(
    "are limited to 100 per client address in 15 minutes over all e-mails, without affecting other addresses",
    () =>
      Effect.gen(function* () {
        const { call, owner } = yield* ownerBrowser("spraying")
        const attempts = yield* SignInAttempts
        const [here, there] = [newClientAddress(), newClientAddress()]
        const signIn = (email: string, password: string, from = here) =>
          hashesDuring(call("POST", "/session", { email, password }, from))
        // Most attempts are seeded as counts, to avoid hashing.
        yield* Effect.forEach(
          Array.from({ length: 97 }),
          (_, at) => attempts.count(`guess${at}@example.com`, here["x-forwarded-for"] ?? ""),
          { concurrency: 10 }
        )
        for (const email of ["one@example.com", "two@example.com", owner.email])
          assert.strictEqual((yield* signIn(email, "wrong")).result.status, 401)
        for (const [email, password] of [
          ["four@example.com", "wrong"],
          [owner.email, owner.password]
        ] as const) {
          const { result, made } = yield* signIn(email, password)
          assert.deepStrictEqual([result.status, result.json.error.code, made], [429, "rate_limited", 0])
          assert.strictEqual(result.headers.get("retry-after"), String(15 * 60))
        }
        assert.strictEqual((yield* signIn(owner.email, owner.password, there)).result.status, 200)
        yield* TestClock.adjust("15 minutes")
        assert.strictEqual((yield* signIn(owner.email, owner.password)).result.status, 200)
      })
  )

  it.effect(
    "are limited to ten failures per e-mail and client address; the right password works from another address",
    () =>
      Effect.gen(function* () {
        const { call, owner } = yield* ownerBrowser("guessed-at")
        const guesser = newClientAddress()
        const guess = call("POST", "/session", { email: owner.email, password: "wrong" }, guesser)
        const guesses = yield* Effect.all(
          Array.from({ length: 12 }, () => guess),
          { concurrency: 12 }
        )
        assert.deepStrictEqual(guesses.map(({ status }) => status).toSorted(), [
          ...Array.from({ length: 10 }, () => 401),
          429,
          429
        ])
        assert.strictEqual((yield* call("POST", "/session", owner, guesser)).status, 429)
        assert.strictEqual((yield* call("POST", "/session", owner, newClientAddress())).status, 200)
      })
  )

  it.effect("count only failures: a hundred users can sign in often from one address", () =>
    Effect.gen(function* () {
      const attempts = yield* SignInAttempts
      for (let n = 0; n < 250; n++) {
        const { clear, rank } = yield* attempts.count(`person${n % 100}@example.com`, "192.0.2.77")
        assert.strictEqual(rank, 1)
        yield* clear
      }
    })
  )
})
