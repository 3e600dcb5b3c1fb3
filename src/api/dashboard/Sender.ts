import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Email } from "../../domain/contacts/Email.ts"
import { SenderChange } from "../../domain/messages/SenderChange.ts"
import { DomainCheck, SenderState } from "../../domain/messages/SenderState.ts"
import { BodyErrors, RateLimitedBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { single } from "./envelopes.ts"
import { ForbiddenBody } from "./Errors.ts"

const params = { account: Schema.String }

export const TestMailInput = Schema.Struct({ to: Email }).annotate({ identifier: "TestMailInput" })

/** The sender of the account's mail (contract §12). */
export class SenderGroup extends HttpApiGroup.make("sender")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account/sender", {
      params,
      success: single(SenderState),
      error: UnavailableBody
    }),
    HttpApiEndpoint.put("change", "/accounts/:account/sender", {
      params,
      payload: SenderChange,
      success: single(SenderState),
      error: [...BodyErrors, ForbiddenBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("check", "/accounts/:account/sender/check", {
      params,
      success: single(DomainCheck),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("createKey", "/accounts/:account/sender/dkim", {
      params,
      success: single(SenderState),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.delete("removeKey", "/accounts/:account/sender/dkim", {
      params,
      success: single(SenderState),
      error: UnavailableBody
    }),
    HttpApiEndpoint.post("test", "/accounts/:account/sender/test", {
      params,
      payload: TestMailInput,
      success: single(Schema.Struct({ status: Schema.Literals(["sent", "captured"]) })),
      error: [...BodyErrors, RateLimitedBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
