import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ApiToken, ApiTokenInput } from "../../domain/accounts/ApiToken.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { created, page, single } from "../envelopes.ts"

const params = { account: Schema.String, id: Schema.String }

/** `token` is the secret, which is shown this one time. */
const NewToken = Schema.Struct({ ...ApiToken.fields, token: Schema.String })

export class TokensGroup extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/tokens", {
      params: { account: Schema.String },
      query: PageQuery,
      success: page(ApiToken),
      error: UnavailableBody
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.post("create", "/accounts/:account/tokens", {
      params: { account: Schema.String },
      payload: ApiTokenInput,
      success: created(NewToken),
      error: [...BodyErrors, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.post("renew", "/accounts/:account/tokens/:id/renew", {
      params,
      success: single(ApiToken),
      error: [NotFoundBody, ValidationFailedBody, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.delete("revoke", "/accounts/:account/tokens/:id", {
      params,
      success: single(ApiToken),
      error: [NotFoundBody, UnavailableBody]
    }).annotate(RequiredRole, "owner")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
