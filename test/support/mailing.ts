import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount } from "./seed.ts"

const definition = {
  trigger: { type: "order_received" },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps: [{ id: "thanks", type: "send_email", subject: "Thanks", html: "<p>Thank you</p>" }]
}

/** An account whose active flow sends one e-mail for every delivered order. */
export const seedMailing = Effect.fnUntraced(function* (options: Parameters<typeof seedAccount>[0] = {}) {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount(options)
  yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, created_at, updated_at)
    VALUES (${account.account_id}, 'flo_1', 'Thanks', 'active', 1, 'order_received', now(), now())`
  yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
    VALUES (${account.account_id}, 'flo_1', 1, ${JSON.stringify(definition)}::json, now())`
  return account
})
