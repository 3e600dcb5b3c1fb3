import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { KeyedProvider, ReportKeyInput, ReportTrust } from "../../domain/mailReports/ReportKey.ts"
import { BodyErrors, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { single } from "../envelopes.ts"

/** The addresses where providers report, and the secret that signs webhooks. All are secrets of the account. */
const Hooks = Schema.Struct({
  sms_url: Schema.String,
  email_url: Schema.String,
  webhook_secret: Schema.String,
  reports: ReportTrust
})

const params = { account: Schema.String }
const success = single(Hooks)

export class HooksGroup extends HttpApiGroup.make("hooks")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account/hooks", { params, success, error: UnavailableBody }).annotate(
      RequiredRole,
      "owner"
    ),
    // From now on the old addresses are 404.
    HttpApiEndpoint.post("rotateAddresses", "/accounts/:account/hooks/rotate", {
      params,
      success,
      error: UnavailableBody
    }).annotate(RequiredRole, "owner"),
    // From now on every webhook is signed with the new secret.
    HttpApiEndpoint.post("rotateSecret", "/accounts/:account/hooks/secret", {
      params,
      success,
      error: UnavailableBody
    }).annotate(RequiredRole, "owner"),
    // From now on a report of the provider without a valid signature is 404.
    HttpApiEndpoint.put("setKey", "/accounts/:account/hooks/keys/:provider", {
      params: { ...params, provider: KeyedProvider },
      payload: ReportKeyInput,
      success,
      error: [...BodyErrors, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    // Of Amazon SNS: forgets the topic, and confirms the next one that subscribes.
    HttpApiEndpoint.delete("removeKey", "/accounts/:account/hooks/keys/:provider", {
      params: { ...params, provider: KeyedProvider },
      success,
      error: [ValidationFailedBody, UnavailableBody]
    }).annotate(RequiredRole, "owner")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
