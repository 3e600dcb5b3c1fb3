import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { EmailConsent, SmsConsent } from "../domain/contacts/Consent.ts"
import { ConsentChange } from "../domain/contacts/ConsentChange.ts"
import { ContactInput, ContactMergeInput, CustomFields } from "../domain/contacts/ContactInput.ts"
import { ContactSearchQuery } from "../domain/contacts/ContactQuery.ts"
import { CursorQuery, Pagination } from "../domain/lists/Page.ts"
import { Spending } from "../domain/contacts/Spending.ts"
import { TimelineItem } from "../domain/contacts/Timeline.ts"
import { Timestamp } from "../domain/values/Time.ts"
import { dryRun } from "./DryRun.ts"
import {
  BodyErrors,
  ContactTakenBody,
  KeyReusedBody,
  NotFoundBody,
  UnavailableBody,
  ValidationFailedBody
} from "./Errors.ts"
import { exact } from "./Exact.ts"
import { access } from "./mounts.ts"
import { preferHeader, preferred, warnings } from "./Preferences.ts"

/** A contact in responses (contract §4.1). Nulls are shown. */
export const ContactBody = Schema.Struct({
  id: Schema.String,
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  first_name: Schema.NullOr(Schema.String),
  last_name: Schema.NullOr(Schema.String),
  email_consent: EmailConsent,
  sms_consent: SmsConsent,
  tags: Schema.Array(Schema.String),
  custom_fields: CustomFields,
  order_count: Schema.Int,
  first_order_at: Schema.NullOr(Timestamp),
  last_order_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Contact" })

const ConsentState = <S extends Schema.Top>(state: S) => Schema.Struct({ state, since: Schema.NullOr(Timestamp) })

/** The data of `GET /contacts/{id}/consent` (contract §4.6). */
export const ConsentBody = Schema.Struct({
  email: ConsentState(EmailConsent),
  sms: ConsentState(SmsConsent),
  paused_until: Schema.NullOr(Timestamp).annotate({
    description: "Until when the contact has paused marketing messages on its preference page."
  }),
  left_topics: Schema.Array(Schema.Struct({ topic: Schema.String, since: Timestamp })).annotate({
    description: "The topics that the contact left. It is in the others, if it is subscribed to marketing."
  }),
  history: Schema.Array(ConsentChange)
}).annotate({ identifier: "Consent" })

/** Everything kept of a contact: the rows of each table, and the tables of which rows are left out (contract §14). */
export const ContactExportBody = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Array(Schema.Unknown)),
  truncated: Schema.Array(Schema.String)
}).annotate({ identifier: "ContactExport" })

/** The effect of a call that was sent as a dry run. `data` is the contact after the call; a created contact would get another id. */
const ContactDryRun = dryRun({
  action: Schema.Literals(["created", "changed", "unchanged", "merged", "erased", "replayed"]),
  welcome_sms: Schema.Boolean
}).annotate({ identifier: "ContactDryRun" })

const Single = Schema.Struct({ data: ContactBody }).annotate({ identifier: "ContactAnswer" })
const Created = Schema.Struct({ data: ContactBody, ...warnings }).annotate({ identifier: "ContactCreated" })
const Written = Schema.Struct({ data: ContactBody, dry_run: Schema.optionalKey(ContactDryRun), ...warnings }).annotate({
  identifier: "ContactWritten"
})
const Previewed = Schema.Struct({ data: ContactBody, dry_run: ContactDryRun, ...warnings }).annotate({
  identifier: "ContactPreview"
})
/** A page of contacts. */
export const ContactList = Schema.Struct({ data: Schema.Array(ContactBody), pagination: Pagination }).annotate({
  identifier: "ContactList"
})

/** Responses with custom fields, which keep every digit. */
export const contactResponses = [Single, Created, Written, Previewed, ContactList, ContactExportBody] as const

const params = { id: Schema.String }
const headers = { "idempotency-key": Schema.optionalKey(Schema.String), ...preferHeader }

