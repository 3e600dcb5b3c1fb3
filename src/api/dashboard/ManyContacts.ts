import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { BulkAction, BulkProgress } from "../../domain/contacts/BulkAction.ts"
import { ContactSearchQuery } from "../../domain/contacts/ContactQuery.ts"
import { BodyErrors, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { single } from "./envelopes.ts"

const params = { account: Schema.String }

/** Actions on all contacts that a filter finds, and their export. */
export class ManyContactsGroup extends HttpApiGroup.make("manyContacts")
  .add(
    HttpApiEndpoint.post("change", "/accounts/:account/contact-actions", {
      params,
      payload: BulkAction,
      success: single(BulkProgress),
      error: [...BodyErrors, UnavailableBody]
    }),
    HttpApiEndpoint.get("export", "/accounts/:account/contact-export", {
      params,
      query: ContactSearchQuery,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
      error: [ValidationFailedBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
