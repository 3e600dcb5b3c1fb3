import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { flowTemplates } from "../../src/domain/templates/flowTemplates.ts"
import { sampleShop } from "../../src/domain/templates/shopAddress.ts"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { onEither } from "../support/database/databases.ts"
import { engineLayer, testAccountAt } from "../support/flows/engine.ts"
import { activateFlow, sentSteps } from "../support/flows/flowRuns.ts"
import { EnrolWatched } from "../../src/programs/flows/EnrolWatched.ts"

const layer = Layer.mergeAll(
  engineLayer,
  EnrolWatched.layer.pipe(Layer.provide(FlowsLayer), Layer.provide(FlowVersions.layer))
)

// Several processes look at the same time.
const look = Effect.flatMap(EnrolWatched, ({ absence: { enrol } }) =>
  Effect.forEach([1, 2, 3], () => enrol, { concurrency: 3, discard: true })
)

const trigger = { type: "no_order_for", duration: "60 days" } as const
const steps = [{ id: "tag", type: "add_tag", tag: "absent" }] as const

const starters = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT email FROM flow_runs r JOIN contacts c USING (account_id, contact_id)
    WHERE account_id = ${account_id} AND cause = 'no_order_for' ORDER BY r.created_at, email`
  return rows.map(({ email }) => email)
})

onEither("a flow for contacts without an order", layer, (it) => {
  it.effect("starts once for each absence, and not for one that was over before", () =>
    Effect.gen(function* () {
      const { account_id, order, until } = yield* testAccountAt("2026-01-01T09:00:00Z", "UTC")
      const at = (time: string, email: string) => ({ email, placed_at: Date.parse(time) })
      yield* order(1n, null, at("2025-10-01T09:00:00Z", "long@example.com"))
      yield* activateFlow(account_id, { trigger, steps })
      yield* look
      yield* order(2n, null, at("2026-01-01T09:00:00Z", "ada@example.com"))
      yield* order(3n, null, at("2026-01-01T09:00:00Z", "grace@example.com"))
      yield* until("2026-02-20T09:00:00Z")
      yield* look
      yield* order(4n, null, at("2026-02-20T09:00:00Z", "grace@example.com"))
      yield* until("2026-03-02T08:59:00Z")
      yield* look
      assert.deepStrictEqual(yield* starters(account_id), [])
      yield* until("2026-03-02T09:01:00Z")
      yield* look
      yield* look
      assert.deepStrictEqual(yield* starters(account_id), ["ada@example.com"])
      yield* order(5n, null, at("2026-03-02T09:01:00Z", "ada@example.com"))
      yield* until("2026-06-30T09:00:00Z")
      yield* look
      assert.sameMembers(
        [...(yield* starters(account_id))],
        ["ada@example.com", "ada@example.com", "grace@example.com"]
      )
    })
  )

  it.effect("starts for an absence that comes true before the first look after the activation", () =>
    Effect.gen(function* () {
      const { account_id, order, until } = yield* testAccountAt("2026-03-02T08:59:30Z", "UTC")
      const at = (time: string, email: string) => ({ email, placed_at: Date.parse(time) })
      yield* order(1n, null, at("2026-01-01T08:59:00Z", "before@example.com"))
      yield* order(2n, null, at("2026-01-01T09:00:00Z", "after@example.com"))
      yield* activateFlow(account_id, { trigger, steps })
      yield* until("2026-03-02T09:02:00Z")
      yield* look
      assert.deepStrictEqual(yield* starters(account_id), ["after@example.com"])
    })
  )

  it.effect("starts for contacts whose last orders are of one moment, however many, and not while it is paused", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const flows = yield* Flows
      const { account_id, order, until } = yield* testAccountAt("2026-01-01T09:00:00Z", "UTC")
      const flow_id = yield* activateFlow(account_id, { trigger, steps: [{ id: "end", type: "exit" }] })
      yield* look
      yield* order(1n, null, {})
      const copies = sql`generate_series(2, 1100) AS n`
      yield* sql`INSERT INTO contacts SELECT made.* FROM contacts c, ${copies},
          jsonb_populate_record(c, jsonb_build_object('contact_id', 'con_' || n,
            'email', 'c' || n || '@example.com', 'email_key', 'c' || n || '@example.com')) AS made
        WHERE c.account_id = ${account_id}`
      yield* sql`INSERT INTO orders SELECT made.* FROM orders o, ${copies},
          jsonb_populate_record(o, jsonb_build_object('contact_id', 'con_' || n, 'order_id', n)) AS made
        WHERE o.account_id = ${account_id}`
      yield* until("2026-03-02T09:01:00Z")
      yield* look
      assert.lengthOf(yield* starters(account_id), 1_100)
      yield* order(2_000n, null, { email: "late@example.com", placed_at: Date.parse("2026-03-02T09:01:00Z") })
      yield* flows.setStatus(account_id, flow_id, "paused")
      yield* until("2026-06-01T09:00:00Z")
      yield* look
      yield* flows.setStatus(account_id, flow_id, "active")
      yield* look
      yield* look
      assert.lengthOf(yield* starters(account_id), 1_100)
    })
  )

  it.effect("plays the win-back template on the clock of a test account", () =>
    Effect.gen(function* () {
      const { account_id, order, until } = yield* testAccountAt("2026-01-01T09:00:00Z", "UTC")
      const template = flowTemplates.find(({ key }) => key === "win-back")
      assert.isDefined(template)
      yield* activateFlow(account_id, template.definition(sampleShop))
      yield* look
      for (const [id, email] of [
        [1n, "ada@example.com"],
        [2n, "grace@example.com"]
      ] as const) {
        yield* order(id, null, { email, accepts_email_marketing: true })
      }
      const sent = Effect.map(sentSteps(account_id), (steps) => steps.toSorted())
      yield* until("2026-03-02T09:01:00Z")
      yield* look
      yield* until("2026-03-02T09:02:00Z")
      assert.deepStrictEqual(yield* sent, ["miss", "miss"])
      yield* order(3n, null, { email: "grace@example.com" })
      yield* until("2026-04-02T09:00:00Z")
      assert.deepStrictEqual(yield* sent, ["last", "miss", "miss"])
    })
  )
})
