import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { VisitResult } from "../../domain/visits/decideVisits.ts"
import type { SiteCall } from "../../domain/visits/ProductView.ts"
import { groupCommit, maxBatchSize } from "../../store/batching/GroupCommit.ts"
import { transact } from "../../store/database/Transaction.ts"
import { visitorSteps } from "./visitorSteps.ts"

/** Records what visitors of the account's site look at. */
export interface RecordVisits {
  /** Calls that wait at the same moment share a transaction. Repeating a call is safe: its views have ids of their own. */
  readonly record: (call: SiteCall) => Effect.Effect<VisitResult, Unavailable>
}

export const makeRecordVisits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { record } = yield* visitorSteps

  const recordAll = Effect.fnUntraced(function* (calls: ReadonlyArray<SiteCall>) {
    return (yield* record(calls)).map(Exit.succeed)
  }, transact(sql))

  const part: RecordVisits = {
    record: yield* groupCommit({
      name: "visits",
      run: recordAll,
      callerOf: ({ account_id }: SiteCall) => account_id,
      isOfAccounts: true,
      lingers: false,
      workers: 2,
      maxBatch: maxBatchSize,
      capacity: 10_000
    })
  }
  return part
})
