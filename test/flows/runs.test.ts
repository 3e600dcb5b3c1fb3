import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { AdvanceRuns } from "../../src/programs/flows/AdvanceRuns.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { onEither } from "../support/database/databases.ts"
import {
  activateFlow,
  placeDelivered,
  settleAfter,
  mailStep,
  runsOf,
  sentSteps,
  runDueSteps,
  delayStep
} from "../support/flows/flowRuns.ts"
import { seedAccount } from "../support/database/seed.ts"

const brokenDeliveries = Layer.mock(Deliveries)({
  record: (deliveries) => (deliveries.length === 0 ? Effect.void : Effect.die(new Error("It broke")))
})

const PartsLayer = Layer.mergeAll(PlaceOrders.layer, AdvanceRuns.layer).pipe(
  Layer.provide([
    Orders.layer,
    StepActions.layer.pipe(Layer.provide([ContactFields.layer, Messages.layer, FlowsLayer, brokenDeliveries])),
    FlowFacts.layer,
    FlowRuns.layer,
    EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]))
  ]),
  Layer.provide([FlowVersions.layer, SuppressionList.layerMemory]),
  Layer.provideMerge(Layer.merge(Flows.layer, FlowRuns.layer))
)

onEither("runs", PartsLayer, (it) => {
  it.effect("stay on the version they started with", () =>
    Effect.gen(function* () {
      const flows = yield* Flows
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const flow_id = yield* activateFlow(account_id, { steps: [delayStep("wait", "1 day"), mailStep("old")] })
      yield* placeDelivered(account_id, 1n)
      const { name, definition } = yield* flows.read(account_id, flow_id)
      yield* flows.update(account_id, flow_id, { name, definition: { ...definition, steps: [mailStep("new")] } })
      yield* placeDelivered(account_id, 2n)
      yield* settleAfter("1 day")
      assert.sameMembers(yield* sentSteps(account_id), ["old", "new"])
    })
  )

  it.effect("stop at a pause and continue after it", () =>
    Effect.gen(function* () {
      const flows = yield* Flows
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const flow_id = yield* activateFlow(account_id, { steps: [delayStep("wait", "1 day"), mailStep("late")] })
      yield* placeDelivered(account_id, 1n)
      yield* flows.setStatus(account_id, flow_id, "paused")
      yield* settleAfter("3 days")
      assert.deepStrictEqual(yield* runsOf(account_id), [
        { status: "held", reason: "flow_paused", step: "wait", version: 1 }
      ])
      yield* flows.setStatus(account_id, flow_id, "active")
      yield* runDueSteps
      assert.deepStrictEqual(yield* sentSteps(account_id), ["late"])
    })
  )

  it.effect("end when they are due if their flow was deleted and the deletion was cut off before it ended them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, { steps: [delayStep("wait", "1 day"), mailStep("never")] })
      yield* placeDelivered(account_id, 1n)
      yield* sql`UPDATE flows SET status = 'paused', deleted_at = now() WHERE account_id = ${account_id}`
      yield* settleAfter("2 days")
      assert.deepStrictEqual(yield* runsOf(account_id), [
        { status: "exited", reason: "flow_deleted", step: null, version: 1 }
      ])
    })
  )

  it.effect("end at a purchase while they wait", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, {
        exit: { on_purchase: true },
        steps: [delayStep("wait", "1 day"), mailStep("never")]
      })
      yield* placeDelivered(account_id, 1n)
      yield* placeDelivered(account_id, 2n, null)
      yield* settleAfter("2 days")
      assert.deepStrictEqual(yield* sentSteps(account_id), [])
      assert.deepStrictEqual(yield* runsOf(account_id), [
        { status: "exited", reason: "purchase", step: null, version: 1 }
      ])
    })
  )

  it.effect("claimed twice, also concurrently, repeat no step", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const steps = yield* AdvanceRuns
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, { steps: [mailStep("a"), mailStep("b"), mailStep("c")] })
      yield* placeDelivered(account_id, 1n)
      const [run] = yield* sql<{ run_id: string }>`SELECT run_id FROM flow_runs WHERE account_id = ${account_id}`
      const again = Effect.repeat(steps.advance([{ account_id, run_id: run?.run_id ?? "" }]), { times: 2 })
      yield* Effect.all([again, again, again, runDueSteps], { concurrency: 4 })
      assert.deepStrictEqual((yield* sentSteps(account_id)).toSorted(), ["a", "b", "c"])
      const [run_] = yield* sql<{ moves: number }>`SELECT moves FROM flow_runs WHERE account_id = ${account_id}`
      assert.strictEqual(run_?.moves, 3)
    })
  )

  it.effect("are parked with a reason when a step keeps failing, without affecting other runs", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const other = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, {
        steps: [{ id: "hook", type: "webhook", url: "https://example.com" }, mailStep("never")]
      })
      yield* activateFlow(other.account_id, {})
      yield* placeDelivered(account_id, 1n)
      yield* placeDelivered(other.account_id, 1n)
      yield* runDueSteps
      assert.deepStrictEqual(yield* sentSteps(other.account_id), ["only"])
      yield* Effect.repeat(settleAfter("10 minutes"), { times: 4 })
      assert.deepStrictEqual(yield* runsOf(account_id), [
        { status: "failed", reason: "step_failed: Error", step: "hook", version: 1 }
      ])
    })
  )

  it.effect("with unreadable state are retried alone, without affecting other runs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const hasFirstName = [[{ field: "contact.first_name", op: "exists" }]] as const
      yield* activateFlow(account_id, {
        steps: [
          { id: "split", type: "split", if: hasFirstName, then: [mailStep("named")], else: [mailStep("unnamed")] }
        ]
      })
      yield* placeDelivered(account_id, 1n)
      yield* placeDelivered(account_id, 2n, "delivered", { email: "bob@example.com" })
      // State as a newer version might write it.
      yield* sql`UPDATE contacts SET custom_fields = '[1]' WHERE account_id = ${account_id} AND email = 'bob@example.com'`
      yield* runDueSteps
      assert.deepStrictEqual(yield* sentSteps(account_id), ["unnamed"])
      assert.sameDeepMembers(
        (yield* runsOf(account_id)).map(({ status, reason }) => [status, reason]),
        [
          ["completed", null],
          ["waiting", "step_failed: SchemaError"]
        ]
      )
    })
  )

  it.effect("of one account never delay those of another", () =>
    Effect.gen(function* () {
      const dueRuns = yield* FlowRuns
      const noisy = yield* seedAccount({ integrations: 1 })
      const quiet = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(noisy.account_id, {})
      yield* activateFlow(quiet.account_id, {})
      yield* Effect.forEach(
        Array.from({ length: 100 }, (_, at) => BigInt(at + 1)),
        (id) => placeDelivered(noisy.account_id, id),
        {
          concurrency: 32
        }
      )
      yield* placeDelivered(quiet.account_id, 1n)
      const now = yield* Clock.currentTimeMillis
      const taken = yield* dueRuns.claim({ now, limit: 10 })
      assert.lengthOf(taken, 10)
      assert.lengthOf(
        taken.filter(({ account_id }) => account_id === quiet.account_id),
        1
      )
      // Lost claims are taken again only after their lease.
      assert.lengthOf(yield* dueRuns.claim({ now, limit: 10 }), 0)
      yield* TestClock.adjust("16 seconds")
      const after = yield* Clock.currentTimeMillis
      const again = yield* dueRuns.claim({ now: after, limit: 10 })
      assert.sameMembers(
        again.map(({ run_id }) => run_id),
        taken.map(({ run_id }) => run_id)
      )
    })
  )
})
