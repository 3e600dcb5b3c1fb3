import { Effect } from "effect"
import { seedBulkChange } from "../../database/seedBulkChange.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** The undo of changes of many contacts. */
export const bulkChangeCalls = ({ about, seeded }: Desk): ReadonlyArray<Request> => [
  about("POST /accounts/:account/bulk-changes/:id/undo", {
    thing: (account) => seeded(Effect.map(seedBulkChange(account), ({ change_id }) => change_id))
  })
]
