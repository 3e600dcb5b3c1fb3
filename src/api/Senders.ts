import { Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  FurtherSender,
  FurtherSenderChange,
  FurtherSenderInput,
  SenderInUse,
  SenderUse
} from "../domain/senders/FurtherSender.ts"
import { DomainCheck } from "../domain/senders/SenderState.ts"
import { created, single } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, RateLimitedBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { TestMailInput } from "./Sender.ts"

const params = { id: Schema.String }

/** Names the places that send from the sender: each detail has the kind of a place as `field`, its name as `message`. */
export const SenderInUseBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literal("conflict"),
    message: Schema.String,
    details: Schema.Array(Schema.Struct({ field: SenderUse.fields.kind, message: Schema.String }))
  })
}).pipe(
  Schema.decodeTo(
    Schema.toType(SenderInUse),
    SchemaTransformation.transform({
      decode: ({ error }) =>
        new SenderInUse({ uses: error.details.map(({ field, message }) => ({ kind: field, name: message })) }),
      encode: ({ uses }) => ({
        error: {
          code: "conflict" as const,
          message: "The sender is in use; choose another one there first",
          details: uses.map(({ kind, name }) => ({ field: kind, message: name }))
        }
      })
    })
  ),
  HttpApiSchema.status(409)
)

/** The senders of an account beside its own (contract §19). */
export class SendersGroup extends HttpApiGroup.make("senders").add(
  HttpApiEndpoint.get("list", "/senders", {
    success: Schema.Struct({ data: Schema.Array(FurtherSender) }),
    error: UnavailableBody
  })
    .annotateMerge(access("senders_read"))
    .annotate(OpenApi.Summary, "List further senders")
    .annotate(
      OpenApi.Description,
      "All of the account beside its own sender (`GET /sender`), at most 19, the oldest first."
    ),
  HttpApiEndpoint.post("create", "/senders", {
    payload: FurtherSenderInput,
    success: created(FurtherSender),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Add a sender")
    .annotate(
      OpenApi.Description,
      "Campaigns and `send_email` steps of flows name it by `sender_id`. It has a name and addresses of its own; postal address, layout and mail server are those of the account's sender, and so are the rules: its domain is proven by DNS before more than test mail to oneself goes out through the service's mail server."
    ),
  HttpApiEndpoint.get("get", "/senders/:id", {
    params,
    success: single(FurtherSender),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("senders_read"))
    .annotate(OpenApi.Summary, "Read a further sender"),
  HttpApiEndpoint.patch("change", "/senders/:id", {
    params,
    payload: FurtherSenderChange,
    success: single(FurtherSender),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Change a further sender")
    .annotate(OpenApi.Description, "An omitted member stays. Messages that wait go out as it is then."),
  HttpApiEndpoint.delete("remove", "/senders/:id", {
    params,
    success: single(FurtherSender),
    error: [NotFoundBody, SenderInUseBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Delete a further sender")
    .annotate(
      OpenApi.Description,
      "A sender that a flow, a campaign that has not ended, or a waiting message is to be sent from stays: 409 with the places. The answer is the sender as it was."
    ),
  HttpApiEndpoint.post("check", "/senders/:id/check", {
    params,
    success: single(DomainCheck),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("senders_read"))
    .annotate(OpenApi.Summary, "Check the domain of a further sender")
    .annotate(OpenApi.Description, "Looks up SPF, DKIM and DMARC, and says what to add."),
  HttpApiEndpoint.post("createKey", "/senders/:id/dkim", {
    params,
    success: single(FurtherSender),
    error: [NotFoundBody, RateLimitedBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Make a DKIM key for the domain of a further sender")
    .annotate(
      OpenApi.Description,
      "Unless there is one: all senders at a domain are signed by one key. The answer has its DNS record."
    ),
  HttpApiEndpoint.delete("removeKey", "/senders/:id/dkim", {
    params,
    success: single(FurtherSender),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Remove the DKIM key of the domain of a further sender")
    .annotate(OpenApi.Description, "Mail of all senders at the domain is no longer signed with it."),
  HttpApiEndpoint.post("test", "/senders/:id/test", {
    params,
    payload: TestMailInput,
    success: single(Schema.Struct({ status: Schema.Literals(["sent", "captured"]) })),
    error: [...BodyErrors, NotFoundBody, RateLimitedBody, UnavailableBody]
  })
    .annotateMerge(access("senders_write", "owner"))
    .annotate(OpenApi.Summary, "Send a test mail from a further sender")
    .annotate(OpenApi.Description, "By the rules of `POST /sender/test`, with which it shares the ten an hour.")
) {}
