import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { FlowTrigger } from "../../../src/domain/flows/FlowTrigger.ts"
import type { Step } from "../../../src/domain/flows/Step.ts"
import { seedAccount } from "../database/seed.ts"
import { definitionOf } from "./definitions.ts"
import { delayStep, mailStep } from "./flowRuns.ts"

/** Two mails, with a delay and a tag in between. */
export const twoMailSteps: ReadonlyArray<Step> = [
  mailStep("first"),
  delayStep("wait", "1 second"),
  { id: "tag", type: "add_tag", tag: "waited" },
  mailStep("second")
]

/** Adds an active flow, triggered by delivered orders or by placed ones. */
export const addFlow = Effect.fnUntraced(function* (
  account_id: string,
  flow_id: string,
  does: ReadonlyArray<Step>,
  trigger: "order_received" | "order_placed" | FlowTrigger = "order_received"
) {
  const { type, ...rest } = typeof trigger === "string" ? { type: trigger } : trigger
  const detail = "duration" in rest ? rest.duration : null
  const definition = { ...definitionOf(does), trigger: { type, ...rest } }
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, trigger_detail, created_at, updated_at)
    VALUES (${account_id}, ${flow_id}, 'Tested', 'active', 1, ${type}, ${detail}, now(), now())`
  yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
    VALUES (${account_id}, ${flow_id}, 1, ${JSON.stringify(definition)}::json, now())`
})

/** An account with an integration and a flow of these steps for delivered orders. */
export const seedFlow = Effect.fnUntraced(function* (does: ReadonlyArray<Step> = twoMailSteps) {
  const account = yield* seedAccount({ integrations: 1 })
  yield* addFlow(account.account_id, "flo_1", does)
  return account
})

/** An account with an integration and two flows, for placed and for received orders, named after their triggers. */
export const seedStarting = Effect.gen(function* () {
  const account = yield* seedAccount({ integrations: 1 })
  for (const type of ["order_placed", "order_received"] as const) {
    yield* addFlow(account.account_id, type, [{ id: "tag", type: "add_tag", tag: type }], type)
  }
  return account
})

/** An account whose active flow sends one e-mail for every delivered order. */
export const seedMailing = Effect.fnUntraced(function* (options: Parameters<typeof seedAccount>[0] = {}) {
  const account = yield* seedAccount(options)
  yield* addFlow(account.account_id, "flo_1", [
    { id: "thanks", type: "send_email", subject: "Thanks", html: "<p>Thank you</p>" }
  ])
  return account
})
