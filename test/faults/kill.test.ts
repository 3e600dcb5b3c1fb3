import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { databases, withDatabase } from "../support/databases.ts"
import { lostOf, startLoad, wrongOf } from "../support/load.ts"
import { type RunningServer, startServer } from "../support/processes.ts"
import { often, repeated, tell } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"

const rounds = repeated(1, 50)

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`a server killed under load, ${database}`, () => {
    it.live(
      "loses nothing it has acknowledged, and counts nothing twice",
      () =>
        Effect.gen(function* () {
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seedAccount({ integrations: 1 }))
          let server: RunningServer = yield* startServer(settings)
          const load = yield* startLoad(token, { clients: 16, pause: 10, targets: () => [server] })
          let slowest = 0
          for (let round = 1; round <= rounds; round++) {
            yield* load.served(30)
            const from = Date.now()
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
            yield* load.served(1)
            slowest = Math.max(slowest, Date.now() - from)
          }
          yield* load.stop
          const lost = yield* lostOf(server, token, load)
          yield* server.end("SIGTERM")
          tell(`kill -9 under load, ${database}`, {
            runs: rounds,
            more: `${load.acknowledged().length} acknowledged, back after ${slowest} ms at most`
          })
          const wrong = yield* withDatabase(settings)(wrongOf(account_id, load))
          assert.deepStrictEqual({ lost, ...wrong }, { lost: 0, doubled: 0, starts: 0, unexpected: 0 })
          const statuses = new Set(load.calls.map(({ status }) => status))
          assert.deepStrictEqual([...statuses.difference(new Set([null, 201]))], [])
        }),
      often(10, 15) * 60_000
    )
  })
}
