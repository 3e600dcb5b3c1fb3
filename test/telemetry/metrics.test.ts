import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { readFile } from "node:fs/promises"
import { databases, embedded, withDatabase } from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { seedMailing } from "../support/flows/seedFlows.ts"
import { metrics } from "../support/http/metrics.ts"
import { startServer } from "../support/faults/processes.ts"
import { startDatabaseProxy } from "../support/faults/databaseProxy.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

const requests = (method: string, route: string, status: number) =>
  `tally_http_requests_total{method="${method}",route="${route}",status="${status}"}`

/** The addresses with a listener on a port, from /proc/net. */
const listeningOn = (port: string) =>
  Effect.promise(async () => {
    const addressOf = (hex: string) =>
      (hex.match(/../g) ?? [])
        .map((byte) => Number.parseInt(byte, 16))
        .reverse()
        .join(".")
    const tables = await Promise.all(["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8")))
    return tables
      .flatMap((table) => table.trim().split("\n").slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local = "", , state]) => state === "0A" && Number.parseInt(local.split(":")[1] ?? "", 16) === Number(port)
      )
      .map(([, local = ""]) => addressOf(local.split(":")[0] ?? ""))
  })

describe("the metrics of a server", () => {
  it.live("count calls by route and status, batches, flow starts and sends, without personal data", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const { account_id, token } = yield* withDatabase(settings)(
        seedMailing({ integrations: 1, per_day: 4, scopes: ["orders_write", "contacts_read"] })
      )
      const measured = yield* metrics
      const server = yield* startServer({ ...settings, ...measured.settings })
      const v1 = `${server.origin}/v1`
      const authorization = { headers: { authorization: `Bearer ${token}` } }
      const order = orderBody({ email: "grace.hopper@navy.example", shipment_status: "delivered" })
      yield* post(`${v1}/orders/placed`, token, order)
      yield* post(`${v1}/orders/placed`, token, { ...order, total: -1 })
      yield* send(`${v1}/contacts/con_grace.hopper`, authorization)
      yield* send(`${v1}/contacts?email=grace.hopper@navy.example`, authorization)
      yield* post(`${v1}/orders/placed`, token, order)
      for (const path of ["/grace.hopper", `/${account_id}/x`, `/v1/${token}`]) yield* send(`${server.origin}${path}`)
      const [skipped, purged] = [
        'tally_sends_total{channel="email",outcome="skipped"}',
        'tally_purged_total{table="sessions"}'
      ]
      // Backlogs are counted every 15 seconds, perhaps while the mail was queued.
      const backlog = 'tally_backlog{kind="email"}'
      yield* eventually(
        Effect.map(
          measured.scrape,
          ({ value }) => value(skipped) === 1 && value(purged) !== undefined && value(backlog) === 0
        )
      )
      const { text, value } = yield* measured.scrape
      assert.deepStrictEqual(
        [201, 422, 429].map((status) => value(requests("POST", "/v1/orders/placed", status))),
        [1, 1, 1]
      )
      assert.strictEqual(value(requests("GET", "/v1/contacts/:id", 404)), 1)
      assert.strictEqual(value(requests("GET", "/v1/contacts", 200)), 1)
      assert.strictEqual(value(requests("GET", "unknown", 404)), 3)
      const durations = 'tally_http_request_duration_seconds_count{method="POST",route="/v1/orders/placed"}'
      assert.strictEqual(value(durations), 3)
      assert.strictEqual(value('tally_rate_limited_total{budget="account"}'), 1)
      assert.strictEqual(value('tally_batch_size_sum{queue="orders"}'), 1)
      // The rejected call needs no admission query within a second after the window was used up.
      assert.include([7, 8], value('tally_batch_size_sum{queue="admissions"}'))
      assert.strictEqual(value('tally_queue_waiting{queue="orders"}'), 0)
      assert.strictEqual(value("tally_http_in_flight"), 0)
      assert.strictEqual(value("tally_flow_starts_total"), 1)
      assert.strictEqual(value("tally_flow_lag_seconds_count"), 1)
      assert.isBelow(value("tally_flow_lag_seconds_sum") ?? Infinity, 60)
      assert.strictEqual(value(backlog), 0)
      assert.strictEqual(value(purged), 0)
      assert.isAbove(value("process_resident_memory_bytes") ?? 0, 1e7)
      const leaked = [account_id, token, "hopper", "navy", "127.0.0.1"].filter((secret) => text.includes(secret))
      assert.deepStrictEqual(leaked, [])
    })
  )

  it.live("are served on a separate port only, which is closed by default", () =>
    Effect.gen(function* () {
      const measured = yield* metrics
      const server = yield* startServer({ ...(yield* embedded), ...measured.settings })
      assert.strictEqual((yield* send(`${server.origin}/metrics`)).status, 404)
      const { status } = yield* Effect.promise(() => fetch(`${measured.origin}/health/live`))
      assert.strictEqual(status, 404)
      yield* server.end("SIGTERM")
      yield* startServer(yield* embedded)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(measured.scrape)))
    })
  )

  it.live("are served on loopback, unless METRICS_HOST is set", () =>
    Effect.gen(function* () {
      const [alone, shown] = [yield* metrics, yield* metrics]
      yield* startServer({ ...(yield* embedded), ...alone.settings })
      yield* startServer({ ...(yield* embedded), ...shown.settings, METRICS_HOST: "0.0.0.0" })
      assert.deepStrictEqual(yield* listeningOn(alone.settings.METRICS_PORT), ["127.0.0.1"])
      assert.deepStrictEqual(yield* listeningOn(shown.settings.METRICS_PORT), ["0.0.0.0"])
    })
  )

  it.live("show an unreachable database, and the pool", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const { token } = yield* withDatabase(settings)(seedAccount())
      const line = yield* startDatabaseProxy(settings)
      const measured = yield* metrics
      const server = yield* startServer({ ...line.settings, ...measured.settings, DATABASE_CONNECTIONS: "3" })
      const before = yield* measured.scrape
      const pool = ["in_use", "idle", "waiting"].map((state) => before.value(`tally_database_pool{state="${state}"}`))
      assert.strictEqual((pool[0] ?? 0) + (pool[1] ?? 0), 3)
      yield* line.cut
      assert.strictEqual((yield* post(`${server.origin}/v1/orders/placed`, token, orderBody())).status, 503)
      const { value } = yield* measured.scrape
      assert.isAbove(value('tally_database_errors_total{reason="ConnectionError"}') ?? 0, 0)
      assert.isAbove(value("tally_database_retries_total") ?? 0, 0)
      assert.isAbove(value("tally_database_unavailable_total") ?? 0, 0)
      assert.strictEqual(value(requests("POST", "/v1/orders/placed", 503)), 1)
    })
  )
})
