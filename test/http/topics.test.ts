import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { seedAccount } from "../support/database/seed.ts"
import { contentType, encoded, onEitherOverSocket, Origin, send } from "../support/http/http.ts"
import { mailStep } from "../support/flows/flowRuns.ts"

const caller = Effect.gen(function* () {
  const origin = yield* Origin
  const { account_id, token } = yield* seedAccount({ scopes: Scope.literals })
  const call = (method: string, path: string, body?: unknown) =>
    send(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...contentType(body) },
      ...encoded(body)
    })
  const fieldsOf = (method: string, path: string, body?: unknown) =>
    Effect.map(call(method, path, body), ({ status, json }) => [
      status,
      ...json.error.details.map(({ field }: { readonly field: string }) => field)
    ])
  return { account_id, call, fieldsOf }
})

const sales = { key: "sales", names: { en: "Sales", de: "Angebote" } }
const flowOf = (topic: string) => ({
  name: "Reminder",
  definition: {
    trigger: { type: "order_placed" },
    filters: [],
    steps: [{ ...mailStep("mail"), topic }],
    entry: { type: "always" },
    exit: { on_purchase: false }
  }
})

onEitherOverSocket("topics", (it) => {
  it.effect("are created with a name in the account's language, listed by key, renamed and deleted", () =>
    Effect.gen(function* () {
      const { account_id, call, fieldsOf } = yield* caller
      const created = yield* call("POST", "/topics", sales)
      assert.deepStrictEqual(
        [created.status, created.json.data.key, created.json.data.names],
        [201, "sales", sales.names]
      )
      assert.deepStrictEqual(yield* fieldsOf("POST", "/topics", sales), [422, "key"])
      assert.deepStrictEqual(yield* fieldsOf("POST", "/topics", { key: "News!", names: { en: "" } }), [
        422,
        "key",
        "names.en"
      ])
      assert.deepStrictEqual(yield* fieldsOf("POST", "/topics", { key: "news", names: { fr: "Nouvelles" } }), [
        422,
        "names.en"
      ])
      yield* SqlClient.SqlClient.use((sql) => sql`UPDATE accounts SET language = 'fr' WHERE account_id = ${account_id}`)
      assert.strictEqual((yield* call("POST", "/topics", { key: "news", names: { fr: "Nouvelles" } })).status, 201)
      assert.deepStrictEqual(yield* fieldsOf("PATCH", "/topics/sales", { names: { de: "Angebote" } }), [
        422,
        "names.fr"
      ])
      const renamed = yield* call("PATCH", "/topics/sales", { names: { fr: "Offres" } })
      assert.deepStrictEqual(renamed.json.data.names, { fr: "Offres" })
      assert.deepStrictEqual(
        (yield* call("GET", "/topics")).json.data.map(({ key }: { readonly key: string }) => key),
        ["news", "sales"]
      )
      assert.deepStrictEqual((yield* call("DELETE", "/topics/sales")).json.data, renamed.json.data)
      for (const [method, body] of [
        ["GET", undefined],
        ["DELETE", undefined],
        ["PATCH", { names: {} }]
      ] as const)
        assert.strictEqual((yield* call(method, "/topics/sales", body)).status, 404)
    })
  )

  it.effect("are named by campaigns and steps of marketing e-mail of the account alone", () =>
    Effect.gen(function* () {
      const { call, fieldsOf } = yield* caller
      const campaign = { name: "May", channel: "email", topic: "sales" }
      assert.deepStrictEqual(yield* fieldsOf("POST", "/campaigns", campaign), [422, "topic"])
      assert.deepStrictEqual(yield* fieldsOf("POST", "/flows", flowOf("sales")), [422, "definition.steps.0.topic"])
      yield* call("POST", "/topics", sales)
      const { json } = yield* call("POST", "/campaigns", campaign)
      assert.strictEqual(json.data.topic, "sales")
      const path = `/campaigns/${json.data.id}`
      assert.deepStrictEqual(yield* fieldsOf("PATCH", path, { topic: "news" }), [422, "topic"])
      assert.isNull((yield* call("PATCH", path, { topic: null })).json.data.topic)
      assert.deepStrictEqual(yield* fieldsOf("POST", "/campaigns", { ...campaign, channel: "sms" }), [422, "topic"])
      assert.strictEqual((yield* call("POST", "/flows", flowOf("sales"))).status, 201)
      const { definition, ...flow } = flowOf("sales")
      const steps = [{ ...definition.steps[0], class: "transactional" }]
      assert.deepStrictEqual(yield* fieldsOf("POST", "/flows", { ...flow, definition: { ...definition, steps } }), [
        422,
        "definition.steps.0.topic"
      ])
    })
  )

  it.effect(
    "are left and joined for a contact with a line of the ledger each, and stay as they are unless they are named",
    () =>
      Effect.gen(function* () {
        const { call, fieldsOf } = yield* caller
        yield* call("POST", "/topics", sales)
        yield* call("POST", "/topics", { ...sales, key: "news" })
        const made = yield* call("POST", "/contacts", { email: "ada@shop.example" })
        const path = `/contacts/${made.json.data.id}/topics`
        const choose = (body: object) => Effect.map(call("POST", path, body), ({ json }) => json.data.left_topics)
        assert.deepStrictEqual(yield* choose({ leave: ["sales", "news"] }), ["news", "sales"])
        for (const body of [{}, { leave: [] }, { join: [] }, { leave: ["news"] }, { leave: ["news"], join: ["news"] }])
          assert.deepStrictEqual(yield* choose(body), ["news", "sales"])
        assert.deepStrictEqual(yield* choose({ join: ["sales"] }), ["news"])
        assert.deepStrictEqual(yield* fieldsOf("POST", path, { leave: ["gone"], join: ["sales", "old"] }), [
          422,
          "leave.0",
          "join.1"
        ])
        const { history, email } = (yield* call("GET", path.replace("/topics", "/consent"))).json.data
        const lines = history.flatMap(({ topic, to, cause }: Record<string, unknown>) =>
          topic == null ? [] : [`${String(topic)} ${String(to)} ${String(cause)}`]
        )
        assert.deepStrictEqual(lines.toSorted(), [
          "news unsubscribed api",
          "sales subscribed api",
          "sales unsubscribed api"
        ])
        assert.strictEqual(email.state, "never_subscribed")
        const unknown = path.replace(/con_\w+/, `con_${"0".repeat(26)}`)
        for (const other of [unknown, "/contacts/x/topics"])
          assert.strictEqual((yield* call("POST", other, { leave: ["news"] })).status, 404)
      })
  )

  it.effect("are not deleted while an active flow or a campaign under way is of them, and are missed after that", () =>
    Effect.gen(function* () {
      const { account_id, call, fieldsOf } = yield* caller
      const sql = yield* SqlClient.SqlClient
      yield* call("POST", "/topics", sales)
      yield* call("POST", "/topics", { ...sales, key: "sale" })
      const flow = yield* call("POST", "/flows", flowOf("sales"))
      const campaign = yield* call("POST", "/campaigns", { name: "May", channel: "email", topic: "sales" })
      const setStatus = (of: "flows" | "campaigns", status: string) =>
        sql`UPDATE ${sql(of)} SET status = ${status} WHERE account_id = ${account_id} AND name IN ('Reminder', 'May')`
      yield* setStatus("flows", "active")
      assert.match((yield* call("DELETE", "/topics/sales")).json.error.details[0].message, /^"Reminder"/)
      yield* setStatus("flows", "paused")
      yield* setStatus("campaigns", "scheduled")
      assert.match((yield* call("DELETE", "/topics/sales")).json.error.details[0].message, /^"May"/)
      assert.strictEqual((yield* call("DELETE", "/topics/sale")).status, 200)
      yield* setStatus("campaigns", "draft")
      assert.strictEqual((yield* call("DELETE", "/topics/sales")).status, 200)
      assert.deepStrictEqual(yield* fieldsOf("POST", `/flows/${flow.json.data.id}/activate`), [
        422,
        "definition.steps.0.topic"
      ])
      const { json } = yield* call("POST", `/campaigns/${campaign.json.data.id}/review`)
      assert.include(
        json.data.faults.map(({ field }: { readonly field: string }) => field),
        "topic"
      )
    })
  )
})
