import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Step } from "../../src/domain/flows/Step.ts"
import { makeId } from "../../src/domain/values/Id.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { AdvanceRuns } from "../../src/programs/flows/AdvanceRuns.ts"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { IngestEvents } from "../../src/programs/events/IngestEvents.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { Events } from "../../src/store/events/Events.ts"
import { IdempotencyKeys } from "../../src/store/events/IdempotencyKeys.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import {
  activateFlow,
  delayStep,
  mailStep,
  placeDelivered,
  runDueSteps,
  runsOf,
  sentSteps,
  settleAfter
} from "../support/flows/flowRuns.ts"

const PartsLayer = Layer.mergeAll(PlaceOrders.layer, IngestEvents.layer, AdvanceRuns.layer).pipe(
  Layer.provide([Orders.layer, Events.layer, IdempotencyKeys.layer, FlowFacts.layer, FlowRuns.layer]),
  Layer.provide(StepActions.layer.pipe(Layer.provide(ContactFields.layer))),
  Layer.provide([Messages.layer, Deliveries.layer, SuppressionList.layerMemory]),
  Layer.provide(EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]))),
  Layer.provide(FlowVersions.layer),
  Layer.provideMerge(Layer.mergeAll(Flows.layer, FlowRuns.layer))
)

const waiting = (awaited: object, more: object = {}) =>
  ({
    id: "wait",
    type: "wait_for",
    for: awaited,
    timeout: "2 days",
    happened: [mailStep("thanks")],
    timed_out: [mailStep("reminder")],
    ...more
  }) as Step

const event = Effect.fnUntraced(function* (
  account_id: string,
  event_type: string,
  more: { readonly email?: string; readonly data?: object; readonly clock_offset?: number } = {}
) {
  const { email = "ada@example.com", data = {}, clock_offset = 0 } = more
  return yield* (yield* IngestEvents).ingest({
    account_id,
    event_id: yield* makeId("evt"),
    new_contact_id: yield* makeId("con"),
    email,
    phone: null,
    contact_id: null,
    event_type,
    event_time: yield* Clock.currentTimeMillis,
    event_data: JSON.stringify(data),
    keyed: null,
    clock_offset
  })
})

const signedUp = { type: "event", event_type: "signed_up" } as const

