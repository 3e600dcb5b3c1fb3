import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { BulkAction } from "../../domain/contacts/BulkAction.ts"
import { ChangeManyContacts } from "../../programs/contacts/ChangeManyContacts.ts"
import { ExportContacts } from "../../programs/contacts/ExportContacts.ts"
import { csvResponse } from "./csvResponse.ts"
import { payload } from "./payload.ts"

const readAction = payload(BulkAction)

export const ManyContactsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "manyContacts",
  Effect.fnUntraced(function* (handlers) {
    const { change } = yield* ChangeManyContacts
    const { csv } = yield* ExportContacts
    const account = Effect.map(ActingAccount, ({ id, default_country }) => ({ account_id: id, default_country }))
    return handlers
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ request }) {
          const action = yield* readAction(request)
          return { data: yield* change(yield* account, (yield* CurrentUser).id, action) }
        })
      )
      .handleRaw(
        "export",
        Effect.fnUntraced(function* ({ query }) {
          return csvResponse("contacts", yield* csv(yield* account, query))
        })
      )
  })
)
