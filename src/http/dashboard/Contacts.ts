import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { contactJson } from "../../domain/contacts/contactJson.ts"
import { ContactMergeInput, contactRules, newContactRules } from "../../domain/contacts/ContactInput.ts"
import { decodeJson } from "../../domain/json/decodeJson.ts"
import { NotFound } from "../../domain/Errors.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import { isId, makeId } from "../../domain/values/Id.ts"
import { readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import { ExportContact } from "../../programs/contacts/ExportContact.ts"
import { ListContacts } from "../../programs/contacts/ListContacts.ts"
import { WriteContacts } from "../../programs/contacts/WriteContacts.ts"
import { ConsentLog } from "../../store/contacts/ConsentLog.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { OrderQueries } from "../../store/orders/OrderQueries.ts"
import { Timelines } from "../../store/contacts/Timelines.ts"
import { readJson } from "../server/Body.ts"
import {
  consentResponse,
  contactExportResponse,
  contactPageResponse,
  contactResponse
} from "../public/contactResponses.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import { keysetPage } from "./keysetPage.ts"

const contactWriter = Effect.gen(function* () {
  const { id: account_id, default_country } = yield* ActingAccount
  return { account_id, default_country, cause: "dashboard" as const, actor: (yield* CurrentUser).id }
})

const readMerge = decodeJson(ContactMergeInput)

const options = { dry: false }

// Impossible without an idempotency key.
const impossible = { KeyReused: Effect.die } as const

export const DashboardContactsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const listContacts = yield* ListContacts
    const contacts = yield* Contacts
    const consentLog = yield* ConsentLog
    const timelines = yield* Timelines
    const orders = yield* OrderQueries
    const exportContact = yield* ExportContact
    const writeContacts = yield* WriteContacts
    const contactRef = ({ id }: { readonly id: string }) =>
      Effect.map(ActingAccount, (account) => ({ account_id: account.id, contact_id: id }))

    // Raw, because custom fields keep every digit.
    return handlers
      .handleRaw(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const { id: account_id, default_country } = yield* ActingAccount
          return contactPageResponse(yield* listContacts.list({ account_id, default_country }, query))
        })
      )
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const body = yield* readJson(request, bodyLimit)
          const input = yield* readContactWrite(newContactRules, yield* contactWriter, body, "strict")
          const write = { ...input.write, contact_id: yield* makeId("con") }
          const { contact } = yield* writeContacts.create(write, null, options).pipe(Effect.catchTags(impossible))
          return contactResponse(contact, 201)
        })
      )
      .handleRaw(
        "read",
        Effect.fnUntraced(function* ({ params }) {
          return contactResponse(contactJson(yield* contacts.read(yield* contactRef(params))))
        })
      )
      .handleRaw(
        "consent",
        Effect.fnUntraced(function* ({ params }) {
          return yield* consentResponse(consentLog, yield* contactRef(params))
        })
      )
      .handle(
        "timeline",
        Effect.fnUntraced(function* ({ params, query }) {
          const contact = yield* contactRef(params)
          const { rows, next_cursor } = yield* keysetPage(query, {
            keyOf: (position) => position,
            read: (slice) => timelines.read(contact, slice),
            positionOf: ({ at, id }) => ({ at: at.epochMilliseconds, id })
          })
          return { data: rows, next_cursor }
        })
      )
      .handleRaw(
        "export",
        Effect.fnUntraced(function* ({ params }) {
          return contactExportResponse(yield* exportContact.json(yield* contactRef(params)))
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ params, request }) {
          const body = yield* readJson(request, bodyLimit)
          const { write } = yield* readContactWrite(contactRules, yield* contactWriter, body, "strict")
          const change = { ...write, contact_id: params.id }
          return contactResponse(
            (yield* writeContacts.change(change, null, options).pipe(Effect.catchTags(impossible))).contact
          )
        })
      )
      .handle(
        "spending",
        Effect.fnUntraced(function* ({ params }) {
          const { account_id, contact_id } = yield* contacts.read(yield* contactRef(params))
          return { data: yield* orders.spending(account_id, contact_id) }
        })
      )
      .handleRaw(
        "merge",
        Effect.fnUntraced(function* ({ params, request }) {
          const { from } = yield* readMerge(yield* readJson(request, bodyLimit))
          const target = yield* contactRef(params)
          if (from === target.contact_id) return yield* invalid("from", "Is the contact itself")
          if (!isId(from)) return yield* new NotFound()
          const { cause, actor } = yield* contactWriter
          return contactResponse((yield* writeContacts.merge({ ...target, from, cause, actor }, options)).contact)
        })
      )
      .handleRaw(
        "erase",
        Effect.fnUntraced(function* ({ params }) {
          return contactResponse((yield* writeContacts.erase(yield* contactRef(params), options)).contact)
        })
      )
  })
)
