import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { Caller } from "../api/Authorization.ts"
import { contactAnswer } from "../domain/contactAnswer.ts"
import { ContactMergeInput, contactRules, newContactRules } from "../domain/ContactInput.ts"
import type { ContactOutcome } from "../domain/contactOutcome.ts"
import { decodeJson } from "../domain/decodeJson.ts"
import { NotFound } from "../domain/Failure.ts"
import { invalid } from "../domain/Fault.ts"
import { makeId } from "../domain/Id.ts"
import { contactWrite, readContactWrite } from "../domain/readContactWrite.ts"
import { ListContacts } from "../programs/ListContacts.ts"
import { WriteContacts } from "../programs/WriteContacts.ts"
import { ConsentLog } from "../store/ConsentLog.ts"
import { Contacts } from "../store/Contacts.ts"
import { readJson } from "./Body.ts"
import { answer, pageAnswer, readConsent } from "./contactAnswers.ts"
import { dryRunHeaders, wantsDryRun } from "./DryRun.ts"
import { keyedCall } from "./keyedCall.ts"
import { bodyLimit } from "./Limits.ts"

const idForm = /^con_[0-9a-z]{26}$/

/** The contact that a path names in the caller's account. What can't be an id is no contact's. */
const named = Effect.fnUntraced(function* ({ id }: { readonly id: string }) {
  const { account_id } = yield* Caller
  return idForm.test(id) ? { account_id, contact_id: id } : yield* new NotFound()
})

const told = ({ contact, dry_run }: ContactOutcome, { dry }: { readonly dry: boolean }, status = 200) =>
  dry
    ? HttpServerResponse.text(`{"data":${contact},"dry_run":${JSON.stringify(dry_run)}}`, {
        headers: dryRunHeaders,
        contentType: "application/json"
      })
    : answer(contact, status, dry_run.action === "replayed" ? { "Idempotent-Replay": "true" } : {})

const readMerge = decodeJson(ContactMergeInput, () => [])

const howOf = (request: HttpServerRequest.HttpServerRequest) => ({ dry: wantsDryRun(request) })

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
          return answer(contactAnswer(yield* contacts.read(yield* named(params))))
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
          const asked = yield* readContactWrite(newContactRules, yield* writer, body)
          const key = yield* keyedCall("POST /contacts", headers["idempotency-key"], body)
          const write = { ...asked, contact_id: yield* makeId("con") }
          const how = howOf(request)
          return told(yield* writes.create(write, key, how), how, 201)
        })
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ params, request, headers }) {
          const body = yield* readJson(request, bodyLimit)
          const asked = yield* readContactWrite(contactRules, yield* writer, body)
          const { contact_id } = yield* named(params)
          const key = yield* keyedCall(`PATCH /contacts/${contact_id}`, headers["idempotency-key"], body)
          const how = howOf(request)
          return told(yield* writes.change({ ...asked, contact_id }, key, how), how)
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
          const how = howOf(request)
          return told(yield* writes.erase(yield* named(params), how), how)
        })
      )
      .handleRaw(
        "unsubscribe",
        Effect.fnUntraced(function* ({ params, request }) {
          const { contact_id } = yield* named(params)
          const write = { ...contactWrite(yield* writer, { email_consent: "unsubscribed" }), contact_id }
          const how = howOf(request)
          // No address and no key is sent that could be taken.
          const taken = { ContactTaken: Effect.die, KeyReused: Effect.die }
          return told(yield* writes.change(write, null, how).pipe(Effect.catchTags(taken)), how)
        })
      )
  })
)