export class ContactsGroup extends HttpApiGroup.make("contacts").add(
  HttpApiEndpoint.get("list", "/contacts", {
    query: ContactSearchQuery,
    success: exact(ContactList, "ContactList"),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "List and filter contacts")
    .annotate(
      OpenApi.Description,
      "Newest first. `page` and `per_page` read any page. `cursor`, the `next_cursor` of the previous page, reads the next page in constant time, and returns every contact that stays in the list exactly once. A cursor is valid for its account and filters only."
    ),
  HttpApiEndpoint.get("get", "/contacts/:id", {
    params,
    success: exact(Single, "ContactAnswer"),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "Read a contact"),
  HttpApiEndpoint.get("consent", "/contacts/:id/consent", {
    params,
    query: Schema.Struct({ at: Schema.optionalKey(Timestamp) }),
    success: Schema.Struct({ data: ConsentBody }),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "Read the consent ledger of a contact")
    .annotate(
      OpenApi.Description,
      "The state of both channels, and the newest 100 entries of the ledger, refusals included, newest first. `at` gives the state at that time and the entries recorded until then. To read older entries, send the oldest `recorded_at` of the answer as `at`."
    ),
  HttpApiEndpoint.get("timeline", "/contacts/:id/timeline", {
    params,
    query: CursorQuery,
    success: Schema.Struct({ data: Schema.Array(TimelineItem), next_cursor: Schema.NullOr(Schema.String) }),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "List what happened to a contact")
    .annotate(
      OpenApi.Description,
      "Its orders, events, consent changes, flow runs, messages and their clicks, newest first."
    ),
  HttpApiEndpoint.get("spending", "/contacts/:id/spending", {
    params,
    success: Schema.Struct({ data: Schema.Array(Spending) }),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "Read what a contact has spent")
    .annotate(OpenApi.Description, "By currency, without voided and refunded orders."),
  HttpApiEndpoint.get("export", "/contacts/:id/export", {
    params,
    success: exact(ContactExportBody, "ContactExport"),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "Export everything kept of a contact")
    .annotate(
      OpenApi.Description,
      "For a person who asks for their data. `data` has the rows by table, found as an erasure finds them: the contact, its consent ledger, orders, events, messages, flow runs, webhooks, and records of imports with its addresses. Of a table at most 10,000 rows, and 32 MiB in all; `truncated` names the tables that have more. Members may be added."
    ),
  HttpApiEndpoint.get("dataPage", "/contacts/:id/data-page", {
    params,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" })),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "Read everything kept of a contact as a page")
    .annotate(
      OpenApi.Description,
      "For a person who asks for their data: the rows of the export as HTML to read, print or save as a PDF, at most 8 MiB of them."
    ),
  HttpApiEndpoint.post("create", "/contacts", {
    headers,
    payload: ContactInput,
    success: [
      preferred(exact(Previewed, "ContactPreview")),
      preferred(exact(Created, "ContactCreated").pipe(HttpApiSchema.status(201)))
    ],
    error: [...BodyErrors, ContactTakenBody, KeyReusedBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Create a contact")
    .annotate(
      OpenApi.Description,
      "`email` or `phone` is required. An address of an existing contact is refused with 409 and the `id` of that contact; if both are taken, of the contact with the e-mail. With an `Idempotency-Key`, repeating the call within 30 days returns the first answer, marked by `Idempotent-Replay`. `Prefer: dry-run` on this and every other call that changes a contact validates and decides the call without writing, and answers 200 with `Preference-Applied: dry-run`, the contact after the call, and its effect under `dry_run`. `Prefer: handling=lenient`, here and on PATCH, leaves out an address, name, tags or custom fields that can't be read instead of refusing the call, and lists them under `warnings`. Consents are never left out, except an SMS opt-in without its phone."
    ),
  HttpApiEndpoint.patch("update", "/contacts/:id", {
    params,
    headers,
    payload: ContactInput,
    success: preferred(exact(Written, "ContactWritten")),
    error: [...BodyErrors, NotFoundBody, ContactTakenBody, KeyReusedBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Update a contact, its consent included")
    .annotate(
      OpenApi.Description,
      "Changes only the fields that are sent; `tags` and `custom_fields` are replaced. An `email` or `phone` can be set, changed and cleared, except the last address of the contact. Its consent stays, and the consent ledger gets an entry for the new address. An address of another contact is refused with 409 and the `id` of that contact. A `compliance_suppressed` contact can't be written to."
    ),
  HttpApiEndpoint.post("merge", "/contacts/:id/merge", {
    params,
    headers: preferHeader,
    payload: ContactMergeInput,
    success: exact(Written, "ContactWritten"),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Merge another contact into this one")
    .annotate(
      OpenApi.Description,
      "For two contacts of one person. Orders, events, messages, flow runs, webhook deliveries and the consent ledger of `from` move to this contact, and its id answers 404 from then on. Addresses, name, tags and custom fields of `from` fill what this contact lacks. The stricter consent of both holds. Of a flow with the entry rule `once`, only the first run continues. Neither contact may be `compliance_suppressed`. Repeating the call answers 404."
    ),
  HttpApiEndpoint.delete("remove", "/contacts/:id", {
    params,
    headers: preferHeader,
    success: preferred(exact(Written, "ContactWritten")),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Erase a contact")
    .annotate(
      OpenApi.Description,
      "Answers with the contact as it was. Personal data is removed at once from every table; orders keep sums, dates, statuses and the documented members of items. A keyed hash of each address keeps its opt-out in case the address returns. Orders placed before the erasure give no consent then."
    ),
  HttpApiEndpoint.post("unsubscribe", "/contacts/:id/unsubscribe", {
    params,
    headers: preferHeader,
    success: preferred(exact(Written, "ContactWritten")),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Deprecated, true)
    .annotate(OpenApi.Summary, "Unsubscribe a contact from e-mail")
    .annotate(
      OpenApi.Description,
      "Deprecated: PATCH the contact with `email_consent` set to `unsubscribed`. Every answer carries `Deprecation` and `Link`."
    )
) {}
