import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { addFlow } from "./flowOutcome.ts"
import { seedAccount } from "../database/seed.ts"
import { eventually } from "../faults/eventually.ts"

/** An account with an integration and two flows, for placed and for received orders, named after their triggers. */
export const seedStarting = Effect.gen(function* () {
  const account = yield* seedAccount({ integrations: 1 })
  for (const type of ["order_placed", "order_received"] as const) {
    yield* addFlow(account.account_id, type, [{ id: "tag", type: "add_tag", tag: type }], type)
  }
  return account
})

/** Ends the leases of an account's running runs, and waits until all its runs are completed. */
export const runsCompleted = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE flow_runs SET claimed_at = claimed_at - interval '1 minute'
    WHERE account_id = ${account_id} AND status = 'running'`
  const left = sql`SELECT 1 FROM flow_runs WHERE account_id = ${account_id} AND status <> 'completed' LIMIT 1`
  yield* eventually(Effect.map(left, ({ length }) => length === 0))
})
