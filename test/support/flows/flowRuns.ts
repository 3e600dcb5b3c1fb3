import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Definition } from "../../../src/domain/flows/Definition.ts"
import type { Step } from "../../../src/domain/flows/Step.ts"
import { makeId } from "../../../src/domain/values/Id.ts"
import type { PlaceOrder } from "../../../src/domain/orders/Order.ts"
import { AdvanceRuns } from "../../../src/programs/flows/AdvanceRuns.ts"
import { PlaceOrders } from "../../../src/programs/orders/PlaceOrders.ts"
import { Flows } from "../../../src/store/flows/Flows.ts"
import { FlowRuns } from "../../../src/store/flows/FlowRuns.ts"
import { definitionOf } from "./definitions.ts"

export const mailStep = (id: string): Step => ({ id, type: "send_email", subject: id, html: `<p>${id}</p>` })
export const textStep = (id: string): Step => ({ id, type: "send_sms", text: id })
export const delayStep = (id: string, duration: string): Step => ({ id, type: "delay", duration })

export const activateFlow = Effect.fnUntraced(function* (account_id: string, definition: Partial<Definition>) {
  const flows = yield* Flows
  const flow = yield* flows.create(account_id, {
    name: "Tested",
    definition: {
      ...definitionOf([mailStep("only")]),
      ...definition
    }
  })
  yield* flows.setStatus(account_id, flow.id, "active")
  return flow.id
})

export const placeDelivered = Effect.fnUntraced(function* (
  account_id: string,
  order_id: bigint,
  shipment_status: string | null = "delivered",
  more: Partial<PlaceOrder["fields"]> = {},
  clock_offset = 0
) {
  return yield* (yield* PlaceOrders).place({
    account_id,
    order_id,
    fields: {
      email: "ada@example.com",
      total: "60",
      currency: "USD",
      placed_at: (yield* Clock.currentTimeMillis) + clock_offset,
      shipment_status,
      ...more
    },
    initial_sync: false,
    clock_offset,
    integration_digest: null,
    new_contact_id: yield* makeId("con"),
    actor: "test"
  })
})

/** Runs all due steps in this fiber, without an engine. */
export const runDueSteps = Effect.gen(function* () {
  const dueRuns = yield* FlowRuns
  const steps = yield* AdvanceRuns
  const now = yield* Clock.currentTimeMillis
  yield* Effect.repeat(
    Effect.gen(function* () {
      const taken = yield* dueRuns.claim({ now, limit: 64 })
      yield* steps.advance(taken)
      return taken.length
    }),
    { while: (taken) => taken > 0 }
  )
})

export const settleAfter = (duration: string) => Effect.andThen(TestClock.adjust(duration as "1 day"), runDueSteps)

export const sentSteps = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT step_id FROM messages WHERE account_id = ${account_id} ORDER BY created_at, message_id`
  return rows.map(({ step_id }) => step_id)
})

export const runsOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT status, reason, step, version FROM flow_runs WHERE account_id = ${account_id} ORDER BY created_at, run_id`
})
