import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { FlowActs } from "../../src/flows/FlowActs.ts"
import { FlowDispatcher } from "../../src/flows/FlowDispatcher.ts"
import { FlowSteps } from "../../src/flows/FlowSteps.ts"
import { QueuedRuns } from "../../src/flows/QueuedRuns.ts"
import { Messages } from "../../src/messages/Messages.ts"
import { PlaceOrders } from "../../src/programs/PlaceOrders.ts"
import { WriteContacts } from "../../src/programs/WriteContacts.ts"
import { Contacts } from "../../src/store/Contacts.ts"
import { Definitions } from "../../src/store/Definitions.ts"
import { Deliveries } from "../../src/store/Deliveries.ts"
import { FlowFacts } from "../../src/store/FlowFacts.ts"
import { FlowRuns } from "../../src/store/FlowRuns.ts"
import { Flows } from "../../src/store/Flows.ts"
import { FlowStarts } from "../../src/store/FlowStarts.ts"
import { FlowTags } from "../../src/store/FlowTags.ts"
import { FlowWakes } from "../../src/store/FlowWakes.ts"
import { IdempotencyKeys } from "../../src/store/IdempotencyKeys.ts"
import { Orders } from "../../src/store/Orders.ts"
import { RememberedConsents } from "../../src/store/RememberedConsents.ts"
import { onBoth } from "../support/databases.ts"
import { activate, deliver, later, mail, wait } from "../support/flowRuns.ts"
import { seedAccount } from "../support/seed.ts"

const PartsLayer = Layer.mergeAll(PlaceOrders.layer, FlowSteps.layer, WriteContacts.layer).pipe(
  Layer.provide([
    Contacts.layer,
    IdempotencyKeys.layer,
    Orders.layer,
    FlowActs.layer.pipe(
      Layer.provide([FlowTags.layer, Messages.layer, Layer.mock(Deliveries)({ record: () => Effect.void })])
    ),
    FlowFacts.layer,
    FlowDispatcher.layer.pipe(Layer.provide([FlowStarts.layer, QueuedRuns.layer]))
  ]),
  Layer.provideMerge(FlowRuns.layer),
  Layer.provide([Messages.layer, Definitions.layer, RememberedConsents.layerMemory]),
  Layer.provideMerge(Layer.merge(Flows.layer, FlowWakes.layer))
)

const steps = [wait("wait", "1 day"), mail("after")]

/** Two contacts that an order each brought into a flow. */
const twoInFlow = Effect.fnUntraced(function* (entry: "once" | "always") {
  const { account_id } = yield* seedAccount({ integrations: 1 })
  yield* activate(account_id, { entry: { type: entry }, steps })
  const [one, two] = yield* Effect.forEach(["one@example.com", "two@example.com"], (email, at) =>
    deliver(account_id, BigInt(at + 1), "delivered", { email }).pipe(
      Effect.map(({ order }) => order.contact_id ?? ""),
      // One run is the first.
      Effect.tap(TestClock.adjust("1 second"))
    )
  )
  if (one === undefined || two === undefined) return yield* Effect.die("No contacts")
  const { merge } = yield* WriteContacts
  return {
    account_id,
    one,
    two,
    merged: merge({ account_id, contact_id: one, from: two, cause: "api", actor: "test" }, { dry: false })
  }
})

const stateOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const runs = yield* sql`SELECT contact_id, status, reason FROM flow_runs
    WHERE account_id = ${account_id} ORDER BY order_id`
  const messages = yield* sql`SELECT contact_id, step_id FROM messages WHERE account_id = ${account_id}`
  return { runs: runs.map((row) => [row["contact_id"], row["status"], row["reason"]]), messages }
})

onBoth("runs of contacts that are merged", PartsLayer, (it) => {
  it.effect("go on for the one that stays, each as often as it was started", () =>
    Effect.gen(function* () {
      const { account_id, one, merged } = yield* twoInFlow("always")
      yield* merged
      yield* later("1 day")
      const { runs, messages } = yield* stateOf(account_id)
      assert.deepStrictEqual(runs, [
        [one, "completed", null],
        [one, "completed", null]
      ])
      const mailTo = { contact_id: one, step_id: "after" }
      assert.deepStrictEqual(messages, [mailTo, mailTo])
    })
  )

  it.effect("go on where the person entered first, in a flow that is entered once, and start no more", () =>
    Effect.gen(function* () {
      const { account_id, one, merged } = yield* twoInFlow("once")
      yield* merged
      yield* deliver(account_id, 3n, "delivered", { email: "one@example.com" })
      yield* later("1 day")
      const { runs, messages } = yield* stateOf(account_id)
      assert.deepStrictEqual(runs, [
        [one, "completed", null],
        [one, "exited", "merged"]
      ])
      assert.deepStrictEqual(messages, [{ contact_id: one, step_id: "after" }])
    })
  )

  it.effect("are not moved by a step that read them before", () =>
    Effect.gen(function* () {
      const runs = yield* FlowRuns
      const sql = yield* SqlClient.SqlClient
      const { account_id, two, merged } = yield* twoInFlow("always")
      const keys = yield* sql<{ account_id: string; run_id: string }>`SELECT account_id, run_id FROM flow_runs
        WHERE account_id = ${account_id} AND contact_id = ${two}`
      const [read] = yield* runs.read(keys)
      if (read === undefined) return assert.fail("No run")
      yield* merged
      const after = { status: "completed", reason: null, step: null, due_at: 0, attempts: 0 } as const
      assert.deepStrictEqual(yield* runs.move([{ run: read, after, now: 0 }]), [])
    })
  )
})
