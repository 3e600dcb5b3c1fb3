import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Step } from "../../../src/domain/flows/Definition.ts"
import { mailStep, delayStep } from "./flowRuns.ts"
import type { ReceivedMail } from "../messages/providers.ts"
import { orderBody } from "../samples/orderBody.ts"
import { seedAccount } from "../database/seed.ts"
import { definitionOf } from "./definitions.ts"

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
  type: "order_received" | "order_placed" = "order_received"
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, created_at, updated_at)
    VALUES (${account_id}, ${flow_id}, 'Tested', 'active', 1, ${type}, now(), now())`
  yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
    VALUES (${account_id}, ${flow_id}, 1, ${JSON.stringify(definitionOf(does, type))}::json, now())`
})

/** An account with an integration and a flow of these steps for delivered orders. */
export const seedFlow = Effect.fnUntraced(function* (does: ReadonlyArray<Step> = twoMailSteps) {
  const account = yield* seedAccount({ integrations: 1 })
  yield* addFlow(account.account_id, "flo_1", does)
  return account
})

// A recent date, since opt-ins of orders older than six months have no effect.
const order_date = new Date().toISOString()

/** A delivered order of a new subscribed contact. */
export const deliveredOrder = (order_id: number) =>
  orderBody({
    order_id,
    email: `buyer${order_id}@example.com`,
    order_date,
    shipment_status: "delivered",
    accepts_email_marketing: true
  })

/** The outcome of `causes` triggers when each starts one run, and each step runs once. */
export const expectedOutcome = (causes: number) => ({
  causes,
  starts: causes,
  completed: causes,
  uneven: 0,
  messages: 2 * causes,
  steps: 2 * causes
})

/** The actual outcome of an account's flow, comparable to `expectedOutcome`. */
export const flowOutcome = Effect.fnUntraced(function* (account_id: string, moves: number = twoMailSteps.length) {
  const sql = yield* SqlClient.SqlClient
  const [figures] = yield* sql<ReturnType<typeof expectedOutcome>>`
    SELECT (SELECT count(*)::int FROM flow_triggers WHERE account_id = ${account_id} AND type = 'order_received') AS causes,
      (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id}) AS starts,
      (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id} AND status = 'completed') AS completed,
      (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id} AND moves <> ${moves}) AS uneven,
      (SELECT count(*)::int FROM messages WHERE account_id = ${account_id}) AS messages,
      (SELECT count(DISTINCT (run_id, step_id))::int FROM messages WHERE account_id = ${account_id}) AS steps`
  return figures
})

/** The Message-IDs of received mails, by recipient and subject. */
export const messageIdsByMail = (received: ReadonlyArray<ReceivedMail>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const headerOf = (raw: string, name: string) => new RegExp(`^${name}: *(.*)\r$`, "mi").exec(raw)?.[1] ?? ""
  const found = new Map<string, Array<string>>()
  for (const { to, raw } of received) {
    const key = `${to} ${headerOf(raw, "Subject")}`
    found.set(key, [...(found.get(key) ?? []), headerOf(raw, "Message-ID")])
  }
  return found
}

/** Waits until both mails of each order have arrived. */
export const awaitMails = (received: () => ReadonlyArray<ReceivedMail>, orders: number) =>
  Effect.sync(() => messageIdsByMail(received()).size).pipe(
    Effect.repeat({ until: (size) => size >= 2 * orders, schedule: Schedule.spaced("50 millis") })
  )
