import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import { AccessToken, GrantForm, InvalidClient, InvalidScope } from "../domain/accounts/ClientCredentials.ts"
import { BodyErrors, RateLimitedBody, UnavailableBody, wire } from "./Errors.ts"

const InvalidClientBody = wire({
  error: InvalidClient,
  status: 401,
  code: "invalid_client",
  encode: () => ({ message: "The client id or the client secret is wrong" }),
  decode: () => new InvalidClient()
})

const InvalidScopeBody = wire({
  error: InvalidScope,
  status: 400,
  code: "invalid_scope",
  encode: ({ message }) => ({ message, details: [{ field: "scope", message }] }),
  decode: ([detail]) => new InvalidScope({ message: detail?.message ?? "" })
})

/** Charges the rate budget of the client address and sends it in the rate headers (contract §7). */
export class AddressBudget extends HttpApiMiddleware.Service<AddressBudget>()("tally/api/AddressBudget", {
  error: [RateLimitedBody, UnavailableBody]
}) {}

export class OAuthGroup extends HttpApiGroup.make("oauth")
  .add(
    HttpApiEndpoint.post("token", "/oauth/token", {
      payload: GrantForm.pipe(HttpApiSchema.asFormUrlEncoded()),
      success: AccessToken,
      error: [...BodyErrors, InvalidClientBody, InvalidScopeBody, RateLimitedBody, UnavailableBody]
    })
      .annotate(OpenApi.Summary, "Exchange client credentials for an access token")
      .annotate(
        OpenApi.Description,
        "The client authenticates in the form or by HTTP Basic, not both. Without `scope` the token carries every scope enabled on the application. There is no refresh token: repeat the exchange."
      )
  )
  .middleware(AddressBudget) {}
