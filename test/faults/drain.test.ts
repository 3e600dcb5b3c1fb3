import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/databases.ts"
import { lostOf, nothingWrong, startLoad, wrongOf } from "../support/load.ts"
import { startServer, unready } from "../support/processes.ts"
import { allowed, often, repeated, tell } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"

const rounds = repeated(1, 10)

// Nothing under way takes longer, so a stop that does waits for connections.
const bar = 10

/** The orders an account has. */
const keptOf = (account_id: string) =>
  Effect.map(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ order_id: bigint }>`SELECT order_id FROM orders WHERE account_id = ${account_id}`
    ),
    (rows) => rows.map(({ order_id }) => Number(order_id))
  )

/** A server under load is told to stop, and told again; what that came to once it has ended. */
const stoppedTwice = Effect.fnUntraced(function* (name: keyof typeof databases) {
  const settings = yield* databases[name]
  const { account_id, token } = yield* withDatabase(settings)(seedAccount({ integrations: 1 }))
  const server = yield* startServer(settings)
  const load = yield* startLoad(token, { clients: 16, pause: 0, targets: () => [server] })
  yield* load.served(40)
  const from = performance.now()
  process.kill(server.pid, "SIGTERM")
  yield* unready(server.origin)
  process.kill(server.pid, "SIGTERM")
  const ended = yield* server.ended
  const took = performance.now() - from
  yield* load.stop
  const acknowledged = new Set(load.acknowledged())
  const kept = yield* withDatabase(settings)(keptOf(account_id))
  const again = yield* startServer(settings)
  const lost = yield* lostOf(again, token, load)
  yield* again.end("SIGTERM")
  const wrong = yield* withDatabase(settings)(wrongOf(account_id, load))
  return {
    ended,
    took,
    wrong: { lost, ...wrong },
    unanswered: kept.filter((id) => !acknowledged.has(id)),
    calls: acknowledged.size
  }
}, Effect.scoped)

describe("SIGTERM", () => {
  it.live("sent twice under load lets all that was accepted finish, and ends with 0", () =>
    Effect.gen(function* () {
      let [slowest, calls] = [0, 0]
      for (const name of (["PostgreSQL", "embedded"] as const).slice(0, often(1, 2))) {
        for (let round = 0; round < rounds; round++) {
          const stop = yield* stoppedTwice(name)
          assert.deepStrictEqual(stop.ended, { code: 0, signal: null }, name)
          // Whatever was done was answered: nothing that was accepted is cut off.
          assert.deepStrictEqual(stop.unanswered, [], name)
          assert.deepStrictEqual(stop.wrong, nothingWrong, name)
          slowest = Math.max(slowest, stop.took)
          calls += stop.calls
        }
      }
      tell("SIGTERM twice under load", {
        runs: often(1, 2) * rounds,
        worst: { value: slowest / 1_000, bar, unit: "s", of: "stop" },
        more: `${calls} calls acknowledged`
      })
      assert.isBelow(slowest / 1_000, allowed(bar))
    })
  )
})
