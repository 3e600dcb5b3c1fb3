import { assert } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Backtest } from "../../src/domain/backtests/Backtest.ts"
import { joinBacktests } from "../../src/domain/backtests/joinBacktests.ts"
import { makeId } from "../../src/domain/values/Id.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { AdvanceRuns } from "../../src/programs/flows/AdvanceRuns.ts"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { IngestEvents } from "../../src/programs/events/IngestEvents.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { Events } from "../../src/store/events/Events.ts"
import { IdempotencyKeys } from "../../src/store/events/IdempotencyKeys.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { Campaigns } from "../../src/store/campaigns/Campaigns.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { activateFlow, placeDelivered, runDueSteps } from "../support/flows/flowRuns.ts"
import { definitionOfRules, readChapter, Rules, Story } from "../support/flows/pastStories.ts"
import { Backtests } from "../../src/programs/backtests/Backtests.ts"

const PartsLayer = Layer.mergeAll(PlaceOrders.layer, IngestEvents.layer, AdvanceRuns.layer, Backtests.layer).pipe(
  Layer.provide([Orders.layer, Events.layer, IdempotencyKeys.layer, FlowFacts.layer, FlowRuns.layer]),
  Layer.provide(StepActions.layer.pipe(Layer.provide(ContactFields.layer))),
  Layer.provide([Messages.layer, Deliveries.layer, SuppressionList.layerMemory, Segments.layer, Campaigns.layer]),
  Layer.provide(EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]))),
  Layer.provide(FlowVersions.layer),
  Layer.provideMerge(Layer.mergeAll(Flows.layer, FlowRuns.layer, TestClocks.layer))
)

const hour = 3_600_000

// Runs are moved each quarter of a day, and reports come milliseconds later, so that no report comes while a run is late.
const passQuarters = (count: number) =>
  Effect.repeat(Effect.andThen(TestClock.adjust("6 hours"), runDueSteps), { times: count - 1 }).pipe(
    Effect.when(Effect.succeed(count > 0))
  )

const tell = Effect.fnUntraced(function* (account_id: string, story: typeof Story.Type) {
  const placed: Array<{ readonly email: string; readonly total: string; readonly placed_at: number }> = []
  for (const { quarters, act } of story.map(readChapter)) {
    yield* passQuarters(quarters)
    yield* TestClock.adjust("1 millis")
    const now = yield* Clock.currentTimeMillis
    if (act.type === "order") {
      const { email, total, accepts, hours, initial_sync } = act
      const fields = { email, total, placed_at: now - hours * hour }
      placed.push(fields)
      yield* (yield* PlaceOrders).place({
        account_id,
        order_id: BigInt(placed.length),
        fields: { ...fields, currency: "USD", accepts_email_marketing: accepts },
        initial_sync,
        integration_digest: null,
        new_contact_id: yield* makeId("con"),
        actor: "test"
      })
    } else if (act.type === "delivery") {
      const fields = placed.at(-1)
      if (fields !== undefined) yield* placeDelivered(account_id, BigInt(placed.length), "delivered", fields)
    } else {
      yield* (yield* IngestEvents).ingest({
        account_id,
        event_id: yield* makeId("evt"),
        new_contact_id: yield* makeId("con"),
        email: act.email,
        phone: null,
        contact_id: null,
        event_type: "seen",
        event_time: now - act.hours * hour,
        event_data: JSON.stringify({ size: 1 }),
        keyed: null
      })
    }
    yield* runDueSteps
  }
  yield* passQuarters(10)
})

/** What a flow did: its runs, refused starts and messages. */
const live = Effect.fnUntraced(function* (account_id: string, flow_id: string) {
  const sql = yield* SqlClient.SqlClient
  const runs = yield* sql`SELECT contact_id FROM flow_runs WHERE account_id = ${account_id} AND flow_id = ${flow_id}`
  const refused = yield* sql`SELECT reason, count(*)::int AS times FROM flow_rejections
    WHERE account_id = ${account_id} AND flow_id = ${flow_id} GROUP BY reason ORDER BY reason`
  const messages = yield* sql`SELECT contact_id FROM messages WHERE account_id = ${account_id} AND flow_id = ${flow_id}`
  const open =
    yield* sql`SELECT 1 FROM flow_runs WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND ended_at IS NULL`
  return {
    runs: runs.length,
    people: new Set(runs.map(({ contact_id }) => contact_id)).size,
    refused: refused.map(({ reason, times }) => [reason, times]),
    messages: messages.length,
    under_way: open.length
  }
})

const tested = (backtest: Backtest) => ({
  runs: backtest.entered.runs,
  people: backtest.entered.people,
  refused: backtest.refused.map(({ reason, times }) => [reason, times]),
  messages: backtest.sent.messages + backtest.skipped.reduce((sum, { times }) => sum + times, 0),
  under_way: backtest.under_way
})

onEither("the backtest of a span in which a flow was active", PartsLayer, (it) => {
  it.effect.prop(
    "equals its runs, refused starts and messages",
    [Story, Rules],
    ([story, rules]) =>
      Effect.gen(function* () {
        const { account_id } = yield* seedAccount({ integrations: 1 })
        yield* TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))
        const from = yield* DateTime.now
        const flow_id = yield* activateFlow(account_id, definitionOfRules(rules))
        yield* tell(account_id, story)
        const { part } = (yield* Backtests).flows
        const to = DateTime.add(yield* DateTime.now, { seconds: 1 })
        const backtest = yield* part(account_id, { flow_id, from, to, imported: false })
        assert.deepStrictEqual(tested(backtest), yield* live(account_id, flow_id))
        assert.strictEqual(backtest.next_cursor, null)
        // A later span judges the re-entry rule by the runs before it.
        const middle = DateTime.add(from, { days: 1 })
        const parts = yield* Effect.forEach(
          [
            { from, to: middle },
            { from: middle, to }
          ],
          (span) => part(account_id, { flow_id, ...span, imported: false })
        )
        const [one, other] = parts
        if (one === undefined || other === undefined) return
        assert.deepStrictEqual(tested(joinBacktests(one, other)).refused, tested(backtest).refused)
        assert.strictEqual(joinBacktests(one, other).entered.runs, backtest.entered.runs)
      }),
    { arbitrary: { runs: 10 } }
  )
})
