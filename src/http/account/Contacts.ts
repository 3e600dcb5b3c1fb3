import { Clock, Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import type { ContactsGroup } from "../../api/Contacts.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { ContactMergeInput, contactRules, newContactRules } from "../../domain/contacts/ContactInput.ts"
import { contactJson, type ContactOutcome } from "../../domain/contacts/contactJson.ts"
import { decodeJson } from "../../domain/json/decodeJson.ts"
import { NotFound } from "../../domain/Errors.ts"
import { type ValidationIssue, invalid } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Handling } from "../../domain/json/readBody.ts"
import { contactWrite, readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import { ReadContacts } from "../../programs/contacts/ReadContacts.ts"
import { WriteContacts } from "../../programs/contacts/WriteContacts.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"
import { OrderQueries } from "../../store/orders/OrderQueries.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { keysetPage } from "./keysetPage.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { keptDataPage } from "../pages/keptDataPage.ts"
import { readJson } from "../server/Body.ts"
import { consentResponse, contactExportResponse, contactPageResponse, contactResponse } from "./contactResponses.ts"
import { keyedCall } from "./keyedCall.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import { appliedHeaders, handlingOf, wantsDryRun, warningsMember } from "../public/Preferences.ts"

const idForm = /^con_[0-9a-z]{26}$/

/** The contact of a path in the caller's account. A malformed id is `NotFound`. */
const contactRef = Effect.fnUntraced(function* ({ id }: { readonly id: string }) {
  const { account_id } = yield* CallingAccount
  return idForm.test(id) ? { account_id, contact_id: id } : yield* new NotFound()
})

interface CallOptions {
  readonly dry: boolean
  readonly handling: Handling
}

const readMerge = decodeJson(ContactMergeInput)

const optionsOf = (request: HttpServerRequest.HttpServerRequest): CallOptions => ({
  dry: wantsDryRun(request),
  handling: handlingOf(request)
})

// Lenient handling does not apply to calls without a body.
const optionsWithoutBody = (request: HttpServerRequest.HttpServerRequest): CallOptions => ({
  dry: wantsDryRun(request),
  handling: "strict"
})

const outcomeResponse = (
  { contact, dry_run }: ContactOutcome,
  options: CallOptions,
  { status = 200, warnings = [] }: { readonly status?: number; readonly warnings?: ReadonlyArray<ValidationIssue> } = {}
) => {
  const preview = options.dry ? `,"dry_run":${JSON.stringify(dry_run)}` : ""
  return HttpServerResponse.text(`{"data":${contact}${preview}${warningsMember(options.handling, warnings)}}`, {
    status: options.dry ? 200 : status,
    contentType: "application/json",
    headers: {
      ...appliedHeaders(options),
      ...(!options.dry && dry_run.action === "replayed" ? { "Idempotent-Replay": "true" } : {})
    }
  })
}

const contactWriter = Effect.map(CallingAccount, ({ account_id, default_country, cause, actor }) => ({
  account_id,
  default_country,
  cause,
  actor
}))

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof ContactsGroup>) {
  const listContacts = yield* ReadContacts
  const contacts = yield* Contacts
  const consents = yield* ContactConsents
  const writeContacts = yield* WriteContacts
  const contactQueries = yield* ContactQueries
  const messages = yield* MessageQueries
  const orders = yield* OrderQueries

  // Raw, because custom fields keep every digit.
  return handlers
    .handleRaw(
      "list",
      Effect.fnUntraced(function* ({ query }) {
        return contactPageResponse(yield* listContacts.list(yield* CallingAccount, query))
      })
    )
    .handleRaw(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return contactResponse(contactJson(yield* contacts.read(yield* contactRef(params))))
      })
    )
    .handleRaw(
      "consent",
      Effect.fnUntraced(function* ({ params, query }) {
        return yield* consentResponse(consents, yield* contactRef(params), query.at?.epochMilliseconds)
      })
    )
    .handle(
      "timeline",
      Effect.fnUntraced(function* ({ params, query }) {
        const contact = yield* contactRef(params)
        const { rows, next_cursor } = yield* keysetPage(query, {
          keyOf: (position) => position,
          read: (slice) => contactQueries.timeline(contact, slice),
          positionOf: ({ at, id }) => ({ at: at.epochMilliseconds, id })
        })
        return { data: rows, next_cursor }
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
      "export",
      Effect.fnUntraced(function* ({ params }) {
        return contactExportResponse(yield* listContacts.json(yield* contactRef(params)))
      })
    )
    .handleRaw(
      "dataPage",
      Effect.fnUntraced(function* ({ params }) {
        const ref = yield* contactRef(params)
        const { contact, ...kept } = yield* listContacts.kept(ref)
        const store = yield* messages.store(ref.account_id)
        const person = contact.email ?? contact.phone ?? contact.contact_id
        const now = yield* Clock.currentTimeMillis
        return keptDataPage({ store: store?.name ?? "", person, now }, kept)
      })
    )
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request, headers }) {
        const body = yield* readJson(request, bodyLimit)
        const options = optionsOf(request)
        const input = yield* readContactWrite(newContactRules, yield* contactWriter, body, options.handling)
        const key = yield* keyedCall("POST /contacts", headers["idempotency-key"], body)
        const write = { ...input.write, contact_id: yield* makeId("con") }
        return outcomeResponse(yield* writeContacts.create(write, key, options), options, {
          status: 201,
          warnings: input.warnings
        })
      })
    )
    .handleRaw(
      "update",
      Effect.fnUntraced(function* ({ params, request, headers }) {
        const body = yield* readJson(request, bodyLimit)
        const options = optionsOf(request)
        const { write, warnings } = yield* readContactWrite(contactRules, yield* contactWriter, body, options.handling)
        const { contact_id } = yield* contactRef(params)
        const key = yield* keyedCall(`PATCH /contacts/${contact_id}`, headers["idempotency-key"], body)
        return outcomeResponse(yield* writeContacts.change({ ...write, contact_id }, key, options), options, {
          warnings
        })
      })
    )
    .handleRaw(
      "merge",
      Effect.fnUntraced(function* ({ params, request }) {
        const { from: id } = yield* readMerge(yield* readJson(request, bodyLimit))
        const { cause, actor } = yield* contactWriter
        const target = yield* contactRef(params)
        const { contact_id: from } = yield* contactRef({ id })
        if (from === target.contact_id) return yield* invalid("from", "Is the contact itself")
        const options = optionsOf(request)
        return outcomeResponse(yield* writeContacts.merge({ ...target, from, cause, actor }, options), options)
      })
    )
    .handleRaw(
      "remove",
      Effect.fnUntraced(function* ({ params, request }) {
        const options = optionsWithoutBody(request)
        return outcomeResponse(yield* writeContacts.erase(yield* contactRef(params), options), options)
      })
    )
    .handleRaw(
      "unsubscribe",
      Effect.fnUntraced(function* ({ params, request }) {
        const { contact_id } = yield* contactRef(params)
        const write = { ...contactWrite(yield* contactWriter, { email_consent: "unsubscribed" }), contact_id }
        const options = optionsWithoutBody(request)
        // Impossible without an address and a key in the call.
        const impossible = { ContactTaken: Effect.die, KeyReused: Effect.die }
        return outcomeResponse(
          yield* writeContacts.change(write, null, options).pipe(Effect.catchTags(impossible)),
          options
        )
      })
    )
})

export const ContactsHandlers = HttpApiBuilder.group(Api, "contacts", build)
export const DashboardContactsHandlers = HttpApiBuilder.group(DashboardApi, "contacts", build)
