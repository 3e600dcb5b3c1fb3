import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BulkAction, BulkProgress } from "../domain/contacts/BulkAction.ts"
import { ContactSearchQuery } from "../domain/contacts/ContactQuery.ts"
import { ContactValues } from "../domain/contacts/ContactValues.ts"
import { BodyErrors, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { single } from "./envelopes.ts"

/** Actions on all contacts that a filter or conditions find, or on some by id, their export, and the values that contacts have. */
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
    .annotate(OpenApi.Description, "A CSV file of the contacts that the filter finds, sent as it is read."),
  HttpApiEndpoint.get("values", "/contact-values", { success: single(ContactValues), error: UnavailableBody })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "List the values that contacts, products, orders and events have")
    .annotate(
      OpenApi.Description,
      "The names of custom fields (with their values where there are few), the tags, countries and languages in use, each with how many contacts have it, most first, at most 100 of each. `event_types` are the types of events that the account received, with at most 1,000 of each counted. Of an account of more than 10,000 contacts the newest and the oldest 5,000 are read, fewer where their fields are large: `read` of `total`; the numbers are then at least so many. The other lists are of the 2,000 products that changed last, the newest 1,000 orders, and 20 events of each type: `products_read` and `orders_read` tell whether these were all."
    )
) {}
