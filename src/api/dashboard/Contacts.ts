import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ContactInput, ContactMergeInput } from "../../domain/contacts/ContactInput.ts"
import { ContactSearchQuery } from "../../domain/contacts/ContactQuery.ts"
import { Spending } from "../../domain/contacts/Spending.ts"
import { CursorQuery } from "../../domain/lists/Page.ts"
import { TimelineItem } from "../../domain/contacts/Timeline.ts"
import { ConsentBody, ContactBody, ContactExportBody } from "../Contacts.ts"
import { BodyErrors, ContactTakenBody, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"

const account = { account: Schema.String }
const params = { account: Schema.String, id: Schema.String }

/** Contacts as in the public API. Writes have the cause `dashboard`. */
export class DashboardContactsGroup extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/contacts", {
      params: account,
      query: ContactSearchQuery,
      success: page(ContactBody),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("create", "/accounts/:account/contacts", {
      params: account,
      payload: ContactInput,
      success: created(ContactBody),
      error: [...BodyErrors, ContactTakenBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("read", "/accounts/:account/contacts/:id", {
      params,
      success: single(ContactBody),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("consent", "/accounts/:account/contacts/:id/consent", {
      params,
      success: single(ConsentBody),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("timeline", "/accounts/:account/contacts/:id/timeline", {
      params,
      query: CursorQuery,
      success: Schema.Struct({ data: Schema.Array(TimelineItem), next_cursor: Schema.NullOr(Schema.String) }),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("export", "/accounts/:account/contacts/:id/export", {
      params,
      success: ContactExportBody,
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.patch("change", "/accounts/:account/contacts/:id", {
      params,
      payload: ContactInput,
      success: single(ContactBody),
      error: [...BodyErrors, NotFoundBody, ContactTakenBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("spending", "/accounts/:account/contacts/:id/spending", {
      params,
      success: single(Schema.Array(Spending)),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("merge", "/accounts/:account/contacts/:id/merge", {
      params,
      payload: ContactMergeInput,
      success: single(ContactBody),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.delete("erase", "/accounts/:account/contacts/:id", {
      params,
      success: single(ContactBody),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
