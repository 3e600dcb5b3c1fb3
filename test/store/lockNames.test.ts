import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { advisoryLock } from "../../src/store/database/advisoryLock.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { eventually, isLockAwaited } from "../support/faults/eventually.ts"
import { seedAccount } from "../support/database/seed.ts"

it.live(
  "names: keys of calls are locked before addresses, so that a call which learns its address later meets no deadlock",
  () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      // In the order of their hashes some of these come before the key.
      const addresses = Array.from({ length: 8 }, (_, at) => `${account_id}|email|ada${at}@example.com`)
      const key = `${account_id}|POST /contacts|one`
      const locked = yield* Deferred.make<void>()
      const other = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(locked), sql.withTransaction(advisoryLock(sql, account_id, [...addresses, key])))
      )
      const learned = yield* Effect.gen(function* () {
        yield* advisoryLock(sql, account_id, [key])
        yield* Deferred.succeed(locked, undefined)
        yield* eventually(isLockAwaited)
        return yield* Effect.exit(advisoryLock(sql, account_id, addresses))
      }).pipe(sql.withTransaction)
      assert.isTrue(Exit.isSuccess(learned))
      yield* Fiber.join(other)
    }).pipe(Effect.provide(databaseLayer(postgres)))
)
