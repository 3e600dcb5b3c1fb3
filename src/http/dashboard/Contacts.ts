import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { contactJson } from "../../domain/contacts/contactJson.ts"
import { contactRules, newContactRules } from "../../domain/contacts/ContactInput.ts"
import { makeId } from "../../domain/values/Id.ts"
import { readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import { ListContacts } from "../../programs/contacts/ListContacts.ts"
import { WriteContacts } from "../../programs/contacts/WriteContacts.ts"
import { ConsentLog } from "../../store/contacts/ConsentLog.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { Timelines } from "../../store/contacts/Timelines.ts"
import { readJson } from "../server/Body.ts"
import { answer, pageAnswer, readConsent } from "../public/contactResponses.ts"
import { bodyLimit } from "../auth/RateHeaders.ts"
import { keysetPage } from "./keysetPage.ts"

const writer = Effect.gen(function* () {
  const { id: account_id, default_country } = yield* ActingAccount
  return { account_id, default_country, cause: "dashboard" as const, actor: (yield* CurrentUser).id }
})

const live = { dry: false }

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
      .handleRaw(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const { id: account_id, default_country } = yield* ActingAccount
          return pageAnswer(yield* lists.list({ account_id, default_country }, query))
        })
      )
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const body = yield* readJson(request, bodyLimit)
          const asked = yield* readContactWrite(newContactRules, yield* writer, body, "strict")
          const write = { ...asked.write, contact_id: yield* makeId("con") }
          const { contact } = yield* writes.create(write, null, live).pipe(Effect.catchTags(noKey))
          return answer(contact, 201)
        })
      )
      .handleRaw(
        "read",
        Effect.fnUntraced(function* ({ params }) {
          return answer(contactJson(yield* contacts.read(yield* named(params))))
        })
      )
      .handleRaw(
        "consent",
        Effect.fnUntraced(function* ({ params }) {
          return yield* readConsent(log, yield* named(params))
        })
      )
      .handle(
        "timeline",
        Effect.fnUntraced(function* ({ params, query }) {
          const contact = yield* named(params)
          const { rows, next_cursor } = yield* keysetPage(query, {
            keyOf: (position) => position,
            read: (slice) => timelines.read(contact, slice),
            positionOf: ({ at, id }) => ({ at: at.epochMilliseconds, id })
          })
          return { data: rows, next_cursor }
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ params, request }) {
          const body = yield* readJson(request, bodyLimit)
          const { write } = yield* readContactWrite(contactRules, yield* writer, body, "strict")
          const change = { ...write, contact_id: params.id }
          return answer((yield* writes.change(change, null, live).pipe(Effect.catchTags(noKey))).contact)
        })
      )
      .handleRaw(
        "erase",
        Effect.fnUntraced(function* ({ params }) {
          return answer((yield* writes.erase(yield* named(params), live)).contact)
        })
      )
  })
)
