import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { firstRun } from "../../src/programs/accounts/FirstRun.ts"
import { FirstRunStoresLayer, operator } from "../support/browser/dashboard.ts"
import { databases, processesOn, withDatabase } from "../support/database/databases.ts"
import { type Call, startLoad } from "../support/faults/load.ts"
import { send } from "../support/http/http.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { repetitions, reportRun } from "../support/runner/runs.ts"

const rounds = repetitions(1, 30)
const together = Array.from({ length: 24 }, (_, at) => at)

/** A signed-in user, who may call any process. */
const signIn = Effect.fnUntraced(function* ({ origin }: RunningServer) {
  const json = { origin, "content-type": "application/json" }
  const api = `${origin}/dashboard/api`
  const { headers, json: answer } = yield* send(`${api}/session`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(operator)
  })
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const account = String(answer.data.accounts[0].id)
  return (server: RunningServer, method: string, path: string, body?: unknown) =>
    send(`${server.origin}/dashboard/api/accounts/${account}/tokens${path}`, {
      method,
      headers: { ...json, origin: server.origin, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
})

const begun = Effect.fnUntraced(function* (database: keyof typeof databases) {
  const settings = yield* databases[database]
  yield* withDatabase(settings)(
    Effect.gen(function* () {
      yield* firstRun(operator).pipe(Effect.provide(FirstRunStoresLayer))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET limit_per_minute = 1000000, limit_per_day = 1000000`
    })
  )
  const first = yield* startServer(settings)
  const others = Array.from({ length: processesOn(database, 3) - 1 }, () => settings)
  const servers = [first, ...(yield* Effect.forEach(others, startServer))]
  return { first, servers, at: (one: number) => servers[one % servers.length] ?? first, call: yield* signIn(first) }
})

/** The processes of a database, and a user signed in at the first. */
class Begun extends Context.Service<Begun, Effect.Success<ReturnType<typeof begun>>>()("tally/test/Begun") {}

// A caller without a valid token who keeps calling gets 429.
const refused = ({ status }: Call) => status === 401 || status === 429

for (const database of ["embedded", "PostgreSQL"] as const) {
  layer(Layer.effect(Begun, begun(database)), { excludeTestServices: true, timeout: "10 minutes" })(
    `credentials, ${database}`,
    (it) => {
      it.effect("are not accepted on requests sent after the revocation was acknowledged", () =>
        Effect.gen(function* () {
          const { first, servers, at, call } = yield* Begun
          let checked = 0
          for (let round = 0; round < rounds; round++) {
            const made = yield* call(first, "POST", "", { name: "tested", scopes: ["orders_write"], expires_in: null })
            const load = yield* startLoad(made.json.data.token, { clients: 12, pause: 0, targets: () => servers })
            yield* load.served(100)
            yield* call(at(round), "DELETE", `/${made.json.data.id}`)
            const answered = load.calls.length
            yield* Effect.repeat(
              Effect.sync(() => load.calls.filter(refused).length),
              { until: (count) => count >= 60, schedule: Schedule.spaced("5 millis") }
            )
            yield* load.stop
            const later = load.calls.slice(answered)
            checked += later.length
            assert.deepStrictEqual(
              later.filter((one) => !refused(one)),
              []
            )
          }
          reportRun(`revoked under load, ${database}`, { runs: rounds, more: `${checked} calls sent after the answer` })
        }).pipe(Effect.scoped)
      )

      it.effect("are limited to 25 active ones under concurrent creation, and concurrent renewals add up", () =>
        Effect.gen(function* () {
          const { first, at, call } = yield* Begun
          for (let round = 0; round < repetitions(1, 10); round++) {
            const input = { name: "raced", scopes: ["orders_write"], expires_in: "30d" }
            const made = yield* Effect.forEach([...together, ...together], (one) => call(at(one), "POST", "", input), {
              concurrency: "unbounded"
            })
            const good = made.filter(({ status }) => status === 200 || status === 201)
            assert.strictEqual(good.length, 25)
            const { id, expires_at } = good[0]?.json.data ?? {}
            yield* Effect.forEach(together, (one) => call(at(one), "POST", `/${id}/renew`), {
              concurrency: "unbounded"
            })
            const listed = yield* call(first, "GET", "?per_page=100")
            const renewed = listed.json.data.find((token: { id: string }) => token.id === id)
            assert.strictEqual(
              Date.parse(renewed.expires_at) - Date.parse(expires_at),
              together.length * 30 * 86_400_000
            )
            yield* Effect.forEach(good, ({ json }) => call(first, "DELETE", `/${json.data.id}`))
          }
          reportRun(`26th token and renewals raced, ${database}`, { runs: repetitions(1, 10) })
        })
      )
    }
  )
}
