import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administer } from "../support/database/administer.ts"
import { withDatabase } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import { countLost, noInconsistencies, startLoad, findInconsistencies } from "../support/faults/load.ts"
import { startPostgres } from "../support/database/postgres.ts"
import { startServer } from "../support/faults/processes.ts"
import { startDatabaseProxy } from "../support/faults/databaseProxy.ts"
import { timeLimit, quickOrFull, reportRun } from "../support/runner/runs.ts"
import { awaitRunsCompleted } from "../support/flows/flowOutcome.ts"
import { seedStarting } from "../support/flows/seedFlows.ts"
import { eventually } from "../support/faults/eventually.ts"

const clients = 16
const pause = quickOrFull(60, 20)
const bar = 5_000
// In the quick run just long enough to refuse calls that arrive meanwhile.
const silence = quickOrFull(0, 60_000)

/** A PostgreSQL of this test only, with a database. */
const ownPostgres = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const made = await mkdtemp(join(tmpdir(), "tally-restart-"))
      await chmod(made, 0o755)
      return made
    }),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
  )
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startPostgres(directory, [])),
    ({ stop }) => Effect.promise(stop)
  )
  yield* Effect.promise(() => administer(server.url("postgres"), "CREATE DATABASE shop"))
  return { server, settings: { DATABASE_URL: server.url("shop"), ENCRYPTION_KEY: "ab".repeat(32) } }
})

describe("a PostgreSQL that restarts, crashes and stops responding under load", () => {
  it.live(
    "causes only quick 503s: no acknowledged order is lost, and service recovers by itself",
    () =>
      Effect.gen(function* () {
        const { server: database, settings } = yield* ownPostgres
        const { account_id, token } = yield* withDatabase(settings)(seedStarting)
        const line = yield* startDatabaseProxy(settings)
        const server = yield* startServer(line.settings)
        const load = yield* startLoad(token, { clients, pause, targets: () => [server] })
        const refused = () => load.calls.filter(({ status }) => status === 503).length
        yield* load.served(100)
        const recoveries: Array<number> = []
        for (const signal of ["INT", "QUIT"] as const) {
          yield* Effect.promise(() => database.restart(signal))
          recoveries.push(yield* load.served(clients))
        }
        // The silence begins during an order, so that not all calls wait for admission.
        const hold = () => Effect.runSync(line.hold)
        yield* line.strike({ at: "place_orders", when: "before", what: hold, idle: new Set() })
        yield* eventually(Effect.sync(line.struck))
        const [from, before] = [yield* Clock.currentTimeMillis, refused()]
        yield* eventually(
          Effect.map(Clock.currentTimeMillis, (now) => now - from >= silence && refused() - before >= 2 * clients)
        )
        const silent = (yield* Clock.currentTimeMillis) - from
        yield* line.mend
        recoveries.push(yield* load.served(clients))
        yield* load.stop
        const slowest = Math.max(...load.calls.map(({ took }) => took))
        const lost = yield* countLost(server, token, load)
        reportRun("PostgreSQL restarted, crashed and silent", {
          runs: 3,
          worst: { value: Math.max(slowest, ...recoveries), bar, unit: "ms", of: "answer or recovery" },
          more: `${load.calls.length} calls, ${refused()} answers of 503, slowest ${slowest} ms, silent for ${silent} ms, back after ${recoveries.join(", ")} ms`
        })
        yield* withDatabase(settings)(awaitRunsCompleted(account_id))
        const wrong = yield* withDatabase(settings)(findInconsistencies(account_id, load))
        assert.deepStrictEqual({ lost, ...wrong }, noInconsistencies)
        const statuses = new Set(load.calls.map(({ status }) => status))
        assert.deepStrictEqual([...statuses.difference(new Set([200, 201, 503]))], [])
        assert.isBelow(slowest, timeLimit(bar))
        assert.isBelow(Math.max(...recoveries), timeLimit(bar))
        assert.strictEqual((yield* send(`${server.origin}/health/ready`)).status, 200)
      }),
    10 * 60_000
  )
})
