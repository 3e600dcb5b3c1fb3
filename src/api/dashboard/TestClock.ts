import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AccountTestClock, Advance } from "../../domain/accounts/TestClock.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { single } from "../envelopes.ts"

const params = { account: Schema.String }

/** The clock of a test account. Advancing it runs the account's delays, quiet hours and rate windows at once. */
export class TestClockGroup extends HttpApiGroup.make("testClock")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account/test-clock", {
      params,
      success: single(AccountTestClock),
      error: [NotFoundBody, UnavailableBody]
    })
      .annotate(RequiredRole, "member")
      .annotate(OpenApi.Summary, "Read the account's current time"),
    HttpApiEndpoint.put("mark", "/accounts/:account/test-clock", {
      params,
      success: single(AccountTestClock),
      error: [ValidationFailedBody, UnavailableBody]
    })
      .annotate(RequiredRole, "operator")
      .annotate(OpenApi.Summary, "Make a subaccount without contacts a test account, for good (operator only)"),
    HttpApiEndpoint.post("advance", "/accounts/:account/test-clock", {
      params,
      payload: Advance,
      success: single(AccountTestClock),
      error: [...BodyErrors, UnavailableBody]
    })
      .annotate(RequiredRole, "operator")
      .annotate(OpenApi.Summary, "Advance the clock of a test account (operator only)")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
