import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { Origin, OriginLayer, post } from "../support/http/http.ts"
import { seedIntegration, seedToken } from "../support/database/seed.ts"

const definition = {
  trigger: { type: "order_received" },
  filters: [[{ field: "order.total", op: "gte", value: 50 }]],
  entry: { type: "after", duration: "30 days" },
  exit: { on_purchase: false },
  steps: [
    { id: "s1", type: "delay", duration: "2 days" },
    { id: "s2", type: "send_email", subject: "Thank you {{ contact.first_name }}", html: "<p>{{ order.total }}</p>" }
  ]
}

const none = { under_way: 0, finished: 0, messages: 0, captured: 0, at_least: false }

onEither("flows in the dashboard", OriginLayer, (it) => {
  it.effect("start with two ready-made flows, paused", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("starter")
      const { json } = yield* call("GET", `/accounts/${account}/flows`)
      assert.deepStrictEqual(
        json.data.map(({ name, status }: { name: string; status: string }) => `${name}: ${status}`).toSorted(),
        ["First order welcome: paused", "Thank you after delivery: paused"]
      )
      assert.strictEqual(json.pagination.total_count, 2)
      for (const { counts } of json.data) assert.deepStrictEqual(counts, none)
    })
  )

  it.effect("are created, read, saved as new versions, activated and paused", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("author")
      const made = yield* call("POST", `/accounts/${account}/flows`, { name: "Thanks", definition })
      assert.strictEqual(made.status, 201)
      const { id, ...flow } = made.json.data
      assert.deepInclude(flow, { name: "Thanks", status: "paused", version: 1, definition })
      const path = `/accounts/${account}/flows/${id}`
      assert.deepStrictEqual((yield* call("GET", path)).json, made.json)
      assert.strictEqual((yield* call("PUT", path, { name: "Thanks", definition })).json.data.version, 2)
      for (const version of [1, 3, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
        assert.strictEqual(
          (yield* call("PUT", path, { name: "Thanks", definition, version })).status,
          409,
          `${version}`
        )
      }
      assert.strictEqual((yield* call("POST", `${path}/activate`)).json.data.status, "active")
      assert.strictEqual((yield* call("POST", `${path}/pause`)).json.data.status, "paused")
      assert.strictEqual((yield* call("GET", `/accounts/${account}/flows/flo_none`)).status, 404)
    })
  )

  it.effect("are refused with every issue by its path", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("mistaken")
      const refused = yield* call("POST", `/accounts/${account}/flows`, {
        name: "Wrong",
        definition: {
          ...definition,
          steps: [
            { id: "s1", type: "delay", duration: "1 day" },
            { id: "s1", type: "send_sms", text: "{{ contact.shoe_size }} {% if %}" },
            { id: "s2", type: "teleport" }
          ]
        }
      })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(refused.json.error.details.map(({ field }: { field: string }) => field).toSorted(), [
        "definition.steps.1.id",
        "definition.steps.1.text",
        "definition.steps.2"
      ])
    })
  )

  it.effect("show their runs to members of the account only", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("runner")
      const stranger = yield* ownerBrowser("stranger")
      yield* seedIntegration(account)
      const token = yield* seedToken(account)
      const { json } = yield* call("POST", `/accounts/${account}/flows`, { name: "Thanks", definition })
      const path = `/accounts/${account}/flows/${json.data.id}`
      yield* call("POST", `${path}/activate`)
      yield* post(`${yield* Origin}/v1/orders/placed`, token, {
        order_id: 7,
        email: "ada@example.com",
        total: 60,
        currency: "USD",
        order_date: "2026-05-04T09:30:00Z",
        shipment_status: "delivered"
      })
      const runs = yield* call("GET", `${path}/runs`)
      assert.strictEqual(runs.json.pagination.total_count, 1)
      const [{ id, contact_id, due_at, started_at, updated_at, ...run }] = runs.json.data
      assert.match(id, /^run_/)
      assert.match(contact_id, /^con_/)
      assert.strictEqual(Date.parse(due_at) - Date.parse(started_at), 2 * 86_400_000)
      assert.strictEqual(updated_at, started_at)
      assert.deepStrictEqual(run, {
        contact: "ada@example.com",
        cause: { type: "order_received", order_id: 7, event_id: null },
        version: 1,
        status: "waiting",
        reason: null,
        current_step: "s1",
        awaits: null,
        ended_at: null,
        messages: []
      })
      for (const tail of ["", "/runs"]) assert.strictEqual((yield* stranger.call("GET", `${path}${tail}`)).status, 404)
      const own = `/accounts/${stranger.account}/flows/${json.data.id}`
      for (const tail of ["", "/runs"]) assert.strictEqual((yield* stranger.call("GET", `${own}${tail}`)).status, 404)
      assert.strictEqual((yield* stranger.call("POST", `${own}/pause`)).status, 404)
    })
  )

  it.effect("are listed with counts of running and ended runs and of messages, over the newest 10,000 runs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("counter")
      const other = yield* ownerBrowser("neighbour")
      const make = (name: string) => call("POST", `/accounts/${account}/flows`, { name, definition })
      const [few, many] = [(yield* make("Few")).json.data.id, (yield* make("Many")).json.data.id]
      const run = (flow_id: string, key: string, status: string) =>
        sql`INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, exit_on_purchase,
            status, due_at, created_at, updated_at, ended_at)
          SELECT ${account}, 'run_' || ${key}, ${flow_id}, 1, 'con_1', 'event', ${key}, false,
            ${status}, now(), now(), now(), CASE WHEN ${status} IN ('completed', 'exited', 'failed') THEN now() END`
      const message = (account_id: string, key: string, status: string) =>
        sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, flow_id, body, status, due_at,
            created_at, updated_at)
          VALUES (${account_id}, 'msg_' || ${key}, ${key}, 'con_1', 'email', 'flow', ${few}, '', ${status}, now(), now(), now())`
      for (const status of ["queued", "running", "waiting", "held", "completed", "exited", "failed"])
        yield* run(few, `few_${status}`, status)
      for (const status of ["queued", "held", "sent", "captured", "failed", "skipped", "bounced", "clicked"])
        yield* message(account, status, status)
      yield* message(other.account, "other", "sent")
      yield* run(many, "many_0", "waiting")
      yield* sql`INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, exit_on_purchase,
          status, due_at, created_at, updated_at, ended_at)
        SELECT ${account}, 'run_many_' || to_char(n, 'FM00000'), ${many}, 1, 'con_1', 'event', 'many' || n, false,
          'completed', now(), now(), now(), now() FROM generate_series(1, 10000) n`
      const { json } = yield* call("GET", `/accounts/${account}/flows`)
      const counts = new Map(json.data.map((flow: { id: string; counts: unknown }) => [flow.id, flow.counts]))
      assert.deepStrictEqual(counts.get(few), { under_way: 4, finished: 3, messages: 3, captured: 1, at_least: false })
      assert.deepStrictEqual(counts.get(many), {
        under_way: 0,
        finished: 10_000,
        messages: 0,
        captured: 0,
        at_least: true
      })
    })
  )
})
