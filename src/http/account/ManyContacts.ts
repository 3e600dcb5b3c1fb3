import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { ManyContactsGroup } from "../../api/ManyContacts.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { BulkAction, bulkActionIssues } from "../../domain/contacts/BulkAction.ts"
import { ChangeManyContacts } from "../../programs/contacts/ChangeManyContacts.ts"
import { ReadContacts } from "../../programs/contacts/ReadContacts.ts"
import { accountId } from "./accountId.ts"
import { csvResponse } from "./csvResponse.ts"
import { payload } from "../server/payload.ts"

const readAction = payload(BulkAction, bulkActionIssues)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof ManyContactsGroup>) {
  const { change } = yield* ChangeManyContacts
  const { csv } = yield* ReadContacts
  const values = yield* ReadContacts
  return handlers
    .handleRaw(
      "change",
      Effect.fnUntraced(function* ({ request }) {
        const action = yield* readAction(request)
        return { data: yield* change(yield* CallingAccount, action) }
      })
    )
    .handleRaw(
      "export",
      Effect.fnUntraced(function* ({ query }) {
        return csvResponse("contacts", yield* csv(yield* CallingAccount, query))
      })
    )
    .handle(
      "values",
      Effect.fnUntraced(function* () {
        return { data: yield* values.values(yield* accountId) }
      })
    )
})

export const ManyContactsHandlers = HttpApiBuilder.group(Api, "manyContacts", build)
export const DashboardManyContactsHandlers = HttpApiBuilder.group(DashboardApi, "manyContacts", build)
