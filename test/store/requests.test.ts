import { assert } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, Ref, References, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { RequestQueries } from "../../src/store/accounts/RequestQueries.ts"
import { maxBuffered, type RequestEntry, RequestLog } from "../../src/store/accounts/RequestLog.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

const call = (account_id: string, more: Partial<RequestEntry> = {}): RequestEntry => ({
  account_id,
  request_id: "req_1",
  caller_id: "tok_1",
  subaccount_id: null,
  endpoint: "POST /v1/orders/placed",
  status: 201,
  error_code: null,
  fields: null,
  duration_ms: 3,
  client: "curl/8.5.0",
  ...more
})

const PartsLayer = Layer.merge(RequestQueries.layer, RequestLog.layer)

const kept = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [count] = yield* sql<{ readonly entries: number; readonly calls: number }>`SELECT
    (SELECT count(*)::int FROM request_log WHERE account_id = ${account_id}) AS entries,
    (SELECT coalesce(sum(calls), 0)::int FROM request_days WHERE account_id = ${account_id}) AS calls`
  return count
})

onBoth("the request log", PartsLayer, (it) => {
  it.effect("is written a second after the calls, without delaying them", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const requests = yield* Effect.provide(RequestLog, yield* Layer.build(Layer.fresh(RequestLog.layer)))
      yield* Effect.forEach([1, 2, 3], (n) => requests.record(call(account_id, { request_id: `req_${n}` })))
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual(yield* kept(account_id), { entries: 0, calls: 0 })
      yield* TestClock.adjust("1 millis")
      const written = yield* Effect.repeat(kept(account_id), { while: (count) => count?.entries === 0 })
      assert.deepStrictEqual(written, { entries: 3, calls: 3 })
    })
  )

  it.effect("is complete when the process has ended", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const scope = yield* Scope.make()
      const requests = yield* Effect.provide(
        RequestLog,
        yield* Layer.buildWithScope(Layer.fresh(RequestLog.layer), scope)
      )
      yield* requests.record(call(account_id))
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* kept(account_id), { entries: 1, calls: 1 })
    })
  )

  it.effect("groups rate limit rejections of one second into one counted entry", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const requests = yield* RequestLog
      const limited = call(account_id, { status: 429, error_code: "rate_limited" })
      yield* Effect.forEach(Array.from({ length: 500 }), () => requests.record(limited))
      yield* requests.record(call(account_id))
      yield* requests.flush
      yield* requests.record(limited)
      yield* requests.flush
      assert.deepStrictEqual(yield* kept(account_id), { entries: 3, calls: 502 })
      const lists = yield* RequestQueries
      assert.deepStrictEqual(
        (yield* lists.list(account_id, {}, { before: null, limit: 10 })).map(({ status, calls }) => [status, calls]),
        [
          [429, 1],
          [201, 1],
          [429, 500]
        ]
      )
      assert.deepStrictEqual(yield* lists.days(account_id, "1970-01-01"), [
        { day: "1970-01-01", calls: 502, limited: 501 }
      ])
    })
  )

  it.effect("buffers a limited number of calls in memory, and reports how many were dropped", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const logged = yield* Ref.make<ReadonlyArray<unknown>>([])
      const listening = Logger.layer([
        Logger.make(({ message }) => Effect.runSync(Ref.update(logged, (before) => [...before, message])))
      ])
      const requests = yield* RequestLog
      // In one synchronous step, so no write happens in between.
      yield* Effect.forEach(Array.from({ length: maxBuffered + 7 }), () => requests.record(call(account_id))).pipe(
        Effect.andThen(requests.flush),
        Effect.provide(listening),
        Effect.provideService(References.PreventSchedulerYield, true)
      )
      assert.deepStrictEqual(yield* kept(account_id), { entries: maxBuffered, calls: maxBuffered })
      assert.deepStrictEqual(yield* Ref.get(logged), [["Calls are missing in the request log", { count: 7 }]])
    })
  )

  it.effect("drops entries that the database refuses, and continues", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const requests = yield* RequestLog
      yield* requests.record(call(account_id))
      yield* sql`ALTER TABLE request_log RENAME TO away`
      yield* requests.flush
      yield* sql`ALTER TABLE away RENAME TO request_log`
      yield* requests.record(call(account_id))
      yield* requests.flush
      assert.deepStrictEqual(yield* kept(account_id), { entries: 1, calls: 1 })
    })
  )

  it.effect("is searched and paged newest first, for one account", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const other = yield* seedAccount()
      const requests = yield* RequestLog
      const lists = yield* RequestQueries
      for (const [at, status] of [201, 422, 404, 503].entries()) {
        yield* requests.record(call(account_id, { request_id: `req_${at}`, status, fields: ["total"] }))
        yield* requests.record(call(other.account_id, { request_id: `req_${at}`, status }))
        yield* TestClock.adjust("1 millis")
      }
      yield* requests.flush
      const idsOf = (filter: Parameters<typeof lists.list>[1], before: string | null = null, limit = 10) =>
        Effect.map(lists.list(account_id, filter, { before, limit }), (rows) => rows.map((row) => row.request_id))
      assert.deepStrictEqual(yield* idsOf({}), ["req_3", "req_2", "req_1", "req_0"])
      assert.deepStrictEqual(yield* idsOf({ status: "4xx" }), ["req_2", "req_1"])
      assert.deepStrictEqual(yield* idsOf({ status: "5xx", request_id: "req_0" }), [])
      assert.deepStrictEqual(yield* idsOf({ request_id: "req_0" }), ["req_0"])
      const [, second] = yield* lists.list(account_id, {}, { before: null, limit: 2 })
      assert.deepStrictEqual(yield* idsOf({}, second?.id ?? null), ["req_1", "req_0"])
      assert.strictEqual(yield* lists.count(account_id, { status: "4xx" }, 1), 1)
      assert.strictEqual(yield* lists.count(account_id, {}, 100), 4)
    })
  )
})
