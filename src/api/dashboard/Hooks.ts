import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { UnavailableBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { single } from "./envelopes.ts"

/** The addresses where providers report, and the secret that signs webhooks. All are secrets of the account. */
const Hooks = Schema.Struct({ sms_url: Schema.String, email_url: Schema.String, webhook_secret: Schema.String })

const params = { account: Schema.String }

export class HooksGroup extends HttpApiGroup.make("hooks")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account/hooks", { params, success: single(Hooks), error: UnavailableBody }),
    // From now on the old addresses are 404.
    HttpApiEndpoint.post("rotateAddresses", "/accounts/:account/hooks/rotate", {
      params,
      success: single(Hooks),
      error: UnavailableBody
    }),
    // From now on every webhook is signed with the new secret.
    HttpApiEndpoint.post("rotateSecret", "/accounts/:account/hooks/secret", {
      params,
      success: single(Hooks),
      error: UnavailableBody
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
