import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import {
  CustomIntegration,
  CustomIntegrationChange,
  CustomIntegrationInput,
  StoreWebhook
} from "../../domain/accounts/CustomIntegration.ts"
import { StoreDelivery } from "../../domain/integrations/StoreDelivery.ts"
import { CursorQuery, PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"

const params = { account: Schema.String, id: Schema.String }
const error = [NotFoundBody, UnavailableBody] as const

/** `token` is the value for `X-Service-Integration-Token`. `webhook` is what the store's platform is given; null for a custom store. */
const secrets = { token: Schema.String, webhook: Schema.NullOr(StoreWebhook) }
const WithToken = Schema.Struct({ ...CustomIntegration.fields, ...secrets })

export class IntegrationsGroup extends HttpApiGroup.make("integrations")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/integrations", {
      params: { account: Schema.String },
      query: PageQuery,
      success: page(CustomIntegration),
      error: UnavailableBody
    }),
    HttpApiEndpoint.post("create", "/accounts/:account/integrations", {
      params: { account: Schema.String },
      payload: CustomIntegrationInput,
      success: created(WithToken),
      error: [...BodyErrors, UnavailableBody]
    }),
    HttpApiEndpoint.patch("change", "/accounts/:account/integrations/:id", {
      params,
      payload: CustomIntegrationChange,
      success: single(CustomIntegration),
      error: [...BodyErrors, ...error]
    }),
    HttpApiEndpoint.delete("disconnect", "/accounts/:account/integrations/:id", {
      params,
      success: single(CustomIntegration),
      error
    }),
    HttpApiEndpoint.post("reveal", "/accounts/:account/integrations/:id/reveal", {
      params,
      success: single(Schema.Struct(secrets)),
      error
    }),
    HttpApiEndpoint.post("rotate", "/accounts/:account/integrations/:id/rotate", {
      params,
      success: single(WithToken),
      error
    }),
    HttpApiEndpoint.get("deliveries", "/accounts/:account/integrations/:id/deliveries", {
      params,
      query: CursorQuery,
      success: page(StoreDelivery),
      error: [ValidationFailedBody, ...error]
    }),
    HttpApiEndpoint.post("retryDelivery", "/accounts/:account/store-deliveries/:id/retry", {
      params,
      success: single(Schema.Struct({ id: Schema.String })),
      error
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
