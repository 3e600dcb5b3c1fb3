import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Email } from "../domain/contacts/Email.ts"
import { SenderChange } from "../domain/senders/SenderChange.ts"
import { DomainCheck, SenderState } from "../domain/senders/SenderState.ts"
import { TrackingDomain } from "../domain/senders/TrackingDomain.ts"
import { BodyErrors, RateLimitedBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { single } from "./envelopes.ts"
import { ForbiddenBody } from "./dashboard/Errors.ts"

export const TestMailInput = Schema.Struct({ to: Email }).annotate({ identifier: "TestMailInput" })

/** The sender of the account's mail (contract §12). */
export class SenderGroup extends HttpApiGroup.make("sender").add(
  HttpApiEndpoint.get("get", "/sender", {
    success: single(SenderState),
    error: UnavailableBody
  })
    .annotateMerge(access("senders_read"))
    .annotate(OpenApi.Summary, "Read the sender")
    .annotate(OpenApi.Description, "Who the mail of the account comes from, without secrets, and what is missing."),
  HttpApiEndpoint.put("change", "/sender", {
    payload: SenderChange,
    success: single(SenderState),
    error: [...BodyErrors, ForbiddenBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Change the sender")
    .annotate(OpenApi.Description, "An omitted member stays. `smtp_url` is stored encrypted and never shown again."),
  HttpApiEndpoint.post("check", "/sender/check", {
    success: single(DomainCheck),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("senders_read"))
    .annotate(OpenApi.Summary, "Check the domain of the sender")
    .annotate(OpenApi.Description, "Looks up SPF, DKIM and DMARC, and says what to add."),
  HttpApiEndpoint.post("checkTracking", "/sender/tracking_domain/check", {
    success: single(TrackingDomain),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Check the tracking domain")
    .annotate(
      OpenApi.Description,
      "Looks it up in DNS and calls this service through it. Links, pictures and pages of mail have it while it works."
    ),
  HttpApiEndpoint.post("createKey", "/sender/dkim", {
    success: single(SenderState),
    error: [ValidationFailedBody, RateLimitedBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Make a DKIM key")
    .annotate(
      OpenApi.Description,
      "For the domain of the address, unless there is one. The answer has its DNS record."
    ),
  HttpApiEndpoint.delete("removeKey", "/sender/dkim", {
    success: single(SenderState),
    error: UnavailableBody
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Remove the DKIM key")
    .annotate(OpenApi.Description, "Mail is no longer signed with it."),
  HttpApiEndpoint.post("test", "/sender/test", {
    payload: TestMailInput,
    success: single(Schema.Struct({ status: Schema.Literals(["sent", "captured"]) })),
    error: [...BodyErrors, RateLimitedBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Send a test mail")
    .annotate(
      OpenApi.Description,
      "At most ten an hour. Of a sender whose domain is not proven, test mail goes only to the own address of a user at the dashboard."
    )
) {}
