import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/databases.ts"
import { post } from "../support/http.ts"
import { type RunningServer, startServer } from "../support/processes.ts"
import { body } from "../support/races.ts"
import { seedAccount } from "../support/seed.ts"

const rounds = 3
const enough = 30

const definition = {
  trigger: { type: "order_received" },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps: [
    { id: "first", type: "send_email", subject: "First", html: "<p>First</p>" },
    { id: "wait", type: "delay", duration: "1 second" },
    { id: "tag", type: "add_tag", tag: "waited" },
    { id: "second", type: "send_email", subject: "Second", html: "<p>Second</p>" }
  ]
}

const seeded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount({ integrations: 1 })
  yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, created_at, updated_at)
    VALUES (${account.account_id}, 'flo_1', 'Tested', 'active', 1, 'order_received', now(), now())`
  yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
    VALUES (${account.account_id}, 'flo_1', 1, ${JSON.stringify(definition)}::json, now())`
  return account
})

const outcome = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [figures] = yield* sql`
    SELECT (SELECT count(*)::int FROM flow_triggers WHERE account_id = ${account_id} AND type = 'order_received') AS causes,
      (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id}) AS starts,
      (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id} AND status = 'completed') AS completed,
      (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id} AND moves <> 4) AS uneven,
      (SELECT count(*)::int FROM messages WHERE account_id = ${account_id}) AS messages,
      (SELECT count(DISTINCT (run_id, step_id))::int FROM messages WHERE account_id = ${account_id}) AS steps`
  return figures
})

/** Delivers orders from all sides, to any of the servers, until so many were acknowledged. */
const deliver = (
  servers: ReadonlyArray<RunningServer>,
  token: string,
  ids: { next: number },
  acknowledged: Ref.Ref<number>,
  until: number
) => {
  const shop = Effect.gen(function* () {
    for (;;) {
      const order_id = ids.next++
      const server = servers[order_id % servers.length]
      yield* post(
        `${server?.origin}/v1/orders/placed`,
        token,
        body({ order_id, email: `buyer${order_id}@example.com`, shipment_status: "delivered" })
      )
      if ((yield* Ref.updateAndGet(acknowledged, (before) => before + 1)) >= until) return
    }
  })
  return Effect.raceAll(Array.from({ length: 8 }, () => shop))
}

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`flows of a server that is killed, ${database}`, () => {
    it.live(
      "start once for each cause and do each step once, whatever was cut off",
      () =>
        Effect.gen(function* () {
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seeded)
          const acknowledged = yield* Ref.make(0)
          const ids = { next: 1 }
          for (let round = 1; round <= rounds; round++) {
            const server = yield* startServer(settings)
            yield* deliver([server], token, ids, acknowledged, round * enough)
            yield* server.end("SIGKILL")
          }
          // The embedded database is seen from outside only while no server runs.
          const look = Effect.gen(function* () {
            const server = yield* startServer(settings)
            yield* Effect.sleep("4 seconds")
            yield* server.end("SIGTERM")
            return yield* withDatabase(settings)(outcome(account_id))
          })
          const figures = yield* Effect.repeat(look, {
            until: (now) => now?.["completed"] === now?.["causes"],
            times: 12
          })
          const causes = figures?.["causes"]
          assert.isAtLeast(Number(causes), rounds * enough)
          assert.deepStrictEqual(figures, {
            causes,
            starts: causes,
            completed: causes,
            uneven: 0,
            messages: 2 * Number(causes),
            steps: 2 * Number(causes)
          })
        }),
      180_000
    )
  })
}

describe("flows of several servers, one of them killed", () => {
  it.live(
    "go on elsewhere within 30 seconds",
    () =>
      Effect.gen(function* () {
        const settings = yield* databases.PostgreSQL
        const { account_id, token } = yield* withDatabase(settings)(seeded)
        const servers = yield* Effect.all([startServer(settings), startServer(settings), startServer(settings)])
        yield* deliver(servers, token, { next: 1 }, yield* Ref.make(0), 200)
        const killed = Date.now()
        yield* servers[0].end("SIGKILL")
        const figures = yield* withDatabase(settings)(
          outcome(account_id).pipe(
            Effect.tap(() => Effect.sleep("500 millis")),
            Effect.repeat({ until: (now) => now?.["completed"] === now?.["causes"] }),
            Effect.timeout("45 seconds"),
            Effect.catch(() => outcome(account_id))
          )
        )
        const causes = figures?.["causes"]
        console.log(`${causes} runs, all done ${Date.now() - killed} ms after a server was killed`)
        assert.deepStrictEqual(figures, {
          causes,
          starts: causes,
          completed: causes,
          uneven: 0,
          messages: 2 * Number(causes),
          steps: 2 * Number(causes)
        })
        assert.isBelow(Date.now() - killed, 30_000)
      }),
    180_000
  )
})
