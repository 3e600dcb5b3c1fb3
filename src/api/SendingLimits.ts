import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SendingLimitsInput, ShownSendingLimits } from "../domain/messages/SendingLimits.ts"
import { BodyErrors, NotFoundBody, UnavailableBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { single } from "./envelopes.ts"

/** The limits that an account sets on its own sending (contract §12). */
export class SendingLimitsGroup extends HttpApiGroup.make("sendingLimits").add(
  HttpApiEndpoint.get("get", "/sending-limits", {
    success: single(ShownSendingLimits),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("senders_read"))
    .annotate(OpenApi.Summary, "Read the sending limits")
    .annotate(OpenApi.Description, "With the rest of this hour's messages."),
  HttpApiEndpoint.put("set", "/sending-limits", {
    payload: SendingLimitsInput,
    success: single(ShownSendingLimits),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Set the sending limits")
    .annotate(
      OpenApi.Description,
      "Messages an hour, warm-up and frequency cap; null removes a limit. `holdout_percent` of the contacts, chosen by chance for good, get no marketing messages, for comparison; an omitted one stays."
    )
) {}
