import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ApiResponse, post } from "../http/http.ts"
import type { RunningServer } from "./processes.ts"

/** Places all orders concurrently, spread over the servers. */
export const placeConcurrently = (
  servers: ReadonlyArray<Pick<RunningServer, "origin">>,
  token: string,
  bodies: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<ApiResponse>> =>
  Effect.forEach(bodies, (one, at) => post(`${servers[at % servers.length]?.origin}/v1/orders/placed`, token, one), {
    concurrency: "unbounded"
  })

/** Places all orders concurrently, and sends those again that a busy machine refused with 503, ten times at most. */
export const placeWhileBusy = Effect.fnUntraced(function* (
  servers: ReadonlyArray<Pick<RunningServer, "origin">>,
  token: string,
  bodies: ReadonlyArray<unknown>
) {
  const answers: Array<ApiResponse> = []
  let some = bodies
  for (let tries = 1; some.length > 0; tries++) {
    const now = yield* placeConcurrently(servers, token, some)
    const isRefused = (at: number) => now[at]?.status === 503 && tries < 10
    answers.push(...now.filter((_, at) => !isRefused(at)))
    some = some.filter((_, at) => isRefused(at))
  }
  return answers
})

/** Counts responses by status. */
export const countByStatus = (answers: ReadonlyArray<Pick<ApiResponse, "status">>): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The stored contacts of an account with figures, its triggers, and the runs started by them. */
export const accountState = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const contacts = yield* sql<{ email: string | null; phone: string | null; order_count: number; orders: number }>`
    SELECT email, phone, order_count, (SELECT count(*)::int FROM orders o
      WHERE o.account_id = c.account_id AND o.contact_id = c.contact_id) AS orders
    FROM contacts c WHERE account_id = ${account_id} ORDER BY contact_id LIMIT 1000`
  const triggers = yield* sql<{ type: string; order_id: string; occurrence: number }>`
    SELECT type, order_id::text AS order_id, occurrence FROM flow_triggers
    WHERE account_id = ${account_id} ORDER BY type, flow_triggers.order_id, occurrence LIMIT 1000`
  const runs = yield* sql<{ flow_id: string; cause_key: string }>`SELECT flow_id, cause_key FROM flow_runs
    WHERE account_id = ${account_id} ORDER BY flow_id, order_id, created_at LIMIT 10000`
  return { contacts, triggers, runs }
})
