import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Candidate } from "../../domain/flows/decideStarts.ts"
import { historyLookups, noHistory } from "../../domain/conditions/History.ts"
import type { Order } from "../../domain/orders/Order.ts"
import { readHistories } from "./readHistories.ts"

/** Candidates with what the filters of all flows of their trigger count. Reads nothing for filters that count nothing. Joins an open transaction. */
export const withHistories = Effect.fnUntraced(function* <A extends Omit<Candidate, "history">>(
  sql: SqlClient.SqlClient,
  candidates: ReadonlyArray<A>,
  unsaved?: Order
) {
  const byTrigger = Map.groupBy(candidates, ({ trigger }) => trigger)
  const subjects = [...byTrigger].map(([trigger, flows]) => ({
    account_id: trigger.account_id,
    contact_id: trigger.contact_id,
    lookups: historyLookups(flows.flatMap(({ definition }) => definition.filters)),
    now: trigger.occurred_at,
    trigger
  }))
  const histories = yield* readHistories(sql, subjects, unsaved)
  const historyOf = new Map(subjects.map(({ trigger }, at) => [trigger, histories[at]]))
  return candidates.map((candidate) => ({ ...candidate, history: historyOf.get(candidate.trigger) ?? noHistory }))
})
