import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { seedIntegration, seedToken } from "../support/database/seed.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { delayStep, mailStep } from "../support/flows/flowRuns.ts"
import { Origin, OriginLayer, post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"

/** An owner with an active flow that waits, then mails, and a run of it. */
const running = Effect.fnUntraced(function* (name: string) {
  const { call, account } = yield* ownerBrowser(name)
  yield* seedIntegration(account)
  const token = yield* seedToken(account)
  const definition = definitionOf([delayStep("wait", "2 days"), mailStep("mail")])
  const { json } = yield* call("POST", `/accounts/${account}/flows`, { name: "Thanks", definition })
  const path = `/accounts/${account}/flows/${json.data.id}`
  yield* call("POST", `${path}/activate`)
  const origin = yield* Origin
  const place = (order_id: number, email: string) =>
    post(`${origin}/v1/orders/placed`, token, orderBody({ order_id, email, shipment_status: "delivered" }))
  yield* place(1, "ada@example.com")
  const runs = (query = "") => Effect.map(call("GET", `${path}/runs${query}`), (found) => found.json.data)
  return { call, account, path, definition, flow_id: String(json.data.id), place, runs }
})

/** Queues a message of a run, as its next step would. */
const queueMessage = Effect.fnUntraced(function* (account: string, flow_id: string, run_id: string) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, layout, flow_id, run_id, step_id, body, status,
      due_at, created_at, updated_at)
    VALUES (${account}, 'msg_1', ${run_id}, 'con_1', 'email', 'flow', 'marketing', 'shell', ${flow_id}, ${run_id}, 'mail', '', 'held', ${at}, ${at}, ${at})`
})

onEither("ending flows", OriginLayer, (it) => {
  it.effect("cancels a run once, and skips its unsent messages", () =>
    Effect.gen(function* () {
      const { call, account, path, flow_id, runs } = yield* running("canceller")
      const [run] = yield* runs()
      yield* queueMessage(account, flow_id, run.id)
      for (const _ of [1, 2]) assert.strictEqual((yield* call("POST", `${path}/runs/${run.id}/cancel`)).status, 200)
      const [ended] = yield* runs()
      assert.deepInclude(ended, { status: "exited", reason: "cancelled", current_step: null })
      assert.deepInclude(ended.messages[0], { status: "skipped", reason: "the run was cancelled" })
      assert.strictEqual((yield* call("POST", `${path}/runs/run_none/cancel`)).status, 404)
      const stranger = yield* running("canceller2")
      assert.strictEqual((yield* stranger.call("POST", `${stranger.path}/runs/${run.id}/cancel`)).status, 404)
    })
  )

  it.effect("deletes a flow: its runs end, nothing starts it again, and its history stays", () =>
    Effect.gen(function* () {
      const { call, account, path, definition, flow_id, place, runs } = yield* running("deleter")
      const [run] = yield* runs()
      yield* queueMessage(account, flow_id, run.id)
      assert.strictEqual((yield* call("DELETE", path)).status, 200)
      yield* place(2, "grace@example.com")
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT status, reason, step FROM flow_runs WHERE account_id = ${account}`, [
        { status: "exited", reason: "flow_deleted", step: null }
      ])
      assert.deepStrictEqual(yield* sql`SELECT status, reason FROM messages WHERE account_id = ${account}`, [
        { status: "skipped", reason: "the flow was deleted" }
      ])
      const { json } = yield* call("GET", `/accounts/${account}/flows`)
      assert.notInclude(
        json.data.map(({ id }: { readonly id: string }) => id),
        flow_id
      )
      const shown = yield* call("GET", `/accounts/${account}/messages/msg_1`)
      assert.strictEqual(shown.json.data.flow_name, "Thanks")
      for (const [method, below, body] of [
        ["GET", ""],
        ["PUT", "", { name: "Thanks", definition }],
        ["POST", "/activate"],
        ["POST", "/pause"],
        ["GET", "/runs"],
        ["GET", "/versions"],
        ["GET", "/versions/1"],
        ["GET", "/report"],
        ["DELETE", ""]
      ] as const)
        assert.strictEqual((yield* call(method, path + below, body)).status, 404, `${method} ${below}`)
    })
  )

  it.effect("lists versions, newest first, and reads each as it was saved", () =>
    Effect.gen(function* () {
      const { call, path, definition } = yield* running("historian")
      const changed = { ...definition, steps: [mailStep("only")] }
      yield* call("PUT", path, { name: "Thanks", definition: changed })
      const { json } = yield* call("GET", `${path}/versions`)
      assert.deepStrictEqual(
        json.data.map(({ version }: { readonly version: number }) => version),
        [2, 1]
      )
      assert.deepStrictEqual((yield* call("GET", `${path}/versions/1`)).json.data.definition, definition)
      assert.strictEqual((yield* call("GET", `${path}/versions/3`)).status, 404)
    })
  )

  it.effect("filters runs by how they are and by the step that they are at", () =>
    Effect.gen(function* () {
      const { call, path, place, runs } = yield* running("filterer")
      yield* place(2, "grace@example.com")
      const [newest, oldest] = yield* runs()
      yield* call("POST", `${path}/runs/${newest.id}/cancel`)
      const ids = (query: string) =>
        Effect.map(runs(query), (rows) => rows.map(({ id }: { readonly id: string }) => id))
      assert.deepStrictEqual(yield* ids("?state=under_way"), [oldest.id])
      assert.deepStrictEqual(yield* ids("?state=exited"), [newest.id])
      assert.deepStrictEqual(yield* ids("?state=failed"), [])
      assert.deepStrictEqual(yield* ids("?step=wait"), [oldest.id])
      assert.deepStrictEqual(yield* ids("?step=mail"), [])
      assert.strictEqual((yield* call("GET", `${path}/runs?state=other`)).status, 422)
    })
  )
})
