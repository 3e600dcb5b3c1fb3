import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { Caller } from "../api/Authorization.ts"
import { consentAnswer } from "../domain/ConsentHistory.ts"
import type { ContactPreview } from "../domain/contactPreview.ts"
import { contactAnswer } from "../domain/contactAnswer.ts"
import { ContactInput, contactRules, newContactRules, toContactFields } from "../domain/ContactInput.ts"
import type { ContactWrite } from "../domain/decideContact.ts"
import { NotFound } from "../domain/Failure.ts"
import { makeId } from "../domain/Id.ts"
import type { JsonObject } from "../domain/Json.ts"
import { ListContacts } from "../programs/ListContacts.ts"
import { PreviewContacts } from "../programs/PreviewContacts.ts"
import { type Written, WriteContacts } from "../programs/WriteContacts.ts"
import { ConsentLog } from "../store/ConsentLog.ts"
import { Contacts } from "../store/Contacts.ts"
import { decodeJson, readJson } from "./Body.ts"
import { dryRunHeaders, wantsDryRun } from "./DryRun.ts"
import { keyedCall } from "./keyedCall.ts"
import { bodyLimit } from "./Limits.ts"

const idForm = /^con_[0-9a-z]{26}$/

const endOfTime = Date.UTC(9999, 11, 31)

/** The contact that a path names in the caller's account. What can't be an id is no contact's. */
const named = Effect.fnUntraced(function* ({ id }: { readonly id: string }) {
  const { account_id } = yield* Caller
  return idForm.test(id) ? { account_id, contact_id: id } : yield* new NotFound()
})

const answer = (contact: string, status = 200, headers: Record<string, string> = {}) =>
  HttpServerResponse.text(`{"data":${contact}}`, { status, headers, contentType: "application/json" })

const written = ({ contact, replayed }: Written, status = 200) =>
  answer(contact, status, replayed ? { "Idempotent-Replay": "true" } : {})

const previewed = ({ contact, dry_run }: ContactPreview) =>
  HttpServerResponse.text(`{"data":${contact},"dry_run":${JSON.stringify(dry_run)}}`, {
    headers: dryRunHeaders,
    contentType: "application/json"
  })

const writeOf = Effect.fnUntraced(function* (contact_id: string, input: ContactInput) {
  const { account_id, default_country, token_id } = yield* Caller
  return {
    account_id,
    contact_id,
    fields: toContactFields(input, default_country),
    send_welcome_sms: input.send_welcome_sms !== false,
    cause: "api",
    actor: token_id
  } satisfies ContactWrite
})

const decoded = (rules: typeof contactRules) => (body: JsonObject) =>
  Effect.flatMap(Caller, ({ default_country }) => decodeJson(ContactInput, (raw) => rules(raw, default_country))(body))

export const ContactsHandlers = HttpApiBuilder.group(
  Api,
  "contacts",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* ListContacts
    const contacts = yield* Contacts
    const log = yield* ConsentLog
    const writes = yield* WriteContacts
    const previews = yield* PreviewContacts

    // Raw, because custom fields are answered to the digit.
    return handlers
      .handleRaw("list", ({ query }) =>
        Effect.gen(function* () {
          const page = yield* lists.list(yield* Caller, query)
          const data = page.contacts.map(contactAnswer).join(",")
          return HttpServerResponse.text(`{"data":[${data}],"pagination":${JSON.stringify(page.pagination)}}`, {
            contentType: "application/json"
          })
        })
      )
      .handleRaw("get", ({ params }) =>
        Effect.gen(function* () {
          return answer(contactAnswer(yield* contacts.read(yield* named(params))))
        })
      )
      .handleRaw("consent", ({ params, query }) =>
        Effect.gen(function* () {
          const at = query.at?.epochMilliseconds ?? endOfTime
          const history = yield* log.read({ ...(yield* named(params)), at })
          return answer(JSON.stringify(consentAnswer(history, at)))
        })
      )
      .handleRaw("create", ({ request, headers }) =>
        Effect.gen(function* () {
          const body = yield* readJson(request, bodyLimit)
          const input = yield* decoded(newContactRules)(body)
          const key = yield* keyedCall("POST /contacts", headers["idempotency-key"], body)
          const write = yield* writeOf(yield* makeId("con"), input)
          if (wantsDryRun(request)) return previewed(yield* previews.create(write, key))
          return written(yield* writes.create(write, key), 201)
        })
      )
      .handleRaw("update", ({ params, request, headers }) =>
        Effect.gen(function* () {
          const body = yield* readJson(request, bodyLimit)
          const input = yield* decoded(contactRules)(body)
          const { contact_id } = yield* named(params)
          const key = yield* keyedCall(`PATCH /contacts/${contact_id}`, headers["idempotency-key"], body)
          const write = yield* writeOf(contact_id, input)
          if (wantsDryRun(request)) return previewed(yield* previews.change(write, key))
          return written(yield* writes.change(write, key))
        })
      )
      .handleRaw("remove", ({ params, request }) =>
        Effect.gen(function* () {
          if (wantsDryRun(request)) return previewed(yield* previews.erase(yield* named(params)))
          return answer(contactAnswer(yield* writes.erase(yield* named(params))))
        })
      )
      .handleRaw("unsubscribe", ({ params, request }) =>
        Effect.gen(function* () {
          const { contact_id } = yield* named(params)
          const write = yield* writeOf(contact_id, { email_consent: "unsubscribed" })
          // No address and no key is sent that could be taken.
          const taken = { ContactTaken: Effect.die, KeyReused: Effect.die }
          if (wantsDryRun(request)) {
            return previewed(yield* previews.change(write, null).pipe(Effect.catchTags(taken)))
          }
          return written(yield* writes.change(write, null).pipe(Effect.catchTags(taken)))
        })
      )
  })
)
