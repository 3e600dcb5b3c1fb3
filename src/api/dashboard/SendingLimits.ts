import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SendingLimitsInput, ShownSendingLimits } from "../../domain/messages/SendingLimits.ts"
import { BodyErrors, NotFoundBody, UnavailableBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { single } from "./envelopes.ts"

const params = { account: Schema.String }

/** The limits that an account sets on its own sending (contract §12). */
export class SendingLimitsGroup extends HttpApiGroup.make("sendingLimits")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account/sending-limits", {
      params,
      success: single(ShownSendingLimits),
      error: [NotFoundBody, UnavailableBody]
    }).annotate(OpenApi.Summary, "Read the sending limits and the rest of this hour's messages"),
    HttpApiEndpoint.put("set", "/accounts/:account/sending-limits", {
      params,
      payload: SendingLimitsInput,
      success: single(ShownSendingLimits),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }).annotate(OpenApi.Summary, "Set messages an hour, warm-up and frequency cap; null removes a limit")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
