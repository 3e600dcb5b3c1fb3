import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { databases, withDatabase } from "../support/database/databases.ts"
import { countLost, noInconsistencies, startLoad, findInconsistencies } from "../support/faults/load.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { quickOrFull, repetitions, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"
import { awaitRunsCompleted } from "../support/flows/flowOutcome.ts"
import { seedStarting } from "../support/flows/seedFlows.ts"

const rounds = repetitions(1, 50)

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`a server killed under load, ${database}`, () => {
    it.live(
      "loses no acknowledged order, counts none twice, and starts each flow once for each cause",
      () =>
        Effect.gen(function* () {
          const settings = yield* databases[database]
          // Orders of an account without flows skip the dispatch.
          const accounts = yield* withDatabase(settings)(Effect.all([seedAccount({ integrations: 1 }), seedStarting]))
          let server: RunningServer = yield* startServer(settings)
          const loads = yield* Effect.forEach(accounts, (account) =>
            Effect.map(startLoad(account.token, { clients: 8, pause: 10, targets: () => [server] }), (load) => ({
              ...account,
              load
            }))
          )
          const served = (more: number) =>
            Effect.forEach(loads, ({ load }) => load.served(more), { concurrency: "unbounded" })
          let slowest = 0
          for (let round = 1; round <= rounds; round++) {
            yield* served(15)
            const from = Date.now()
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
            yield* served(1)
            slowest = Math.max(slowest, Date.now() - from)
          }
          const losses = yield* Effect.forEach(loads, ({ load, token }) =>
            Effect.andThen(load.stop, countLost(server, token, load))
          )
          // An embedded database cannot be read while it is in use; `flows.test.ts` checks it by mails.
          if (database === "PostgreSQL")
            yield* withDatabase(settings)(Effect.forEach(accounts, ({ account_id }) => awaitRunsCompleted(account_id)))
          yield* server.end("SIGTERM")
          reportRun(`kill -9 under load, ${database}`, {
            runs: rounds,
            more: `${loads.flatMap(({ load }) => load.acknowledged()).length} acknowledged, back after ${slowest} ms at most`
          })
          const wrong = yield* withDatabase(settings)(
            Effect.forEach(loads, ({ account_id, load }, at) =>
              Effect.map(findInconsistencies(account_id, load), (found) => ({ lost: losses[at], ...found }))
            )
          )
          assert.deepStrictEqual(wrong, [noInconsistencies, noInconsistencies])
          const statuses = new Set(loads.flatMap(({ load }) => load.calls).map(({ status }) => status))
          assert.deepStrictEqual([...statuses.difference(new Set([null, 201]))], [])
        }),
      quickOrFull(10, 15) * 60_000
    )
  })
}
