import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, onBothOverSocket, Origin, post, send, stranger } from "../support/http.ts"
import { body, tally } from "../support/races.ts"
import { seedAccount, seedToken } from "../support/seed.ts"

const path = "/v1/orders/placed"
const headerOf = (answer: Answer, name: string) => Number(answer.headers.get(name) ?? Number.NaN)

/** Answers of one day: asked for again where the day ended in between. */
const ofOneDay = <A extends ReadonlyArray<Answer>, E, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.repeat(attempt, {
    until: (answers) => new Set(answers.map((answer) => headerOf(answer, "x-ratelimit-reset-day"))).size === 1,
    times: 2
  })

onBothOverSocket("limits (contract §7)", (it) => {
  it.effect("shows both windows on every answer and counts every authenticated request, whatever comes of it", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const answers = yield* ofOneDay(
        Effect.gen(function* () {
          const { token } = yield* seedAccount({ per_minute: 1_000, per_day: 5_000 })
          return yield* Effect.all([
            post(origin + path, token, body()),
            post(origin + path, token, "{"),
            post(origin + path, token, body(), { "content-type": "text/plain" })
          ])
        })
      )
      for (const [at, answer] of answers.entries()) {
        assert.strictEqual(headerOf(answer, "x-ratelimit-limit-minute"), 1_000)
        assert.strictEqual(headerOf(answer, "x-ratelimit-limit-day"), 5_000)
        assert.strictEqual(headerOf(answer, "x-ratelimit-remaining-day"), 4_999 - at)
        assert.strictEqual(headerOf(answer, "x-ratelimit-reset-minute") % 60, 0)
        assert.strictEqual(headerOf(answer, "x-ratelimit-reset-day") % 86_400, 0)
      }
    })
  )

  it.effect("accepts exactly the limit from all tokens of an account at once, and then says how long to wait", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const answers = yield* ofOneDay(
        Effect.gen(function* () {
          const { account_id, token } = yield* seedAccount({ per_day: 60 })
          const second = yield* seedToken(account_id)
          const { account_id: branch } = yield* seedAccount({ parent_id: account_id })
          return yield* Effect.forEach(
            Array.from({ length: 150 }, (_, at) => at),
            (at) =>
              Effect.map(
                post(
                  origin + path,
                  at % 2 === 0 ? token : second,
                  "{",
                  at % 3 === 0 ? { "service-account-id": branch } : {}
                ),
                (answer) => ({ ...answer, came: Date.now() / 1_000 })
              ),
            { concurrency: "unbounded" }
          )
        })
      )
      assert.deepStrictEqual(tally(answers), { 422: 60, 429: 90 })
      assert.deepStrictEqual(
        answers
          .filter(({ status }) => status === 422)
          .map((answer) => headerOf(answer, "x-ratelimit-remaining-day"))
          .toSorted((a, b) => a - b),
        Array.from({ length: 60 }, (_, at) => at)
      )
      for (const answer of answers.filter(({ status }) => status === 429)) {
        assert.strictEqual(answer.json.error.code, "rate_limited")
        assert.isAtLeast(answer.came + headerOf(answer, "retry-after"), headerOf(answer, "x-ratelimit-reset-day"))
        assert.strictEqual(headerOf(answer, "x-ratelimit-remaining-day"), 0)
      }
    })
  )

  it.effect(
    "gives callers without a valid token a budget by address: unknown tokens and unknown paths draw from it",
    () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const { token } = yield* seedAccount()
        const { account_id, token: home } = yield* seedAccount()
        const expired = yield* seedToken(account_id, { expires_at: new Date(Date.now() - 1_000) })
        const revoked = yield* seedToken(account_id, { revoked_at: new Date() })
        let address = stranger()
        const bad = ["", "x", `service_${"0".repeat(40)}`, home.toUpperCase(), expired, revoked]
        const attempts = yield* ofOneDay(
          Effect.suspend(() => {
            address = stranger()
            return Effect.all([
              ...bad.map((attempt) => post(origin + path, attempt, body(), address)),
              send(`${origin}/nothing`, { headers: address })
            ])
          })
        )
        for (const [at, { status, json }] of attempts.slice(0, -1).entries()) {
          assert.deepStrictEqual([status, json.error.code], [401, "unauthorized"], bad[at])
        }
        const remaining = attempts.map((answer) => headerOf(answer, "x-ratelimit-remaining-day"))
        assert.strictEqual(remaining.at(-1), 10_000 - bad.length - 1)
        assert.strictEqual((yield* post(origin + path, token, body(), address)).status, 201)
        const answers = yield* Effect.forEach(
          Array.from({ length: 200 }),
          () => post(origin + path, null, body(), address),
          {
            concurrency: "unbounded"
          }
        )
        assert.isAtLeast(tally(answers)[429] ?? 0, 200 - 2 * 60)
        assert.strictEqual((yield* post(origin + path, token, body(), address)).status, 200)
      })
  )

  it.effect(
    "refuses those who call on one call after another: an account, an address, and who guesses credentials",
    () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        // How many milliseconds the last of so many refusals came after the calls.
        const lastRefused = Effect.fnUntraced(function* (calls: number, call: Effect.Effect<Answer>) {
          const began = performance.now()
          const answers = yield* Effect.forEach(
            Array.from({ length: calls }),
            () => Effect.map(call, ({ status }) => ({ status, after: performance.now() - began })),
            { concurrency: "unbounded" }
          )
          return Math.max(...answers.filter(({ status }) => status === 429).map(({ after }) => after))
        })
        const { token } = yield* seedAccount({ per_minute: 1 })
        const [address, guesser] = [stranger(), stranger()]
        const guess = {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...guesser },
          body: "grant_type=client_credentials&client_id=client_x&client_secret=secret_x"
        }
        // Two windows at most are met, should a minute end in between.
        const last = yield* Effect.all(
          [
            lastRefused(50, post(origin + path, token, body())),
            lastRefused(170, post(origin + path, null, body(), address)),
            lastRefused(170, send(`${origin}/oauth/token`, guess))
          ],
          { concurrency: "unbounded" }
        )
        // Ten at once, then 16 a second.
        for (const after of last) assert.isAbove(after, 2_000)
      })
  )
})
