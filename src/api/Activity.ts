import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Budget } from "../domain/accounts/Budget.ts"
import { Lift } from "../domain/lift/Lift.ts"
import { Activity, Period } from "../domain/reports/Activity.ts"
import { UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { single } from "./envelopes.ts"

/** The figures of an account (contract §13), by default of the last 30 days, and the rate budget that it draws on. */
export class ActivityGroup extends HttpApiGroup.make("activity").add(
  HttpApiEndpoint.get("get", "/activity", {
    query: { days: Schema.optionalKey(Period) },
    success: single(Activity),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("reports_read"))
    .annotate(OpenApi.Summary, "Read the figures of the account")
    .annotate(
      OpenApi.Description,
      "By day of its time zone, by default of the last 30 days, and of as many days before."
    ),
  HttpApiEndpoint.get("lift", "/lift", {
    success: single(Schema.NullOr(Lift)),
    error: UnavailableBody
  })
    .annotateMerge(access("reports_read"))
    .annotate(OpenApi.Summary, "Read the lift of all messages")
    .annotate(
      OpenApi.Description,
      "What marketing adds to orders and revenue per contact, compared with the contacts that the account holds out: of the last 90 days, or since the share was set. Null without a holdout."
    ),
  HttpApiEndpoint.get("budget", "/budget", {
    success: single(Budget),
    error: UnavailableBody
  })
    .annotateMerge(access("reports_read"))
    .annotate(OpenApi.Summary, "Read the rate budget")
    .annotate(OpenApi.Description, "The requests of this minute and day, and their limits.")
) {}
