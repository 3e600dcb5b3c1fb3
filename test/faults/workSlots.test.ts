import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { postgres, withDatabase } from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"
import { isLockAwaited, eventually } from "../support/faults/eventually.ts"

describe("an account with more concurrent calls than its limit beside others", () => {
  it.live("waits for its own and its subaccounts' calls of any kind, while another account's calls are answered", () =>
    Effect.gen(function* () {
      const settings = yield* postgres
      const server = yield* startServer(settings)
      const calls = yield* withDatabase(settings)(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [noisy, quiet] = yield* Effect.all([seedAccount(), seedAccount()])
          const child = yield* seedAccount({ parent_id: noisy.account_id })
          const place = (token: string, order_id: number) =>
            Effect.forkChild(post(`${server.origin}/v1/orders/placed`, token, orderBody({ order_id })))
          const read = (token: string) =>
            send(`${server.origin}/v1/account`, { headers: { authorization: `Bearer ${token}` } })
          const first = yield* Fiber.join(yield* place(noisy.token, 1))
          assert.strictEqual(first.status, 201)
          assert.strictEqual((yield* read(quiet.token)).status, 200)
          // Locks rows that orders of the noisy account change, so that each takes about a second.
          const { orders, last } = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SELECT 1 FROM contacts WHERE account_id = ${noisy.account_id} FOR UPDATE`
              const one = yield* place(noisy.token, 2)
              yield* eventually(isLockAwaited)
              const others = [yield* place(noisy.token, 3), yield* place(noisy.token, 4), yield* place(noisy.token, 5)]
              // Later calls are admitted after them.
              for (let call = 0; call < 3; call++) assert.strictEqual((yield* read(quiet.token)).status, 200)
              const waiting = yield* Effect.forkChild(read(noisy.token))
              for (let call = 0; call < 5; call++) assert.strictEqual((yield* read(quiet.token)).status, 200)
              const ofChild = yield* Effect.forkChild(read(child.token))
              for (let call = 0; call < 5; call++) assert.strictEqual((yield* read(quiet.token)).status, 200)
              for (const last of [waiting, ofChild]) assert.isUndefined(last.pollUnsafe())
              return { orders: [one, ...others], last: [waiting, ofChild] }
            })
          )
          for (const each of last) assert.strictEqual((yield* Fiber.join(each)).status, 200)
          const answers = yield* Effect.forEach(orders, Fiber.join)
          for (const { status } of answers) assert.strictEqual(status, 201)
          return answers.length + 10
        })
      )
      reportRun("an account beyond its turns, and another", { runs: calls })
    })
  )
})