onEither("a wait for an order or event", PartsLayer, (it) => {
  it.effect("goes on at once when it comes, and takes the other branch when it does not", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, {
        trigger: signedUp,
        steps: [waiting({ type: "order_placed" }), mailStep("end")]
      })
      yield* event(account_id, "signed_up")
      yield* event(account_id, "signed_up", { email: "grace@example.com" })
      yield* settleAfter("1 day")
      yield* event(account_id, "other")
      yield* runDueSteps
      assert.deepStrictEqual(yield* sentSteps(account_id), [])
      yield* placeDelivered(account_id, 1n, null)
      yield* runDueSteps
      assert.sameMembers(yield* sentSteps(account_id), ["thanks", "end"])
      yield* settleAfter("1 day")
      yield* placeDelivered(account_id, 2n, null)
      yield* placeDelivered(account_id, 3n, null, { email: "grace@example.com" })
      yield* settleAfter("9 days")
      assert.sameMembers((yield* sentSteps(account_id)).slice(2), ["reminder", "end"])
    })
  )

  it.effect("counts only what its conditions take, and never what started the run", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const where = [[{ field: "event.event_data.plan", op: "eq", value: "gold" }]]
      const steps = [waiting(signedUp, { where })]
      yield* activateFlow(account_id, { trigger: signedUp, entry: { type: "once" }, steps })
      yield* event(account_id, "signed_up", { data: { plan: "gold" } })
      yield* event(account_id, "signed_up", { data: { plan: "blue" } })
      yield* runDueSteps
      assert.deepStrictEqual(yield* sentSteps(account_id), [])
      yield* event(account_id, "signed_up", { data: { plan: "gold" } })
      yield* runDueSteps
      assert.deepStrictEqual(yield* sentSteps(account_id), ["thanks"])
    })
  )

  it.effect("counts what comes in the same transaction as its start, but after it", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, { trigger: signedUp, entry: { type: "once" }, steps: [waiting(signedUp)] })
      // The first is written alone; the others wait for it, and share a transaction.
      yield* Effect.forEach(
        ["first", "ada", "ada", "grace"],
        (name) => event(account_id, "signed_up", { email: `${name}@example.com` }),
        { concurrency: "unbounded" }
      )
      yield* runDueSteps
      assert.deepStrictEqual(yield* sentSteps(account_id), ["thanks"])
    })
  )

  it.effect("counts what comes while the flow is paused, unless the time was over by then", () =>
    Effect.gen(function* () {
      const flows = yield* Flows
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const flow_id = yield* activateFlow(account_id, { trigger: signedUp, steps: [waiting({ type: "order_placed" })] })
      yield* event(account_id, "signed_up")
      yield* event(account_id, "signed_up", { email: "late@example.com" })
      yield* settleAfter("1 day")
      yield* flows.setStatus(account_id, flow_id, "paused")
      yield* placeDelivered(account_id, 1n, null)
      yield* settleAfter("1 day")
      yield* placeDelivered(account_id, 2n, null, { email: "late@example.com" })
      yield* runDueSteps
      assert.deepStrictEqual(
        (yield* runsOf(account_id)).map(({ status }) => status),
        ["held", "held"]
      )
      yield* flows.setStatus(account_id, flow_id, "active")
      yield* runDueSteps
      assert.deepStrictEqual((yield* sentSteps(account_id)).toSorted(), ["reminder", "thanks"])
    })
  )

  it.effect("shows what it waits for, and until when", () =>
    Effect.gen(function* () {
      const { list } = yield* FlowRuns
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const flow_id = yield* activateFlow(account_id, { steps: [waiting(signedUp)] })
      yield* placeDelivered(account_id, 1n)
      const awaited = Effect.map(list(account_id, flow_id, { page: 1, per_page: 10 }), ({ data }) =>
        data.map(({ awaits, status }) => [awaits, status])
      )
      yield* runDueSteps
      assert.deepStrictEqual(yield* awaited, [[signedUp, "waiting"]])
      yield* event(account_id, "signed_up")
      assert.deepStrictEqual(yield* awaited, [[null, "queued"]])
    })
  )

  it.effect("takes one branch when both come at the same moment, by any number of processes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const later = [delayStep("pause", "1 hour"), mailStep("later")]
      yield* activateFlow(account_id, {
        steps: [
          waiting(signedUp, { timed_out: [mailStep("reminder"), ...later], happened: [mailStep("thanks"), ...later] })
        ]
      })
      const emails = Array.from({ length: 40 }, (_, n) => `c${n}@example.com`)
      yield* Effect.forEach(emails, (email, at) => placeDelivered(account_id, BigInt(at + 1), "delivered", { email }), {
        concurrency: 8
      })
      yield* TestClock.adjust("2 days")
      // The clock of the process that takes the events is a millisecond behind.
      const comes = (email: string) => event(account_id, "signed_up", { email, clock_offset: -1 })
      yield* Effect.all([runDueSteps, Effect.forEach(emails.toReversed(), comes, { concurrency: 8 }), runDueSteps], {
        concurrency: 3,
        discard: true
      })
      yield* settleAfter("1 minute")
      yield* settleAfter("2 hours")
      const rows = yield* sql`SELECT array_agg(step_id ORDER BY created_at) AS steps FROM messages
        WHERE account_id = ${account_id} GROUP BY run_id`
      assert.lengthOf(rows, emails.length)
      for (const { steps } of rows) {
        assert.include([["thanks", "later"].join(), ["reminder", "later"].join()], String(steps))
      }
      assert.deepStrictEqual([...new Set((yield* runsOf(account_id)).map(({ status }) => status))], ["completed"])
    })
  )
})
