import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { databases, databaseLayer, withDatabase } from "../support/database/databases.ts"
import { Origin, OriginLayer, post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"
import { isLockAwaited, eventually } from "../support/faults/eventually.ts"

describe("a call still running at the end of the shutdown grace period", () => {
  it.live("gets 503 with Retry-After and changes nothing", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id, token } = yield* seedAccount()
        const listening = yield* Scope.make()
        const parts = OriginLayer.pipe(Layer.provide(databaseLayer(Effect.succeed(settings))))
        const origin = Context.get(yield* Layer.buildWithScope(parts, listening), Origin)
        const url = `${origin}/v1/orders/placed`
        yield* post(url, token, orderBody())
        // Locks the contact until the next call, which waits for it, got its 503 and was rolled back.
        const answer = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
            yield* sql`SELECT 1 FROM contacts WHERE account_id = ${account_id} FOR UPDATE`
            const waiting = yield* Effect.forkScoped(post(url, token, orderBody({ order_id: 2 })))
            yield* eventually(isLockAwaited)
            yield* Effect.gen(function* () {
              const stop = yield* Effect.forkScoped(Scope.close(listening, Exit.void))
              yield* TestClock.adjust("15 seconds")
              yield* Effect.forkScoped(Fiber.join(stop))
            }).pipe(Effect.provide(TestClock.layer()))
            const answer = yield* Fiber.join(waiting)
            yield* eventually(Effect.map(isLockAwaited, (awaited) => !awaited))
            return answer
          })
        )
        assert.deepStrictEqual([answer.status, answer.json?.error.code], [503, "internal_error"])
        assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
        assert.lengthOf(yield* sql`SELECT 1 FROM orders WHERE account_id = ${account_id}`, 1)
      }).pipe(withDatabase(settings))
    }).pipe(Effect.scoped)
  )
})
