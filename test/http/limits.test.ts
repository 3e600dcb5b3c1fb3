import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Admissions } from "../../src/store/admission/Admissions.ts"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { type ApiResponse, onEitherOverSocket, Origin, post, send, newClientAddress } from "../support/http/http.ts"
import { countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount, seedToken } from "../support/database/seed.ts"
import { onEitherWatched, Statements } from "../support/database/statements.ts"

const path = "/v1/orders/placed"
const headerOf = (answer: ApiResponse, name: string) => Number(answer.headers.get(name) ?? Number.NaN)

/** Responses within one UTC day; requested again if the day ended in between. */
const ofOneDay = <A extends ReadonlyArray<ApiResponse>, E, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.repeat(attempt, {
    until: (answers) => new Set(answers.map((answer) => headerOf(answer, "x-ratelimit-reset-day"))).size === 1,
    times: 2
  })

onEitherOverSocket("limits (contract §7)", (it) => {
  it.effect("shows both windows on every response and counts every authenticated request, also failed ones", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const answers = yield* ofOneDay(
        Effect.gen(function* () {
          const { token } = yield* seedAccount({ per_minute: 1_000, per_day: 5_000 })
          return yield* Effect.all([
            post(origin + path, token, orderBody()),
            post(origin + path, token, "{"),
            post(origin + path, token, orderBody(), { "content-type": "text/plain" })
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

  it.effect("accepts exactly the limit over all tokens of an account, then answers 429 with Retry-After", () =>
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
      assert.deepStrictEqual(countByStatus(answers), { 422: 60, 429: 90 })
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

  it.effect("gives callers without a valid token a budget by client address, also for unknown paths", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      const { account_id, token: home } = yield* seedAccount()
      const expired = yield* seedToken(account_id, { expires_at: new Date(Date.now() - 1_000) })
      const revoked = yield* seedToken(account_id, { revoked_at: new Date() })
      let address = newClientAddress()
      const bad = ["", "x", `service_${"0".repeat(40)}`, home.toUpperCase(), expired, revoked]
      const attempts = yield* ofOneDay(
        Effect.suspend(() => {
          address = newClientAddress()
          return Effect.all([
            ...bad.map((attempt) => post(origin + path, attempt, orderBody(), address)),
            send(`${origin}/nothing`, { headers: address })
          ])
        })
      )
      for (const [at, { status, json }] of attempts.slice(0, -1).entries()) {
        assert.deepStrictEqual([status, json.error.code], [401, "unauthorized"], bad[at])
      }
      const remaining = attempts.map((answer) => headerOf(answer, "x-ratelimit-remaining-day"))
      assert.strictEqual(remaining.at(-1), 10_000 - bad.length - 1)
      assert.strictEqual((yield* post(origin + path, token, orderBody(), address)).status, 201)
      const answers = yield* Effect.forEach(
        Array.from({ length: 200 }),
        () => post(origin + path, null, orderBody(), address),
        {
          concurrency: "unbounded"
        }
      )
      assert.isAtLeast(countByStatus(answers)[429] ?? 0, 200 - 2 * 60)
      assert.strictEqual((yield* post(origin + path, token, orderBody(), address)).status, 200)
    })
  )

  it.effect("gives a subaccount its own rate budget, and the concurrency slots of its parent", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { account_id, token } = yield* seedAccount({ per_day: 1 })
      const child = yield* seedAccount({ parent_id: account_id, per_day: 1 })
      for (const each of [token, child.token]) {
        assert.strictEqual((yield* post(origin + path, each, orderBody())).status, 201)
        assert.strictEqual((yield* post(origin + path, each, orderBody())).status, 429)
      }
      const { admit } = yield* Admissions
      const { caller } = yield* admit({ digest: digestOf(child.token), serviceAccountId: null, address: "192.0.2.1" })
      assert.deepStrictEqual([caller?.home, caller?.top_level], [child.account_id, account_id])
    }).pipe(Effect.provide(Admissions.layer))
  )
})

onEitherWatched("a rate window that is used up", (it) => {
  const usedUp = Effect.gen(function* () {
    const origin = yield* Origin
    const seeded = yield* seedAccount({ per_day: 1 })
    const place = (headers: Record<string, string> = {}) => post(origin + path, seeded.token, orderBody(), headers)
    assert.strictEqual((yield* place()).status, 201)
    return { origin, place, ...seeded }
  })
  const counts = ({ sql }: { readonly sql: string }) => /INTO rate_windows/.test(sql)
  // How often the windows are read until a polling caller gets a different response.
  const readsUntil = (call: Effect.Effect<ApiResponse>, status: number) =>
    Effect.gen(function* () {
      const { during } = yield* Statements
      const [, asked] = yield* during(Effect.repeat(call, { until: (answer) => answer.status === status }))
      return asked.filter(counts).length
    })

  it.effect("refuses accounts and addresses without the database, with all rate headers and Retry-After", () =>
    Effect.gen(function* () {
      const { during } = yield* Statements
      const { origin, place } = yield* usedUp
      const address = newClientAddress()
      const pages = ["/openapi.json", "/docs", "/nothing", "/docs/reference.js"]
      const visit = (at: number) => send(`${origin}${pages[at % pages.length]}`, { headers: address })
      const minute = Effect.sync(() => Math.floor(Date.now() / 60_000))
      const measure = Effect.gen(function* () {
        const from = yield* minute
        yield* Effect.forEach(
          Array.from({ length: 120 }, (_, at) => at),
          visit,
          { concurrency: 20 }
        )
        yield* Effect.all([place(), visit(0)])
        const [answers, asked] = yield* during(
          Effect.all(
            Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? place() : visit(at >> 1))),
            { concurrency: "unbounded" }
          )
        )
        return { answers, asked, isOneMinute: from === (yield* minute) }
      })
      // A minute that ends in between gives the address a new window.
      const { answers, asked } = yield* Effect.repeat(measure, {
        until: ({ isOneMinute }) => isOneMinute,
        times: 3
      })
      assert.deepStrictEqual(countByStatus(answers), { 429: 100 })
      // Each second the windows are read again, of the account and of the address; not for each call.
      assert.isBelow(asked.filter(counts).length, answers.length / 2)
      for (const answer of answers) {
        const resets = ["minute", "day"].filter((window) => headerOf(answer, `x-ratelimit-remaining-${window}`) === 0)
        const last = Math.max(...resets.map((window) => headerOf(answer, `x-ratelimit-reset-${window}`)))
        // Both headers of one answer, by the server's clock.
        const answered = Date.parse(answer.headers.get("date") ?? "") / 1_000
        assert.closeTo(answered + headerOf(answer, "retry-after"), last, 3)
        // People read the answer of /docs, programs the others.
        if (answer.json === undefined) assert.include(answer.text, "<title>Too many attempts.")
        else assert.strictEqual(answer.json.error.code, "rate_limited")
        assert.match(answer.headers.get("x-request-id") ?? "", /^req_/)
      }
    })
  )

  it.effect("is checked again each second: raised limits and revoked tokens take effect", () =>
    Effect.gen(function* () {
      const { account_id, place } = yield* usedUp
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual((yield* place()).status, 429)
      yield* sql`UPDATE accounts SET limit_per_day = 2 WHERE account_id = ${account_id}`
      // A read may have begun before the change.
      assert.isAtMost(yield* readsUntil(place(), 200), 2)
      assert.strictEqual((yield* place()).status, 429)
      yield* sql`UPDATE bearer_tokens SET revoked_at = now() WHERE account_id = ${account_id}`
      assert.isAtMost(yield* readsUntil(place(newClientAddress()), 401), 2)
    })
  )

  it.effect("still gives 404 for foreign accounts and unknown paths, and serves other accounts", () =>
    Effect.gen(function* () {
      const { origin, place, token } = yield* usedUp
      const other = yield* seedAccount()
      assert.strictEqual((yield* place()).status, 429)
      assert.strictEqual((yield* place({ "service-account-id": other.account_id })).status, 404)
      assert.strictEqual((yield* post(`${origin}/v1/nothing`, token, orderBody(), newClientAddress())).status, 404)
      assert.strictEqual((yield* post(origin + path, other.token, orderBody())).status, 201)
    })
  )
})
