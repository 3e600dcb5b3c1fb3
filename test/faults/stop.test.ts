import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { databases, embedded, emptyPostgres, withDatabase } from "../support/databases.ts"
import { post, send } from "../support/http.ts"
import { launch, startServer } from "../support/processes.ts"
import { body } from "../support/races.ts"
import { chances, often, seed, tell } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"
import { lockAwaited, until } from "../support/until.ts"

describe("SIGTERM", () => {
  it.live("lets a call that was accepted finish, refuses new ones, and ends with 0", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id, token } = yield* seedAccount()
        const server = yield* startServer(settings)
        const url = `${server.origin}/v1/orders/placed`
        yield* post(url, token, body())
        // Holds the contact, so that the next call waits inside its transaction.
        const call = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT 1 FROM contacts WHERE account_id = ${account_id} FOR UPDATE`
            const waiting = yield* Effect.forkScoped(post(url, token, body({ order_id: 2 })))
            yield* until(lockAwaited)
            process.kill(server.pid, "SIGTERM")
            yield* until(
              Effect.map(Effect.exit(send(`${server.origin}/health/live`)), ({ _tag }) => _tag === "Failure")
            )
            return waiting
          })
        )
        assert.strictEqual((yield* Fiber.join(call)).status, 201)
        assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null })
      }).pipe(withDatabase(settings), Effect.scoped)
    })
  )

  it.live("ends an embedded server with 0 and leaves the directory free", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      const server = yield* startServer(settings)
      assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
      yield* startServer(settings)
    })
  )

  it.live("ends readiness before it refuses anybody", () =>
    Effect.gen(function* () {
      const server = yield* startServer(yield* embedded)
      process.kill(server.pid, "SIGTERM")
      yield* until(Effect.map(send(`${server.origin}/health/ready`), ({ status }) => status === 503))
      assert.strictEqual((yield* send(`${server.origin}/health/live`)).status, 200)
      assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null })
    })
  )

  it.live("sent twice ends the process at once", () =>
    Effect.gen(function* () {
      const server = yield* startServer(yield* embedded)
      process.kill(server.pid, "SIGTERM")
      yield* until(Effect.map(send(`${server.origin}/health/ready`), ({ status }) => status === 503))
      assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 1, signal: null })
    })
  )

  it.live("during the start ends it with 0, and the next start finds all in order", () =>
    Effect.gen(function* () {
      const settings = yield* emptyPostgres
      const chance = chances()
      for (let round = 0; round < often(2, 20); round++) {
        const server = yield* launch(settings)
        // From before there is a handler for it until the server listens.
        yield* Effect.sleep(chance() * 1_500)
        const { code, signal } = yield* server.end("SIGTERM")
        assert.include(["0 null", "null SIGTERM"], `${code} ${signal}`, server.output())
      }
      tell("SIGTERM during the start", { runs: often(2, 20), more: `seed ${seed}` })
      yield* startServer(settings)
    })
  )
})
