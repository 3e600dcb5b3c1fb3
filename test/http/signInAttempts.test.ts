import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { Sessions } from "../../src/store/accounts/Sessions.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither, settingsLayer } from "../support/database/databases.ts"
import { hashesDuring } from "../support/faults/hashes.ts"
import { OriginLayer, newClientAddress } from "../support/http/http.ts"

const sessionsLayer = Sessions.layer.pipe(
  Layer.provide(Secrets.layer),
  Layer.provide(Keys.layer),
  Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32) }))
)

onEither("sign-in attempts", Layer.merge(OriginLayer, sessionsLayer), (it) => {
  it.effect(
    "are limited to 100 per client address in 15 minutes over all e-mails, without affecting other addresses",
    () =>
      Effect.gen(function* () {
        const { call, owner } = yield* ownerBrowser("spraying")
        const attempts = yield* Sessions
        const [here, there] = [newClientAddress(), newClientAddress()]
        const signIn = (email: string, password: string, from = here) =>
          hashesDuring(call("POST", "/session", { email, password }, from))
        // Most attempts are seeded as counts, to avoid hashing.
        yield* Effect.forEach(
          Array.from({ length: 97 }),
          (_, at) => attempts.countAttempt(`guess${at}@example.com`, here["x-forwarded-for"] ?? ""),
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
      const attempts = yield* Sessions
      for (let n = 0; n < 250; n++) {
        const { clear, rank } = yield* attempts.countAttempt(`person${n % 100}@example.com`, "192.0.2.77")
        assert.strictEqual(rank, 1)
        yield* clear
      }
    })
  )
})
