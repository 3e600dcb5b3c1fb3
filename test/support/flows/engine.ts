import { Clock, Context, type Exit, Effect, Layer, Ref, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { WorkflowEngine } from "effect/workflow"
import { EnrolContacts } from "../../../src/programs/flows/EnrolContacts.ts"
import { FlowRunsLayer } from "../../../src/programs/flows/FlowsLayer.ts"
import { DueRunSignal } from "../../../src/programs/flows/DueRunSignal.ts"
import { SendingLayer } from "../../../src/programs/messages/SendingLayer.ts"
import { PlaceOrders } from "../../../src/programs/orders/PlaceOrders.ts"
import { ApplicationLayer } from "../../../src/Server.ts"
import { Keys } from "../../../src/store/keys/Keys.ts"
import { FlowVersions } from "../../../src/store/flows/FlowVersions.ts"
import { Flows } from "../../../src/store/flows/Flows.ts"
import { Enrolments } from "../../../src/store/flows/Enrolments.ts"
import { Orders } from "../../../src/store/orders/Orders.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { timeText } from "../../../src/store/sql/timestamps.ts"
import { TestClocks } from "../../../src/store/accounts/TestClocks.ts"
import { settingsLayer } from "../database/databases.ts"
import { placeDelivered } from "./flowRuns.ts"
import { seedAccount } from "../database/seed.ts"
import { eventually as comesTrue } from "../faults/eventually.ts"

/** Counts running statements and transactions, and statements that have begun. */
export class Statements extends Context.Service<
  Statements,
  { readonly underWay: Effect.Effect<number>; readonly begun: Effect.Effect<number> }
>()("tally/test/Statements") {
  static readonly layer = Layer.effectContext(
    Effect.sync(() => {
      let underWay = 0
      let begun = 0
      const span = (options: ConstructorParameters<typeof Tracer.NativeSpan>[0]): Tracer.Span => {
        const made = new Tracer.NativeSpan(options)
        if (options.kind !== "client" && options.name !== "sql.transaction") return made
        underWay++
        if (options.kind === "client") begun++
        const end = made.end.bind(made)
        return Object.assign(made, {
          end: (time: bigint, exit: Exit.Exit<unknown, unknown>) => {
            underWay--
            end(time, exit)
          }
        })
      }
      return Context.make(Tracer.Tracer, Tracer.make({ span })).pipe(
        Context.add(Statements, { underWay: Effect.sync(() => underWay), begun: Effect.sync(() => begun) })
      )
    })
  )
}

/** The server's order, flow and sending layers, on a workflow engine in memory and the test clock. */
export const engineLayer = Layer.mergeAll(
  PlaceOrders.layer,
  FlowRunsLayer,
  SendingLayer.pipe(Layer.provide(ApplicationLayer), Layer.provide(Keys.layer))
).pipe(
  Layer.provide([
    Orders.layer,
    EnrolContacts.layer.pipe(Layer.provide([Enrolments.layer, DueRunSignal.layer]), Layer.provide(FlowVersions.layer))
  ]),
  Layer.provide([SuppressionList.layerMemory, WorkflowEngine.layerMemory]),
  Layer.provideMerge(Layer.mergeAll(Flows.layer, TestClocks.layer, Statements.layer)),
  Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32), PUBLIC_URL: "https://tally.example" }))
)

const due = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = timeText(yield* Clock.currentTimeMillis)
  const rows = yield* sql`
    WITH clocks AS (SELECT account_id, ${now}::timestamptz + clock_offset * interval '1 millisecond' AS now FROM accounts)
    SELECT 1 FROM flow_runs JOIN clocks USING (account_id)
    WHERE status IN ('queued', 'running') OR status = 'waiting' AND due_at <= now
    UNION ALL
    SELECT 1 FROM messages JOIN clocks USING (account_id)
    WHERE status = 'queued' OR status = 'held' AND (due_at <= now OR attempts > 0)`
  return rows.length > 0
})

// Statements take real time, so the test clock may only advance while none is running.
export const answered = Effect.flatMap(Statements, ({ underWay }) =>
  TestClock.withLive(comesTrue(Effect.map(underWay, (count) => count === 0)))
)

/** Advances the test clock in small steps until nothing is due. */
export const settleEngine = Effect.repeat(
  answered.pipe(Effect.andThen(TestClock.adjust("200 millis")), Effect.andThen(due)),
  {
    while: (more) => more,
    times: 2_000
  }
)

/** A test account with its clock at a moment: places orders at its time, and advances the clock. */
export const testAccountAt = Effect.fnUntraced(function* (moment: string, timezone: string) {
  const sql = yield* SqlClient.SqlClient
  const clocks = yield* TestClocks
  const { account_id } = yield* seedAccount({ integrations: 1 })
  yield* sql`UPDATE accounts SET is_test = true, timezone = ${timezone} WHERE account_id = ${account_id}`
  const offset = yield* Ref.make(0)
  const until = Effect.fnUntraced(function* (later: string) {
    yield* settleEngine
    const ahead = Math.ceil(Date.parse(later) - (yield* Clock.currentTimeMillis)) - (yield* Ref.get(offset))
    yield* clocks.advance(account_id, ahead)
    yield* Ref.update(offset, (before) => before + ahead)
    yield* settleEngine
  })
  yield* until(moment)
  const order = (order_id: bigint, shipment_status: string | null, fields: Parameters<typeof placeDelivered>[3]) =>
    Effect.flatMap(Ref.get(offset), (ahead) => placeDelivered(account_id, order_id, shipment_status, fields, ahead))
  return { account_id, order, until }
})
