import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Import, ImportInput, PartQuery } from "../../domain/imports/Import.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"

const account = { account: Schema.String }
const params = { account: Schema.String, id: Schema.String }

/** Imports of files: created, uploaded in parts, started. These calls do not count against the account's rate limit. */
export class ImportsGroup extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/imports", {
      params: account,
      query: PageQuery,
      success: page(Import),
      error: UnavailableBody
    }),
    HttpApiEndpoint.post("create", "/accounts/:account/imports", {
      params: account,
      payload: ImportInput,
      success: created(Import),
      error: [...BodyErrors, UnavailableBody]
    }),
    HttpApiEndpoint.get("read", "/accounts/:account/imports/:id", {
      params,
      success: single(Import),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.put("upload", "/accounts/:account/imports/:id/file", {
      params,
      query: PartQuery,
      payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
      success: single(Import),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("start", "/accounts/:account/imports/:id/start", {
      params,
      success: single(Import),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.delete("cancel", "/accounts/:account/imports/:id", {
      params,
      success: single(Import),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("failures", "/accounts/:account/imports/:id/failures", {
      params,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
