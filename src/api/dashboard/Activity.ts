import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { UnavailableBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { single } from "./envelopes.ts"

const account = { account: Schema.String }

/** A UTC day (`2026-11-21`). `revenue` is decimal text in the activity's currency. */
const Day = Schema.Struct({
  day: Schema.String,
  orders: Schema.Int,
  revenue: Schema.String,
  subscribers: Schema.Int,
  flow_starts: Schema.Int
})

const Budget = Schema.Struct({ limit: Schema.Int, used: Schema.Int })

/** The last 30 days, oldest first, and the rate budget that the account draws on. */
const Activity = Schema.Struct({
  currency: Schema.NullOr(Schema.String),
  days: Schema.Array(Day),
  minute: Budget,
  day: Budget
}).annotate({ identifier: "Activity" })
export type Activity = typeof Activity.Type

export class ActivityGroup extends HttpApiGroup.make("activity")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account/activity", {
      params: account,
      success: single(Activity),
      error: UnavailableBody
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
