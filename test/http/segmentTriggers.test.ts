import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EnrolmentsLayer } from "../../src/programs/flows/EnrolmentsLayer.ts"
import { ApplicationLayer } from "../../src/Server.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { onEither, settingsLayer } from "../support/database/databases.ts"
import { eventually } from "../support/faults/eventually.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { withFlows } from "../support/flows/withFlows.ts"
import { OriginLayer } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"

const conditions = [
  [{ field: "contact.tags", op: "contains", value: "vip" }],
  [{ field: "contact.first_name", op: "eq", value: "Bea" }]
]
const steps = [{ id: "end", type: "exit" }]

/** An account with an active flow of a segment whose first round is done. */
const withSegmentFlow = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const flows = yield* withFlows(name, [])
  const { account, call, write } = flows
  const created = yield* write("POST", "/segments", { name: "VIPs", conditions })
  const segment_id = String(created.json.data.id)
  const definition = { ...definitionOf(steps), trigger: { type: "entered_segment", segment_id } }
  const flow = yield* call("POST", `/accounts/${account}/flows`, { name: "Hello", definition })
  const path = `/accounts/${account}/flows/${flow.json.data.id}`
  yield* call("POST", `${path}/activate`)
  yield* eventually(
    Effect.map(
      sql`SELECT 1 FROM flows WHERE account_id = ${account} AND checked_until IS NOT NULL`,
      (rows) => rows.length === 1
    )
  )
  const starts = Effect.map(
    sql`SELECT contact_id FROM flow_runs WHERE account_id = ${account} ORDER BY created_at, run_id`,
    (rows) => rows.map(({ contact_id }) => contact_id)
  )
  const members = Effect.map(sql`SELECT contact_id FROM flow_segment_members WHERE account_id = ${account}`, (rows) =>
    rows.map(({ contact_id }) => contact_id)
  )
  return { ...flows, segment_id, definition, path, starts, members }
})

const layer = Layer.merge(
  OriginLayer,
  EnrolmentsLayer.pipe(
    Layer.provide(ApplicationLayer),
    Layer.provide(Keys.layer),
    Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32) }))
  )
)

onEither(
  "an entry into a segment",
  layer,
  (it) => {
    it.effect("starts the flow soon after the call that writes to the contact, and a merge starts nothing", () =>
      Effect.gen(function* () {
        const { write, starts, members } = yield* withSegmentFlow("soon")
        const post = (email: string, tags: ReadonlyArray<string>) =>
          Effect.map(write("POST", "/contacts", { email, tags }), ({ json }) => String(json.data.id))
        const ada = yield* post("ada@example.com", ["vip"])
        const other = yield* post("other@example.com", [])
        yield* eventually(Effect.map(starts, ({ length }) => length > 0))
        yield* write("POST", `/contacts/${other}/merge`, { from: ada })
        assert.deepStrictEqual(yield* members, [other])
        const bea = yield* post("bea@example.com", [])
        yield* write("PATCH", `/contacts/${bea}`, { first_name: "Bea" })
        yield* eventually(Effect.map(starts, ({ length }) => length > 1))
        assert.deepStrictEqual(yield* starts, [other, bea])
        assert.strictEqual((yield* write("DELETE", `/contacts/${bea}?erase=true`, {})).status, 200)
        assert.deepStrictEqual(yield* members, [other])
      })
    )

    it.effect("starts the flow soon after the order that brings it", () =>
      Effect.gen(function* () {
        const { write, starts } = yield* withSegmentFlow("order")
        const placed = yield* write("POST", "/orders/placed", orderBody({ shipping_address: { first_name: "Bea" } }))
        assert.strictEqual(placed.status, 201)
        yield* eventually(Effect.map(starts, ({ length }) => length === 1))
      })
    )

    it.effect("needs a segment, which is deleted after the flow alone", () =>
      Effect.gen(function* () {
        const { call, account, write, segment_id, definition, path } = yield* withSegmentFlow("needs")
        const trigger = { type: "entered_segment", segment_id: "seg_missing" }
        const other = { name: "Other", definition: { ...definition, trigger } }
        for (const [method, at] of [
          ["POST", `/accounts/${account}/flows`],
          ["PUT", path]
        ] as const) {
          const { status, json } = yield* call(method, at, other)
          assert.strictEqual(status, 422)
          assert.deepStrictEqual(json.error.details, [
            { field: "definition.trigger.segment_id", message: "Is no segment of this account" }
          ])
        }
        const remove = write("DELETE", `/segments/${segment_id}`, {})
        const refused = yield* remove
        assert.strictEqual(refused.status, 422)
        assert.include(refused.text, "Hello")
        yield* call("DELETE", path)
        assert.strictEqual((yield* remove).status, 200)
      })
    )
  },
  { excludeTestServices: true }
)
