import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { UnavailableBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { single } from "./envelopes.ts"

/** Where providers report to, and what signs webhooks: secrets of the account. */
const Hooks = Schema.Struct({ sms_url: Schema.String, email_url: Schema.String, webhook_secret: Schema.String })

const params = { account: Schema.String }

export class HooksGroup extends HttpApiGroup.make("hooks")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account/hooks", { params, success: single(Hooks), error: UnavailableBody }),
    // New addresses: the old ones answer 404 from now on.
    HttpApiEndpoint.post("rotateAddresses", "/accounts/:account/hooks/rotate", {
      params,
      success: single(Hooks),
      error: UnavailableBody
    }),
    // A new webhook secret, which signs every call from now on.
    HttpApiEndpoint.post("rotateSecret", "/accounts/:account/hooks/secret", {
      params,
      success: single(Hooks),
      error: UnavailableBody
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
