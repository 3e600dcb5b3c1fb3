import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { CursorQuery } from "../../domain/lists/Page.ts"
import { ApiCaller, LoggedRequest, StatusClass } from "../../domain/accounts/LoggedRequest.ts"
import { Timestamp } from "../../domain/values/Time.ts"
import { UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { page, single } from "../envelopes.ts"

const account = { account: Schema.String }

/** The requests of a token or application to a deprecated endpoint in the last 30 days, and the time of the latest. */
const DeprecatedUse = Schema.Struct({
  caller: ApiCaller,
  endpoint: Schema.String,
  successor: Schema.String,
  calls: Schema.Int,
  last_at: Timestamp
}).annotate({ identifier: "DeprecatedUse" })

/** The requests of a UTC day (`2026-11-21`); the rate limit rejected `limited` of them. */
const UsageDay = Schema.Struct({ day: Schema.String, calls: Schema.Int, limited: Schema.Int })

/** The requests of the account's tokens and applications in the last 30 days. */
export class RequestsGroup extends HttpApiGroup.make("requests")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/requests", {
      params: account,
      query: {
        ...CursorQuery,
        status: Schema.optionalKey(StatusClass),
        request_id: Schema.optionalKey(Schema.String)
      },
      success: page(LoggedRequest),
      error: [ValidationFailedBody, UnavailableBody]
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.get("deprecated", "/accounts/:account/deprecated-calls", {
      params: account,
      success: single(Schema.Array(DeprecatedUse)),
      error: UnavailableBody
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.get("usage", "/accounts/:account/usage", {
      params: account,
      success: single(Schema.Array(UsageDay)),
      error: UnavailableBody
    }).annotate(RequiredRole, "member")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
