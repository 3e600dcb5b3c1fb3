import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { quotas } from "../../src/domain/capacity/quotas.ts"
import { makeId } from "../../src/domain/values/Id.ts"
import type { PlaceOrder } from "../../src/domain/orders/Order.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { IngestEvents } from "../../src/programs/events/IngestEvents.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Events } from "../../src/store/events/Events.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { IdempotencyKeys } from "../../src/store/events/IdempotencyKeys.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { onEither } from "../support/database/databases.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { seedAccount } from "../support/database/seed.ts"

const PartsLayer = Layer.mergeAll(PlaceOrders.layer, IngestEvents.layer).pipe(
  Layer.provide([
    Orders.layer,
    Events.layer,
    IdempotencyKeys.layer,
    EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]), Layer.provide(FlowVersions.layer))
  ]),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provideMerge(Flows.layer)
)

const call = Effect.fnUntraced(function* (
  account_id: string,
  order_id: bigint,
  more: Partial<PlaceOrder["fields"]> & { readonly initial_sync?: boolean } = {}
) {
  const { initial_sync = false, ...fields } = more
  const order: PlaceOrder = {
    account_id,
    order_id,
    fields: { email: "ada@example.com", total: "60", currency: "USD", placed_at: 0, ...fields },
    initial_sync,
    integration_digest: null,
    new_contact_id: yield* makeId("con"),
    actor: "test"
  }
  return yield* (yield* PlaceOrders).place(order)
})

const delivered = { shipment_status: "delivered" } as const

const receive = Effect.fnUntraced(function* (account_id: string, event_type: string, data: object = {}) {
  return yield* (yield* IngestEvents).ingest({
    account_id,
    event_id: yield* makeId("evt"),
    new_contact_id: yield* makeId("con"),
    email: "ada@example.com",
    phone: null,
    contact_id: null,
    event_type,
    event_time: yield* Clock.currentTimeMillis,
    event_data: JSON.stringify(data),
    keyed: null
  })
})

