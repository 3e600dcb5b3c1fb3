import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Budget } from "../../domain/accounts/Budget.ts"
import { Activity, Period } from "../../domain/reports/Activity.ts"
import { UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { single } from "./envelopes.ts"

const params = { account: Schema.String }

/** The figures of an account (contract §13), by default of the last 30 days, and the rate budget that it draws on. */
export class ActivityGroup extends HttpApiGroup.make("activity")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account/activity", {
      params,
      query: { days: Schema.optionalKey(Period) },
      success: single(Activity),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("budget", "/accounts/:account/budget", {
      params,
      success: single(Budget),
      error: UnavailableBody
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
