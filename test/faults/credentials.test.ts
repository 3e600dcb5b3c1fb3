import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { operator } from "../support/dashboard.ts"
import { databases, withDatabase } from "../support/databases.ts"
import { type Call, startLoad } from "../support/load.ts"
import { send } from "../support/http.ts"
import { type RunningServer, startServer } from "../support/processes.ts"
import { repeated, tell } from "../support/runs.ts"

const rounds = repeated(1, 30)
const together = Array.from({ length: 24 }, (_, at) => at)

/** A person at the dashboard of one process, who may use that of any. */
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

const started = Effect.gen(function* () {
  const settings = yield* databases.PostgreSQL
  const owner = { OWNER_EMAIL: operator.email, OWNER_PASSWORD: operator.password }
  const servers = yield* Effect.all([
    startServer({ ...settings, ...owner }),
    startServer(settings),
    startServer(settings)
  ])
  const call = yield* signIn(servers[0])
  const sql = Effect.flatMap(
    SqlClient.SqlClient,
    (client) => client`UPDATE accounts SET limit_per_minute = 1000000, limit_per_day = 1000000`
  )
  yield* withDatabase(settings)(sql)
  return { servers, call }
})

/** Three processes, and somebody signed in to the dashboard of the first. */
class Three extends Context.Service<Three, Effect.Success<typeof started>>()("tally/test/Three") {
  static readonly layer = Layer.effect(this, started)
}

// A stranger who keeps calling is told to wait.
const refused = ({ status }: Call) => status === 401 || status === 429

layer(Three.layer, { excludeTestServices: true, timeout: "10 minutes" })("credentials on three processes", (it) => {
  it.effect("let nothing in that was sent after a revocation was answered", () =>
    Effect.gen(function* () {
      const { servers, call } = yield* Three
      let checked = 0
      for (let round = 0; round < rounds; round++) {
        const made = yield* call(servers[0], "POST", "", { name: "tested", scopes: ["orders_write"], expires_in: null })
        const load = yield* startLoad(made.json.data.token, { clients: 12, pause: 0, targets: () => servers })
        yield* load.served(100)
        yield* call(servers[round % 3] ?? servers[0], "DELETE", `/${made.json.data.id}`)
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
      tell("revoked under load, 3 processes", { runs: rounds, more: `${checked} calls sent after the answer` })
    }).pipe(Effect.scoped)
  )

  it.effect("are at most 25 of an account when creations race, and renewals that race add up", () =>
    Effect.gen(function* () {
      const { servers, call } = yield* Three
      const at = (one: number) => servers[one % 3] ?? servers[0]
      for (let round = 0; round < repeated(1, 10); round++) {
        const input = { name: "raced", scopes: ["orders_write"], expires_in: "30d" }
        const made = yield* Effect.forEach([...together, ...together], (one) => call(at(one), "POST", "", input), {
          concurrency: "unbounded"
        })
        const good = made.filter(({ status }) => status === 200 || status === 201)
        assert.strictEqual(good.length, 25)
        const { id, expires_at } = good[0]?.json.data ?? {}
        yield* Effect.forEach(together, (one) => call(at(one), "POST", `/${id}/renew`), { concurrency: "unbounded" })
        const listed = yield* call(servers[0], "GET", "?per_page=100")
        const renewed = listed.json.data.find((token: { id: string }) => token.id === id)
        assert.strictEqual(Date.parse(renewed.expires_at) - Date.parse(expires_at), together.length * 30 * 86_400_000)
        yield* Effect.forEach(good, ({ json }) => call(servers[0], "DELETE", `/${json.data.id}`))
      }
      tell("26th token and renewals raced, 3 processes", { runs: repeated(1, 10) })
    })
  )
})
