import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { postgres, withBareDatabase, withDatabase } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import { countLost, noInconsistencies, startLoad, findInconsistencies } from "../support/faults/load.ts"
import { startServer } from "../support/faults/processes.ts"
import { timeLimit, seededRandom, repetitions, randomSeed, reportRun } from "../support/runner/runs.ts"
import { awaitRunsCompleted } from "../support/flows/flowOutcome.ts"
import { seedStarting } from "../support/flows/seedFlows.ts"

const bar = 5_000
const clients = 16
const rounds = repetitions(40, 400)

/** Terminates one backend of the service, every fourth time any, else the next active one. Returns its query. */
const terminateOne = Effect.fnUntraced(function* (chance: () => number) {
  const sql = yield* SqlClient.SqlClient
  const [any, drawn] = [chance() < 0.25, String(chance())]
  const terminated = sql<{ state: string }>`
    SELECT state, pg_terminate_backend(pid) FROM (
      SELECT pid, state FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'tally' AND pid <> pg_backend_pid()
        -- A backend that just starts has no state yet.
        AND state IS NOT NULL AND (${any}::boolean OR state <> 'idle')
      ORDER BY md5(pid || ${drawn}::text) LIMIT 1) AS one`
  const [one] = yield* Effect.repeat(terminated, {
    until: ({ length }) => length > 0,
    schedule: Schedule.spaced("1 millis")
  })
  return one?.state ?? "none"
})

describe("a PostgreSQL whose backends are terminated one by one at random, under load", () => {
  it.live(
    "costs a retry or a quick 503: no order is lost or doubled, each flow starts once, and service recovers by itself",
    () =>
      Effect.gen(function* () {
        const settings = yield* postgres
        const { account_id, token } = yield* withDatabase(settings)(seedStarting)
        const server = yield* startServer(settings)
        const load = yield* startLoad(token, { clients, pause: 5, targets: () => [server] })
        const chance = seededRandom()
        const states: Array<string> = []
        let back = 0
        yield* Effect.gen(function* () {
          for (let round = 0; round < rounds; round++) {
            yield* load.served(1 + Math.floor(chance() * 20))
            states.push(yield* terminateOne(chance))
            back = Math.max(back, yield* load.served(clients))
          }
        }).pipe(withBareDatabase({ ...settings, DATABASE_CONNECTIONS: "1" }))
        yield* load.stop
        const lost = yield* countLost(server, token, load)
        yield* withDatabase(settings)(awaitRunsCompleted(account_id))
        const slowest = Math.max(...load.calls.map(({ took }) => took))
        const refused = load.calls.filter(({ status }) => status === 503).length
        const atWork = states.filter((state) => state !== "idle").length
        reportRun("backends terminated at random", {
          runs: rounds,
          worst: { value: Math.max(slowest, back), bar, unit: "ms", of: "answer or recovery" },
          more: `${atWork} of them at work, ${load.calls.length} calls, ${refused} answers of 503, seed ${randomSeed}`
        })
        const wrong = yield* withDatabase(settings)(findInconsistencies(account_id, load))
        assert.deepStrictEqual({ lost, ...wrong }, noInconsistencies)
        const statuses = new Set(load.calls.map(({ status }) => status))
        assert.deepStrictEqual([...statuses.difference(new Set([200, 201, 503]))], [])
        assert.notInclude(states, "none")
        assert.isAbove(atWork, 0)
        assert.isBelow(Math.max(slowest, back), timeLimit(bar))
        assert.strictEqual((yield* send(`${server.origin}/health/ready`)).status, 200)
        assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
      }),
    10 * 60_000
  )
})
