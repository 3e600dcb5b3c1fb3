import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Caller } from "../../api/Authorization.ts"
import { contactJson } from "../../domain/contacts/contactJson.ts"
import { ContactMergeInput, contactRules, newContactRules } from "../../domain/contacts/ContactInput.ts"
import type { ContactOutcome } from "../../domain/contacts/contactOutcome.ts"
import { decodeJson } from "../../domain/json/decodeJson.ts"
import { NotFound } from "../../domain/Errors.ts"
import { type ValidationIssue, invalid } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Handling } from "../../domain/json/readBody.ts"
import { contactWrite, readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import { ListContacts } from "../../programs/contacts/ListContacts.ts"
import { WriteContacts } from "../../programs/contacts/WriteContacts.ts"
import { ConsentLog } from "../../store/contacts/ConsentLog.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { readJson } from "../server/Body.ts"
import { answer, pageAnswer, readConsent } from "./contactResponses.ts"
import { keyedCall } from "./keyedCall.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import { appliedHeaders, handlingOf, wantsDryRun, warningsMember } from "./Preferences.ts"

const idForm = /^con_[0-9a-z]{26}$/

/** The contact that a path names in the caller's account. What can't be an id is no contact's. */
const named = Effect.fnUntraced(function* ({ id }: { readonly id: string }) {
  const { account_id } = yield* Caller
  return idForm.test(id) ? { account_id, contact_id: id } : yield* new NotFound()
})

interface How {
  readonly dry: boolean
  readonly handling: Handling
}

const readMerge = decodeJson(ContactMergeInput, () => [])

const howOf = (request: HttpServerRequest.HttpServerRequest): How => ({
  dry: wantsDryRun(request),
  handling: handlingOf(request)
})

// Calls without a body have nothing that could be left out.
const bodiless = (request: HttpServerRequest.HttpServerRequest): How => ({
  dry: wantsDryRun(request),
  handling: "strict"
})

const told = (
  { contact, dry_run }: ContactOutcome,
  how: How,
  { status = 200, warnings = [] }: { readonly status?: number; readonly warnings?: ReadonlyArray<ValidationIssue> } = {}
) => {
  const preview = how.dry ? `,"dry_run":${JSON.stringify(dry_run)}` : ""
  return HttpServerResponse.text(`{"data":${contact}${preview}${warningsMember(how.handling, warnings)}}`, {
    status: how.dry ? 200 : status,
    contentType: "application/json",
    headers: {
      ...appliedHeaders(how),
      ...(!how.dry && dry_run.action === "replayed" ? { "Idempotent-Replay": "true" } : {})
    }
  })
}

const writer = Effect.map(Caller, ({ account_id, default_country, token_id }) => ({
  account_id,
  default_country,
  cause: "api" as const,
  actor: token_id
}))

export const ContactsHandlers = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* ListContacts
    const contacts = yield* Contacts
    const log = yield* ConsentLog
    const writes = yield* WriteContacts

    // Raw, because custom fields are answered to the digit.
    return handlers
      .handleRaw(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          return pageAnswer(yield* lists.list(yield* Caller, query))
        })
      )
      .handleRaw(
        "get",
        Effect.fnUntraced(function* ({ params }) {
          return answer(contactJson(yield* contacts.read(yield* named(params))))
        })
      )
      .handleRaw(
        "consent",
        Effect.fnUntraced(function* ({ params, query }) {
          return yield* readConsent(log, yield* named(params), query.at?.epochMilliseconds)
        })
      )
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request, headers }) {
          const body = yield* readJson(request, bodyLimit)
          const how = howOf(request)
          const asked = yield* readContactWrite(newContactRules, yield* writer, body, how.handling)
          const key = yield* keyedCall("POST /contacts", headers["idempotency-key"], body)
          const write = { ...asked.write, contact_id: yield* makeId("con") }
          return told(yield* writes.create(write, key, how), how, { status: 201, warnings: asked.warnings })
        })
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ params, request, headers }) {
          const body = yield* readJson(request, bodyLimit)
          const how = howOf(request)
          const { write, warnings } = yield* readContactWrite(contactRules, yield* writer, body, how.handling)
          const { contact_id } = yield* named(params)
          const key = yield* keyedCall(`PATCH /contacts/${contact_id}`, headers["idempotency-key"], body)
          return told(yield* writes.change({ ...write, contact_id }, key, how), how, { warnings })
        })
      )
      .handleRaw(
        "merge",
        Effect.fnUntraced(function* ({ params, request }) {
          const { from: id } = yield* readMerge(yield* readJson(request, bodyLimit))
          const { cause, actor } = yield* writer
          const target = yield* named(params)
          const { contact_id: from } = yield* named({ id })
          if (from === target.contact_id) return yield* invalid("from", "Is the contact itself")
          const how = howOf(request)
          return told(yield* writes.merge({ ...target, from, cause, actor }, how), how)
        })
      )
      .handleRaw(
        "remove",
        Effect.fnUntraced(function* ({ params, request }) {
          const how = bodiless(request)
          return told(yield* writes.erase(yield* named(params), how), how)
        })
      )
      .handleRaw(
        "unsubscribe",
        Effect.fnUntraced(function* ({ params, request }) {
          const { contact_id } = yield* named(params)
          const write = { ...contactWrite(yield* writer, { email_consent: "unsubscribed" }), contact_id }
          const how = bodiless(request)
          // No address and no key is sent that could be taken.
          const taken = { ContactTaken: Effect.die, KeyReused: Effect.die }
          return told(yield* writes.change(write, null, how).pipe(Effect.catchTags(taken)), how)
        })
      )
  })
)