const runs = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT flow_id, cause, order_id::text, event_id, status, reason FROM flow_runs
    WHERE account_id = ${account_id} ORDER BY status, created_at, run_id`
})

onEither("flows start", PartsLayer, (it) => {
  it.effect("once for each delivery, under repeated and concurrent updates", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, {})
      yield* Effect.forEach(Array.from({ length: 32 }), () => call(account_id, 1n, delivered), { concurrency: 32 })
      assert.lengthOf(yield* runs(account_id), 1)
      yield* call(account_id, 1n, { shipment_status: "in_transit" })
      yield* call(account_id, 1n, delivered)
      assert.lengthOf(yield* runs(account_id), 2)
    })
  )

  it.effect("when their filters hold for the orders so far, with the one that is placed", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const tea = { sku: "TEA-1", within: "30 days" }
      yield* activateFlow(account_id, {
        trigger: { type: "order_placed" },
        filters: [[{ field: "order.count", op: "gte", value: 2, where: tea }]]
      })
      const now = yield* Clock.currentTimeMillis
      const day = 86_400_000
      const place = (order_id: bigint, sku: string, days: number) =>
        call(account_id, order_id, { line_items: JSON.stringify([{ sku }]), placed_at: now - days * day })
      yield* place(1n, "TEA-1", 31)
      yield* place(2n, "TEA-1", 29)
      yield* place(3n, "TEA-10", 1)
      assert.lengthOf(yield* runs(account_id), 0)
      yield* place(4n, "TEA-1", 1)
      assert.deepStrictEqual(
        (yield* runs(account_id)).map(({ order_id }) => order_id),
        ["4"]
      )
    })
  )

  it.effect("when their filters hold for the events so far, with the one that is received", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      yield* activateFlow(account_id, {
        trigger: { type: "event", event_type: "viewed" },
        filters: [[{ field: "event.count", op: "eq", value: 3, where: { event_type: "viewed", within: "1 day" } }]]
      })
      for (const event_type of ["viewed", "left", "viewed", "viewed", "viewed"]) yield* receive(account_id, event_type)
      assert.lengthOf(yield* runs(account_id), 1)
    })
  )

  it.effect("in every active flow of an account that has as many as it may", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, {})
      const copies = sql`generate_series(2, ${quotas.flows.max}::int) n WHERE r.account_id = ${account_id}`
      const copy = sql`json_build_object('flow_id', r.flow_id || n)`
      yield* sql`INSERT INTO flows SELECT (json_populate_record(r, ${copy})).* FROM flows r, ${copies}`
      yield* sql`INSERT INTO flow_versions SELECT (json_populate_record(r, ${copy})).* FROM flow_versions r, ${copies}`
      yield* call(account_id, 1n, delivered)
      assert.lengthOf(yield* runs(account_id), quotas.flows.max)
    })
  )

  it.effect("not under initial_sync, while paused, without an integration or for other accounts", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const other = yield* seedAccount({ integrations: 1 })
      const bare = yield* seedAccount()
      const flow = yield* activateFlow(account_id, {})
      yield* activateFlow(bare.account_id, {})
      yield* call(account_id, 1n, { ...delivered, initial_sync: true })
      yield* call(account_id, 1n, delivered)
      yield* call(other.account_id, 1n, delivered)
      yield* call(bare.account_id, 1n, delivered)
      yield* (yield* Flows).setStatus(account_id, flow, "paused")
      yield* call(account_id, 2n, delivered)
      assert.lengthOf([...(yield* runs(account_id)), ...(yield* runs(other.account_id))], 0)
      assert.lengthOf(yield* runs(bare.account_id), 0)
    })
  )

  it.effect("for the first order of a contact only, also under concurrent orders", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, {
        trigger: { type: "order_placed" },
        filters: [[{ field: "contact.order_count", op: "eq", value: 1 }]]
      })
      yield* Effect.all([call(account_id, 1n), call(account_id, 2n), call(account_id, 3n)], { concurrency: 3 })
      assert.lengthOf(yield* runs(account_id), 1)
    })
  )

  it.effect("when a filter matches the order", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, { filters: [[{ field: "order.total", op: "gte", value: 50 }]] })
      yield* call(account_id, 1n, { ...delivered, total: "49.99" })
      yield* call(account_id, 2n, { ...delivered, total: "50.00" })
      assert.deepStrictEqual(
        (yield* runs(account_id)).map(({ order_id }) => order_id),
        ["2"]
      )
    })
  )

  it.effect("once, or again only after a duration, also under a race", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      const once = yield* activateFlow(account_id, { entry: { type: "once" } })
      const after = yield* activateFlow(account_id, { entry: { type: "after", duration: "30 days" } })
      const count = (flow: string) =>
        Effect.map(runs(account_id), (all) => all.filter(({ flow_id }) => flow_id === flow).length)
      yield* Effect.forEach([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n], (id) => call(account_id, id, delivered), {
        concurrency: 8
      })
      assert.deepStrictEqual([yield* count(once), yield* count(after)], [1, 1])
      yield* TestClock.adjust("29 days")
      yield* call(account_id, 9n, delivered)
      assert.deepStrictEqual([yield* count(once), yield* count(after)], [1, 1])
      yield* TestClock.adjust("1 day")
      yield* call(account_id, 10n, delivered)
      assert.deepStrictEqual([yield* count(once), yield* count(after)], [1, 2])
    })
  )

  it.effect("by an event of their type", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      yield* activateFlow(account_id, {
        trigger: { type: "event", event_type: "signed_up" },
        filters: [[{ field: "event.event_data.plan", op: "eq", value: "pro" }]]
      })
      yield* receive(account_id, "signed_up", { plan: "free" })
      yield* receive(account_id, "signed_off", { plan: "pro" })
      const { event_id } = yield* receive(account_id, "signed_up", { plan: "pro" })
      assert.deepStrictEqual(
        (yield* runs(account_id)).map(({ cause, event_id, status }) => ({ cause, event_id, status })),
        [{ cause: "event", event_id, status: "queued" }]
      )
    })
  )

  it.effect("and end at a purchase with exit on_purchase", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount({ integrations: 1 })
      yield* activateFlow(account_id, { exit: { on_purchase: true } })
      yield* activateFlow(account_id, {})
      yield* call(account_id, 1n, delivered)
      yield* call(account_id, 2n, { email: "bob@example.com" })
      yield* call(account_id, 3n, { initial_sync: true })
      assert.deepStrictEqual(
        (yield* runs(account_id)).map(({ status }) => status),
        ["queued", "queued"]
      )
      yield* call(account_id, 4n)
      assert.deepStrictEqual(
        (yield* runs(account_id)).map(({ status, reason }) => ({ status, reason })),
        [
          { status: "exited", reason: "purchase" },
          { status: "queued", reason: null }
        ]
      )
    })
  )
})
