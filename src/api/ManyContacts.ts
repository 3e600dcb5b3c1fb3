import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BulkAction, BulkProgress } from "../domain/contacts/BulkAction.ts"
import { ContactSearchQuery } from "../domain/contacts/ContactQuery.ts"
import { BodyErrors, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { single } from "./envelopes.ts"

/** Actions on all contacts that a filter or conditions find, or on some by id, and their export. */
export class ManyContactsGroup extends HttpApiGroup.make("manyContacts").add(
  HttpApiEndpoint.post("change", "/contact-actions", {
    payload: BulkAction,
    success: single(BulkProgress),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Change all contacts that a filter or conditions find")
    .annotate(
      OpenApi.Description,
      "Which contacts: those that `filter` finds, those that `conditions` match as in a segment, or at most 200 of `contact_ids`. A call takes some of the contacts, newest first, and answers with `next`; send that as `before` to take the next ones, until it is null. Every action can be repeated."
    ),
  HttpApiEndpoint.get("export", "/contact-export", {
    query: ContactSearchQuery,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "Export contacts")
    .annotate(OpenApi.Description, "A CSV file of the contacts that the filter finds, sent as it is read.")
) {}
