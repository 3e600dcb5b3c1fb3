import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { eventually } from "../faults/eventually.ts"
import type { ReceivedMail } from "../messages/providers.ts"
import { orderBody } from "../samples/orderBody.ts"
import { twoMailSteps } from "./seedFlows.ts"

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

/** Ends the leases of an account's running runs, and waits until all its runs are completed. */
export const awaitRunsCompleted = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE flow_runs SET claimed_at = (claimed_at AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'
    WHERE account_id = ${account_id} AND status = 'running'`
  const left = sql`SELECT 1 FROM flow_runs WHERE account_id = ${account_id} AND status <> 'completed' LIMIT 1`
  yield* eventually(Effect.map(left, ({ length }) => length === 0))
})
