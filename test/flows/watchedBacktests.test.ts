import { assert } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Definition } from "../../src/domain/flows/Definition.ts"
import { makeId } from "../../src/domain/values/Id.ts"
import { PutCarts } from "../../src/programs/carts/PutCarts.ts"
import { AdvanceRuns } from "../../src/programs/flows/AdvanceRuns.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { StepActions } from "../../src/programs/flows/StepActions.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { makeRecordVisits } from "../../src/programs/visits/RecordVisits.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { Carts } from "../../src/store/carts/Carts.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { FlowRuns } from "../../src/store/flows/FlowRuns.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Campaigns } from "../../src/store/campaigns/Campaigns.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import { Sites } from "../../src/store/visits/Sites.ts"
import { Visits } from "../../src/store/visits/Visits.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { activateFlow, delayStep, mailStep, runDueSteps } from "../support/flows/flowRuns.ts"
import { report } from "../support/samples/cartHistories.ts"
import { EnrolWatched } from "../../src/programs/flows/EnrolWatched.ts"
import { Backtests } from "../../src/programs/backtests/Backtests.ts"

const FlowParts = EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]))
const PartsLayer = Layer.mergeAll(
  PlaceOrders.layer,
  PutCarts.layer,
  AdvanceRuns.layer,
  EnrolWatched.layer,
  Backtests.layer
).pipe(
  Layer.provide([Campaigns.layer, Orders.layer, Carts.layer, FlowFacts.layer, FlowRuns.layer]),
  Layer.provideMerge(Layer.mergeAll(Sites.layer, Visits.layer)),
  Layer.provide(StepActions.layer.pipe(Layer.provide(ContactFields.layer))),
  Layer.provide([Messages.layer, Deliveries.layer, SuppressionList.layerMemory, Segments.layer]),
  Layer.provide(FlowParts),
  Layer.provide(FlowVersions.layer),
  Layer.provideMerge(Layer.mergeAll(Flows.layer, FlowRuns.layer, TestClocks.layer))
)

const look = Effect.gen(function* () {
  yield* (yield* EnrolWatched).carts.enrol
  yield* (yield* EnrolWatched).views.enrol
  yield* (yield* EnrolWatched).dates.enrol
  yield* runDueSteps
})

const below = (end: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: end - 1 }))
/** The steps of a story: each waits a number of quarters of a day, then acts. */
const Story = Schema.Array(
  Schema.Struct({ quarters: below(4), act: below(8), person: below(2), total: below(2), product: below(2) })
).check(Schema.isMinLength(8), Schema.isMaxLength(12))
const Rules = Schema.Struct({ trigger: below(3), entry: below(3), exits: Schema.Boolean, long: Schema.Boolean })

const triggers: ReadonlyArray<Definition["trigger"]> = [
  { type: "cart_abandoned", duration: "6 hours", least_total: 20 },
  { type: "product_viewed", times: 2, within: "2 days", duration: "6 hours" },
  { type: "date", field: "birthday", repeat: "yearly", days: -1, time: "06:00" }
]
const entries: ReadonlyArray<Definition["entry"]> = [
  { type: "always" },
  { type: "once" },
  { type: "after", duration: "2 days" }
]
const definitionOf = ({ trigger, entry, exits, long }: typeof Rules.Type): Partial<Definition> => ({
  trigger: triggers[trigger] ?? { type: "order_placed" },
  entry: entries[entry] ?? { type: "always" },
  exit: { on_purchase: exits },
  steps: long ? [mailStep("first"), delayStep("wait", "12 hours"), mailStep("last")] : [mailStep("only")]
})

const itemsOf = (total: string) => ({ item_count: 1, currency: "USD", total, line_items: null })
const emails = ["ada@example.com", "bob@example.com"]
const ids = ["con_ada", "con_bob"]
const origin = "https://shop.example"

const seed = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO sites (account_id, origins, consent_elsewhere, visitors, updated_at)
    VALUES (${account_id}, ARRAY[${origin}], false, 0, now())`
  for (const [at, email] of emails.entries())
    yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, custom_fields, order_count, created_at, updated_at)
      VALUES (${account_id}, ${ids[at] ?? ""}, ${email}, ${email}, 'subscribed', 'never_subscribed',
        ${JSON.stringify({ birthday: `1990-03-0${4 + at}` })}::json, 0, '2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z')`
})

const tell = Effect.fnUntraced(function* (account_id: string, story: typeof Story.Type) {
  for (const [at, { quarters, act, person, total, product }] of story.entries()) {
    for (let quarter = 0; quarter < quarters; quarter += 1) yield* Effect.andThen(TestClock.adjust("6 hours"), look)
    yield* TestClock.adjust("1 millis")
    const now = yield* Clock.currentTimeMillis
    const email = emails[person] ?? ""
    if (act === 0)
      yield* (yield* PlaceOrders).place({
        account_id,
        order_id: BigInt(at + 1),
        fields: { email, total: "20", currency: "USD", placed_at: now },
        initial_sync: false,
        integration_digest: null,
        new_contact_id: yield* makeId("con"),
        actor: "test"
      })
    else if (act < 4)
      yield* (yield* PutCarts).put({
        ...report(`cart-${at}`, now, { email, items: itemsOf(total === 0 ? "10" : "30") }),
        account_id
      })
    else {
      const nothing = { title: null, url: null, image_url: null, price: null, currency: null }
      yield* (yield* makeRecordVisits).record({
        account_id,
        origin,
        visitor_id: ids[person] ?? "",
        message_id: null,
        contact_id: ids[person] ?? "",
        views: [{ view_id: `view-${at}`, age: 0, product_id: product === 0 ? "tea" : "cup", ...nothing }]
      })
    }
    yield* look
  }
  for (let quarter = 0; quarter < 10; quarter += 1) yield* Effect.andThen(TestClock.adjust("6 hours"), look)
})

const countsOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [counts] = yield* sql`SELECT (SELECT count(*) FROM flow_runs WHERE account_id = ${account_id})::int AS runs,
    (SELECT count(*) FROM flow_rejections WHERE account_id = ${account_id})::int AS refused,
    (SELECT count(*) FROM messages WHERE account_id = ${account_id})::int AS messages,
    (SELECT count(*) FROM flow_runs WHERE account_id = ${account_id} AND ended_at IS NULL)::int AS under_way`
  return counts
})

onEither("the backtest of a flow that time starts", PartsLayer, (it) => {
  it.effect.prop(
    "equals its runs, refused starts and messages while carts and dates stay as they were",
    [Story, Rules],
    ([story, rules]) =>
      Effect.gen(function* () {
        const { account_id } = yield* seedAccount({ integrations: 0 })
        yield* TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))
        yield* seed(account_id)
        const from = yield* DateTime.now
        const flow_id = yield* activateFlow(account_id, definitionOf(rules))
        yield* look
        yield* tell(account_id, story)
        const { part } = (yield* Backtests).flows
        const to = DateTime.add(yield* DateTime.now, { seconds: 1 })
        const { entered, refused, sent, skipped, under_way } = yield* part(account_id, {
          flow_id,
          from,
          to,
          imported: false
        })
        const sum = (rows: typeof refused) => rows.reduce((all, { times }) => all + times, 0)
        assert.deepStrictEqual(
          { runs: entered.runs, refused: sum(refused), messages: sent.messages + sum(skipped), under_way },
          yield* countsOf(account_id)
        )
      }),
    { arbitrary: { runs: 4 } }
  )
})
