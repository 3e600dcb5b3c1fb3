import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { AdvanceRuns } from "../../src/programs/flows/AdvanceRuns.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { ReadReports } from "../../src/programs/reports/ReadReports.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { Campaigns } from "../../src/store/campaigns/Campaigns.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import {
  activateFlow,
  delayStep,
  mailStep,
  placeDelivered,
  runDueSteps,
  settleAfter
} from "../support/flows/flowRuns.ts"
import { PlacingLayer } from "../support/programs.ts"

const brokenDeliveries = Layer.mock(Deliveries)({
  record: (deliveries) => (deliveries.length === 0 ? Effect.void : Effect.die(new Error("It broke")))
})

const PartsLayer = Layer.mergeAll(
  PlacingLayer,
  AdvanceRuns.layer.pipe(
    Layer.provide(
      StepActions.layer.pipe(Layer.provide([ContactFields.layer, Messages.layer, FlowsLayer, brokenDeliveries]))
    ),
    Layer.provide([FlowFacts.layer, FlowRuns.layer, FlowVersions.layer])
  ),
  ReadReports.layer.pipe(Layer.provide([Campaigns.layer, TestClocks.layer])),
  FlowRuns.layer
).pipe(Layer.provideMerge(Flows.layer))

const steps = [
  mailStep("first"),
  delayStep("wait", "1 day"),
  {
    id: "split",
    type: "split" as const,
    if: [[{ field: "order.total", op: "gte" as const, value: 50 }]],
    then: [mailStep("large")],
    else: [{ id: "small", type: "add_tag" as const, tag: "small" }]
  }
]

onEither("the report of a flow", PartsLayer, (it) => {
  it.effect("counts each run once at each step that it enters, and where runs wait", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const flow_id = yield* activateFlow(account_id, { steps })
      const reports = yield* ReadReports
      const entered = Effect.map(reports.flow({ id: account_id, timezone: "UTC" }, flow_id, 7), ({ steps: all }) =>
        all.map(({ step_id, entered: runs, waiting }) => `${step_id}: ${runs}, ${waiting}`)
      )
      yield* placeDelivered(account_id, 1n)
      yield* runDueSteps
      yield* placeDelivered(account_id, 2n, "delivered", { email: "grace@example.com", total: "5" })
      // The same orders again start nothing.
      yield* placeDelivered(account_id, 1n)
      yield* runDueSteps
      assert.deepStrictEqual(yield* entered, ["first: 2, 0", "wait: 2, 2"])
      yield* settleAfter("1 day")
      assert.deepStrictEqual(yield* entered, ["first: 2, 0", "large: 1, 0", "small: 1, 0", "split: 2, 0", "wait: 2, 0"])
      const { runs } = yield* reports.flow({ id: account_id, timezone: "UTC" }, flow_id, 7)
      assert.deepStrictEqual(runs, { started: 2, under_way: 0, completed: 2, exited: 0, failed: 0 })
      // A week later all of it is outside the period.
      yield* TestClock.adjust("8 days")
      assert.deepStrictEqual(yield* entered, [])
      assert.strictEqual((yield* reports.flow({ id: account_id, timezone: "UTC" }, flow_id, 7)).runs.started, 0)
    })
  )

  it.effect("counts no entry when a run waits to try its step again", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const webhook = { id: "call", type: "webhook" as const, url: "https://example.com/broken" }
      const flow_id = yield* activateFlow(account_id, { steps: [webhook] })
      yield* placeDelivered(account_id, 1n)
      yield* runDueSteps
      yield* settleAfter("6 seconds")
      const { steps: all } = yield* (yield* ReadReports).flow({ id: account_id, timezone: "UTC" }, flow_id, 7)
      assert.deepStrictEqual(
        all.map(({ step_id, entered, waiting, sums }) => [step_id, entered, waiting, sums.audience]),
        [["call", 1, 1, 1]]
      )
    })
  )

  it.effect("counts the outcomes of messages apart, with unsubscriptions by link and net revenue", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const flow_id = yield* activateFlow(account_id, { steps: [mailStep("mail")] })
      const at = new Date(yield* Clock.currentTimeMillis)
      const statuses = [
        "sent",
        "sent",
        "captured",
        "clicked",
        "bounced",
        "skipped",
        "skipped",
        "failed",
        "queued",
        "held"
      ]
      const reasons: Readonly<Record<number, string>> = { 5: "frequency cap", 6: "the run was cancelled" }
      for (const [index, status] of statuses.entries())
        yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, layout, flow_id, step_id, body, status, reason,
            due_at, created_at, updated_at)
          VALUES (${account_id}, ${`msg_z${index}`}, ${`k${index}`}, 'con_1', 'email', 'flow', 'marketing', 'shell', ${flow_id}, 'mail', '', ${status}, ${reasons[index] ?? null},
            ${at}, ${at}, ${at})`
      for (const message_id of ["msg_z0", "msg_z3", "msg_z4"])
        for (const kind of ["delivered", "clicked"])
          yield* sql`INSERT INTO message_events (account_id, message_id, event_key, kind, at) VALUES (${account_id}, ${message_id}, ${kind}, ${kind}, ${at})`
      for (const [cause, refused] of [
        ["unsubscribe_link", false],
        ["unsubscribe_link", true],
        ["api", false]
      ] as const)
        yield* sql`INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
            effective_at, recorded_at)
          VALUES (${account_id}, 'con_1', 'email', 'subscribed', 'unsubscribed', ${refused}, ${cause}, '', 'msg_z0', '', ${at}, ${at})`
      for (const [order_id, financial_status, refunded] of [
        [1, null, null],
        [2, "refunded", null],
        [3, "partially_refunded", 5.25]
      ] as const)
        yield* sql`INSERT INTO orders (account_id, order_id, total, currency, placed_at, deliveries, attributed_message_id, financial_status,
            refunded, created_at, updated_at)
          VALUES (${account_id}, ${order_id}, 20.25, 'USD', ${at}, 0, 'msg_z3', ${financial_status}, ${refunded}::numeric, ${at}, ${at})`
      const { steps: all } = yield* (yield* ReadReports).flow({ id: account_id, timezone: "UTC" }, flow_id, 30)
      assert.deepStrictEqual(all, [
        {
          step_id: "mail",
          sent: 4,
          captured: 1,
          clicked: 1,
          bounced: 1,
          skipped: 1,
          failed: 1,
          entered: 10,
          waiting: 0,
          delivered: 2,
          unsubscribed: 1,
          sums: {
            audience: 10,
            waiting: 1,
            held: 1,
            sent: 4,
            captured: 1,
            skipped: 1,
            failed: 1,
            cancelled: 1,
            skipped_by: [{ reason: "frequency_cap", count: 1 }]
          },
          revenue: [{ currency: "USD", orders: 2, amount: "35.25" }]
        }
      ])
    })
  )
})
