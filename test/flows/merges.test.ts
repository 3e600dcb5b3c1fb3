import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { AdvanceRuns } from "../../src/programs/flows/AdvanceRuns.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { WriteContacts } from "../../src/programs/contacts/WriteContacts.ts"
import { Contacts } from "../../src/store/contacts/Contacts.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { IdempotencyKeys } from "../../src/store/events/IdempotencyKeys.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { onEither } from "../support/database/databases.ts"
import { activateFlow, placeDelivered, settleAfter, mailStep, delayStep } from "../support/flows/flowRuns.ts"
import { seedAccount } from "../support/database/seed.ts"

const PartsLayer = Layer.mergeAll(PlaceOrders.layer, AdvanceRuns.layer, WriteContacts.layer).pipe(
  Layer.provide([
    Contacts.layer,
    IdempotencyKeys.layer,
    Orders.layer,
    StepActions.layer.pipe(
      Layer.provide([
        ContactFields.layer,
        Messages.layer,
        FlowsLayer,
        Layer.mock(Deliveries)({ record: () => Effect.void })
      ])
    ),
    FlowFacts.layer,
    EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]))
  ]),
  Layer.provideMerge(FlowRuns.layer),
  Layer.provide([Messages.layer, FlowVersions.layer, SuppressionList.layerMemory]),
  Layer.provideMerge(Layer.merge(Flows.layer, FlowRuns.layer))
)

const steps = [delayStep("wait", "1 day"), mailStep("after")]

/** Two contacts with an order and a flow run each. */
const twoInFlow = Effect.fnUntraced(function* (entry: "once" | "always") {
  const { account_id } = yield* seedAccount({ integrations: 1 })
  yield* activateFlow(account_id, { entry: { type: entry }, steps })
  const [one, two] = yield* Effect.forEach(["one@example.com", "two@example.com"], (email, at) =>
    placeDelivered(account_id, BigInt(at + 1), "delivered", { email }).pipe(
      Effect.map(({ order }) => order.contact_id ?? ""),
      // The earlier run is kept.
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

onEither("runs of merged contacts", PartsLayer, (it) => {
  it.effect("continue for the remaining contact, each as often as it was started", () =>
    Effect.gen(function* () {
      const { account_id, one, merged } = yield* twoInFlow("always")
      yield* merged
      yield* settleAfter("1 day")
      const { runs, messages } = yield* stateOf(account_id)
      assert.deepStrictEqual(runs, [
        [one, "completed", null],
        [one, "completed", null]
      ])
      const mailTo = { contact_id: one, step_id: "after" }
      assert.deepStrictEqual(messages, [mailTo, mailTo])
    })
  )

  it.effect("leave one request and one turn of each product: the open and the earlier one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, one, two, merged } = yield* twoInFlow("always")
      const at = (hour: number) => `2026-01-01T0${hour}:00:00Z`
      for (const [product, contact, asked, answered] of [
        ["both", one, 3, null],
        ["both", two, 2, null],
        ["answered", one, 1, 2],
        ["answered", two, 3, null],
        ["open", one, 3, null],
        ["open", two, 1, 2],
        ["own", two, 4, null]
      ] as const)
        yield* sql`INSERT INTO restock_requests (account_id, product_id, variant_id, contact_id, asked_at, answered_at)
          VALUES (${account_id}, ${product}, '', ${contact}, ${at(asked)}::timestamptz, ${answered === null ? null : at(answered)}::timestamptz)`
      for (const [product, contact] of [
        ["both", one],
        ["both", two],
        ["own", two]
      ] as const)
        yield* sql`INSERT INTO product_turns (account_id, flow_id, product_id, contact_id, asked, since, happened_at, place, due_at)
          VALUES (${account_id}, 'flo_1', ${product}, ${contact}, true, now(), now(), 0, now())`
      yield* merged
      const requests =
        yield* sql`SELECT product_id || ' ' || to_char(asked_at AT TIME ZONE 'UTC', 'HH24') AS asked, contact_id FROM restock_requests
        WHERE account_id = ${account_id} ORDER BY 1`
      assert.deepStrictEqual(
        requests.map(({ asked, contact_id }) => [asked, contact_id]),
        ["answered 03", "both 02", "open 03", "own 04"].map((asked) => [asked, one])
      )
      const turns =
        yield* sql`SELECT product_id, contact_id FROM product_turns WHERE account_id = ${account_id} ORDER BY 1`
      assert.deepStrictEqual(
        turns.map(({ product_id, contact_id }) => [product_id, contact_id]),
        ["both", "own"].map((product) => [product, one])
      )
    })
  )

  it.effect("keep the earlier run of a flow with entry once, and start no further one", () =>
    Effect.gen(function* () {
      const { account_id, one, merged } = yield* twoInFlow("once")
      yield* merged
      yield* placeDelivered(account_id, 3n, "delivered", { email: "one@example.com" })
      yield* settleAfter("1 day")
      const { runs, messages } = yield* stateOf(account_id)
      assert.deepStrictEqual(runs, [
        [one, "completed", null],
        [one, "exited", "merged"]
      ])
      assert.deepStrictEqual(messages, [{ contact_id: one, step_id: "after" }])
    })
  )

  it.effect("are not moved back by a step that read them before the merge", () =>
    Effect.gen(function* () {
      const runs = yield* FlowRuns
      const sql = yield* SqlClient.SqlClient
      const { account_id, two, merged } = yield* twoInFlow("always")
      const keys = yield* sql<{ account_id: string; run_id: string }>`SELECT account_id, run_id FROM flow_runs
        WHERE account_id = ${account_id} AND contact_id = ${two}`
      const [read] = yield* runs.read(keys)
      if (read === undefined) return assert.fail("No run")
      yield* merged
      const after = {
        status: "completed",
        reason: null,
        step: null,
        due_at: 0,
        attempts: 0,
        awaits: null,
        arrived: false
      } as const
      assert.deepStrictEqual(yield* runs.move([{ run: read, after, now: 0 }]), [])
    })
  )
})
