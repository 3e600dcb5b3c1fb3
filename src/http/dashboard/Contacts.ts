import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { HttpServerResponse } from "effect/http"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { consentAnswer } from "../../domain/ConsentHistory.ts"
import { contactAnswer } from "../../domain/contactAnswer.ts"
import { ContactInput, contactRules, newContactRules, toContactFields } from "../../domain/ContactInput.ts"
import type { ContactWrite } from "../../domain/decideContact.ts"
import { makeId } from "../../domain/Id.ts"
import type { JsonObject } from "../../domain/Json.ts"
import { badCursor, cut, readPosition } from "../../domain/ListPosition.ts"
import { ListContacts } from "../../programs/ListContacts.ts"
import { WriteContacts } from "../../programs/WriteContacts.ts"
import { ConsentLog } from "../../store/ConsentLog.ts"
import { Contacts } from "../../store/Contacts.ts"
import { Timelines } from "../../store/Timelines.ts"
import { decodeJson, readJson } from "../Body.ts"
import { bodyLimit } from "../Limits.ts"

const answer = (contact: string, status = 200) =>
  HttpServerResponse.text(`{"data":${contact}}`, { status, contentType: "application/json" })

const writeOf = Effect.fnUntraced(function* (contact_id: string, input: ContactInput) {
  const { id: account_id, default_country } = yield* ActingAccount
  return {
    account_id,
    contact_id,
    fields: toContactFields(input, default_country),
    send_welcome_sms: input.send_welcome_sms !== false,
    cause: "dashboard",
    actor: (yield* CurrentUser).id
  } satisfies ContactWrite
})

const decoded = (rules: typeof contactRules) => (body: JsonObject) =>
  Effect.flatMap(ActingAccount, ({ default_country }) =>
    decodeJson(ContactInput, (raw) => rules(raw, default_country))(body)
  )

// Nobody sends an idempotency key from a form.
const noKey = { KeyReused: Effect.die } as const

export const DashboardContactsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* ListContacts
    const contacts = yield* Contacts
    const log = yield* ConsentLog
    const timelines = yield* Timelines
    const writes = yield* WriteContacts
    const named = ({ id }: { readonly id: string }) =>
      Effect.map(ActingAccount, (account) => ({ account_id: account.id, contact_id: id }))

    // Raw, because custom fields are answered to the digit.
    return handlers
      .handleRaw("list", ({ query }) =>
        Effect.gen(function* () {
          const { id: account_id, default_country } = yield* ActingAccount
          const page = yield* lists.list({ account_id, default_country }, query)
          const data = page.contacts.map(contactAnswer).join(",")
          return HttpServerResponse.text(`{"data":[${data}],"pagination":${JSON.stringify(page.pagination)}}`, {
            contentType: "application/json"
          })
        })
      )
      .handleRaw("create", ({ request }) =>
        Effect.gen(function* () {
          const input = yield* decoded(newContactRules)(yield* readJson(request, bodyLimit))
          const write = yield* writeOf(yield* makeId("con"), input)
          return answer((yield* writes.create(write, null).pipe(Effect.catchTags(noKey))).contact, 201)
        })
      )
      .handleRaw("read", ({ params }) =>
        Effect.gen(function* () {
          return answer(contactAnswer(yield* contacts.read(yield* named(params))))
        })
      )
      .handleRaw("consent", ({ params }) =>
        Effect.gen(function* () {
          const at = Date.UTC(9999, 11, 31)
          const history = yield* log.read({ ...(yield* named(params)), at })
          return answer(JSON.stringify(consentAnswer(history, at)))
        })
      )
      .handle("timeline", ({ params, query: { per_page = 25, cursor } }) =>
        Effect.gen(function* () {
          const contact = yield* named(params)
          const after = cursor === undefined ? null : (readPosition(cursor) ?? (yield* badCursor))
          const rows = yield* timelines.read(contact, { after, limit: per_page + 1 })
          const shown = cut(rows, per_page, ({ at, id }) => ({ at: at.epochMilliseconds, id }))
          return { data: shown.rows, next_cursor: shown.next_cursor }
        })
      )
      .handleRaw("change", ({ params, request }) =>
        Effect.gen(function* () {
          const input = yield* decoded(contactRules)(yield* readJson(request, bodyLimit))
          return answer(
            (yield* writes.change(yield* writeOf(params.id, input), null).pipe(Effect.catchTags(noKey))).contact
          )
        })
      )
      .handleRaw("erase", ({ params }) =>
        Effect.gen(function* () {
          return answer(contactAnswer(yield* writes.erase(yield* named(params))))
        })
      )
  })
)
