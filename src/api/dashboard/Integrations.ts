import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import {
  CustomIntegration,
  CustomIntegrationChange,
  CustomIntegrationInput,
  PlatformWebhook
} from "../../domain/integrations/CustomIntegration.ts"
import { PlatformDelivery } from "../../domain/integrations/PlatformDelivery.ts"
import { CursorQuery, PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { created, page, single } from "../envelopes.ts"

const params = { account: Schema.String, id: Schema.String }
const error = [NotFoundBody, UnavailableBody] as const

/** `token` is the value for `X-Service-Integration-Token`. `webhook` is what the store's platform is given; null for a custom store. */
const secrets = { token: Schema.String, webhook: Schema.NullOr(PlatformWebhook) }
const WithToken = Schema.Struct({ ...CustomIntegration.fields, ...secrets })

export class IntegrationsGroup extends HttpApiGroup.make("integrations")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/integrations", {
      params: { account: Schema.String },
      query: PageQuery,
      success: page(CustomIntegration),
      error: UnavailableBody
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.post("create", "/accounts/:account/integrations", {
      params: { account: Schema.String },
      payload: CustomIntegrationInput,
      success: created(WithToken),
      error: [...BodyErrors, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.patch("change", "/accounts/:account/integrations/:id", {
      params,
      payload: CustomIntegrationChange,
      success: single(CustomIntegration),
      error: [...BodyErrors, ...error]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.delete("disconnect", "/accounts/:account/integrations/:id", {
      params,
      success: single(CustomIntegration),
      error
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.post("reveal", "/accounts/:account/integrations/:id/reveal", {
      params,
      success: single(Schema.Struct(secrets)),
      error
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.post("rotate", "/accounts/:account/integrations/:id/rotate", {
      params,
      success: single(WithToken),
      error
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.get("deliveries", "/accounts/:account/integrations/:id/deliveries", {
      params,
      query: CursorQuery,
      success: page(PlatformDelivery),
      error: [ValidationFailedBody, ...error]
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.post("retryDelivery", "/accounts/:account/store-deliveries/:id/retry", {
      params,
      success: single(Schema.Struct({ id: Schema.String })),
      error
    }).annotate(RequiredRole, "member")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
