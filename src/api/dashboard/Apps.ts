import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Application, ApplicationChange, ApplicationInput } from "../../domain/accounts/Application.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { created, page, single } from "../envelopes.ts"

const params = { account: Schema.String, id: Schema.String }
const error = [NotFoundBody, UnavailableBody] as const

/** `client_secret` is shown this one time. */
const WithSecret = Schema.Struct({ ...Application.fields, client_secret: Schema.String })

export class AppsGroup extends HttpApiGroup.make("apps")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/apps", {
      params: { account: Schema.String },
      query: PageQuery,
      success: page(Application),
      error: UnavailableBody
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.post("create", "/accounts/:account/apps", {
      params: { account: Schema.String },
      payload: ApplicationInput,
      success: created(WithSecret),
      error: [...BodyErrors, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.patch("change", "/accounts/:account/apps/:id", {
      params,
      payload: ApplicationChange,
      success: single(Application),
      error: [...BodyErrors, ...error]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.delete("remove", "/accounts/:account/apps/:id", {
      params,
      success: single(Application),
      error
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.post("regenerate", "/accounts/:account/apps/:id/secret", {
      params,
      success: single(WithSecret),
      error
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.post("revoke", "/accounts/:account/apps/:id/revoke", {
      params,
      success: single(Schema.Struct({ revoked: Schema.Int })),
      error
    }).annotate(RequiredRole, "owner")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
