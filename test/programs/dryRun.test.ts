import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { type Rule, rules } from "../../src/domain/contacts/Consent.ts"
import type { ConsentChange } from "../../src/domain/contacts/ledgerJson.ts"
import { formatTime } from "../../src/domain/values/Time.ts"
import type { Definition } from "../../src/domain/flows/Definition.ts"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { onBoth } from "../support/database/databases.ts"
import { History, toCall } from "../support/samples/histories.ts"
import { seedAccount } from "../support/database/seed.ts"

const PlaceOrdersLayer = PlaceOrders.layer.pipe(
  Layer.provide(EnrolContacts.layer),
  Layer.provide([Enrolments.layer, DueRunSignal.layer]),
  Layer.provide([Orders.layer, FlowVersions.layer]),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provideMerge(Flows.layer)
)

/** All rows that an order call may write, as text. */
const written = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT json_build_array(
    (SELECT json_agg(c ORDER BY contact_id) FROM contacts c WHERE account_id = ${account_id}),
    (SELECT json_agg(o ORDER BY order_id) FROM orders o WHERE account_id = ${account_id}),
    (SELECT json_agg(l ORDER BY entry_id) FROM consent_log l WHERE account_id = ${account_id}),
    (SELECT json_agg(t ORDER BY t::text) FROM flow_triggers t WHERE account_id = ${account_id}),
    (SELECT json_agg(r ORDER BY run_id) FROM flow_runs r WHERE account_id = ${account_id}))::text AS rows`
})

/** Flows with every entry rule and with filters that match some orders. */
const activate = Effect.fnUntraced(function* (account_id: string) {
  const flows = yield* Flows
  const exit = { on_purchase: false }
  const steps = [{ id: "wait", type: "delay", duration: "2 days" }] as const
  const definitions: ReadonlyArray<Definition> = [
    { trigger: { type: "order_placed" }, filters: [], entry: { type: "once" }, exit, steps },
    { trigger: { type: "order_received" }, filters: [], entry: { type: "after", duration: "2 seconds" }, exit, steps },
    {
      trigger: { type: "order_placed" },
      filters: [[{ field: "contact.order_count", op: "gte", value: 2 }]],
      entry: { type: "always" },
      exit,
      steps
    },
    {
      trigger: { type: "order_placed" },
      filters: [
        [
          { field: "order.count", op: "eq", value: 2 },
          { field: "contact.total_spent.USD", op: "eq", value: 2, where: { within: "1 day" } }
        ]
      ],
      entry: { type: "always" },
      exit,
      steps
    }
  ]
  for (const [at, definition] of definitions.entries()) {
    const made = yield* flows.create(account_id, { name: `Flow ${at}`, definition })
    if (made !== undefined) yield* flows.setStatus(account_id, made.id, "active")
  }
})

/** The flows that an order started at a time. */
const startsOf = Effect.fnUntraced(function* (account_id: string, order_id: bigint, at: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ flow_id: string }>`SELECT flow_id FROM flow_runs WHERE account_id = ${account_id}
    AND order_id = ${order_id} AND created_at = ${new Date(at).toISOString()}::timestamptz ORDER BY flow_id`
  return rows.map(({ flow_id }) => flow_id)
})

const time = (date: Date | null | undefined) => (date == null ? null : formatTime(date.getTime()))

const contactOf = Effect.fnUntraced(function* (account_id: string, contact_id: string | null) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Record<string, string> & { order_count: number; first_order_at: Date; last_order_at: Date }>`
    SELECT * FROM contacts WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
  const row = rows[0]
  return {
    email: row?.email,
    phone: row?.phone,
    first_name: row?.first_name,
    last_name: row?.last_name,
    email_consent: row?.email_consent,
    sms_consent: row?.sms_consent,
    figures: {
      order_count: row?.order_count,
      first_order_at: time(row?.first_order_at),
      last_order_at: time(row?.last_order_at)
    }
  }
})

const ledgerAfter = Effect.fnUntraced(function* (account_id: string, entry: bigint) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Omit<ConsentChange, "rule"> & { readonly rule: Rule }>`
    SELECT channel, from_state AS from, to_state AS to, refused, rule FROM consent_log
    WHERE account_id = ${account_id} AND entry_id > ${entry} ORDER BY entry_id`
  return rows.map((row) => ({ ...row, rule: rules[row.rule] }))
})

const lastEntry = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ last: bigint }>`
    SELECT coalesce(max(entry_id), 0) AS last FROM consent_log WHERE account_id = ${account_id}`
  return rows[0]?.last ?? 0n
})

onBoth("a dry run", PlaceOrdersLayer, (it) => {
  it.effect.prop(
    "writes nothing, and predicts the result of the same call without dry run",
    [History],
    ([history]) =>
      Effect.gen(function* () {
        const { account_id } = yield* seedAccount({ integrations: 1 })
        const { place, preview } = yield* PlaceOrders
        yield* activate(account_id)
        for (const [at, step] of history.entries()) {
          const call = toCall(step, at, { account_id })
          const before = yield* written(account_id)
          const { order, integration, dry_run } = yield* preview(call)
          assert.deepStrictEqual(yield* written(account_id), before)

          const entry = yield* lastEntry(account_id)
          const live = yield* place(call)
          const { action, id, ...contact } = dry_run.contact ?? { action: "", id: "" }
          assert.deepStrictEqual({ order, integration }, { order: live.order, integration: live.integration })
          assert.strictEqual(dry_run.created, live.created)
          assert.strictEqual(action, live.contactCreated ? "created" : "found")
          assert.strictEqual(id, live.contactCreated ? null : live.order.contact_id)
          assert.deepStrictEqual<unknown>(
            { ...contact, figures: dry_run.figures },
            yield* contactOf(account_id, live.order.contact_id)
          )
          assert.deepStrictEqual(dry_run.consent, yield* ledgerAfter(account_id, entry))
          if (dry_run.moved_from !== null) {
            const { figures } = yield* contactOf(account_id, dry_run.moved_from.id)
            assert.deepStrictEqual(dry_run.moved_from.figures, figures)
          }
          assert.deepStrictEqual(
            dry_run.triggers,
            live.triggers.map(({ type }) => type)
          )
          assert.deepStrictEqual(
            dry_run.flows.flatMap(({ flow_id, starts }) => (starts ? [flow_id] : [])).toSorted(),
            yield* startsOf(account_id, call.order_id, yield* Clock.currentTimeMillis)
          )
          yield* TestClock.adjust("1 second")
        }
      }),
    { arbitrary: { runs: 20 } }
  )
})
