import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CampaignBacktestInput, CampaignBacktestPart } from "../domain/backtests/CampaignBacktest.ts"
import { Audience, Campaign, CampaignChange, CampaignInput, ListedCampaign } from "../domain/campaigns/Campaign.ts"
import { CampaignResults } from "../domain/campaigns/CampaignResults.ts"
import { AudienceCount, CampaignReview } from "../domain/campaigns/CampaignReview.ts"
import { LinkChecks } from "../domain/campaigns/LinkCheck.ts"
import { ReviewRule } from "../domain/campaigns/LeftOut.ts"
import { Channel } from "../domain/contacts/Consent.ts"
import { CursorQuery, NamedListQuery, Pagination } from "../domain/lists/Page.ts"
import { Lift } from "../domain/lift/Lift.ts"
import { BodyLimit } from "./BodyLimit.ts"
import { ContactList } from "./Contacts.ts"
import {
  BodyErrors,
  CampaignChangedBody,
  NotFoundBody,
  RateLimitedBody,
  UnavailableBody,
  ValidationFailedBody
} from "./Errors.ts"
import { exact } from "./Exact.ts"
import { access } from "./mounts.ts"

const params = { id: Schema.String }

const One = Schema.Struct({ data: Campaign }).annotate({ identifier: "CampaignAnswer" })
const List = Schema.Struct({ data: Schema.Array(ListedCampaign), pagination: Pagination }).annotate({
  identifier: "CampaignList"
})

/** An audience that is not saved. */
export const AudienceDraft = Schema.Struct({ channel: Channel, audience: Audience }).annotate({
  identifier: "AudienceDraft"
})

/** Campaigns (contract §15). */
export class CampaignsGroup extends HttpApiGroup.make("campaigns").add(
  HttpApiEndpoint.get("list", "/campaigns", {
    query: NamedListQuery,
    success: List,
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_read"))
    .annotate(OpenApi.Summary, "List campaigns")
    .annotate(OpenApi.Description, "Newest first, without their contents."),
  HttpApiEndpoint.post("create", "/campaigns", {
    payload: CampaignInput,
    success: One.pipe(HttpApiSchema.status(201)),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Create a campaign")
    .annotate(
      OpenApi.Description,
      "A draft. `variants` are the contents of an A/B test, or one content; they share the audience evenly. `audience` names segments, or `all` contacts. Templates are Liquid and may use `contact`, `account` and `unsubscribe_url`."
    ),
  HttpApiEndpoint.post("countAudience", "/campaigns/audience", {
    payload: AudienceDraft,
    success: Schema.Struct({ data: AudienceCount }),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("campaigns_read"))
    .annotate(BodyLimit, 16 * 1024)
    .annotate(OpenApi.Summary, "Count an audience")
    .annotate(
      OpenApi.Description,
      "The contacts of an audience that is not saved, and how many of them the channel reaches."
    ),
  HttpApiEndpoint.post("backtest", "/campaigns/backtest", {
    payload: CampaignBacktestInput,
    success: Schema.Struct({ data: CampaignBacktestPart }),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_read"))
    .annotate(BodyLimit, 16 * 1024)
    .annotate(OpenApi.Summary, "Backtest a campaign")
    .annotate(
      OpenApi.Description,
      "What a campaign, saved or not, would have done had it gone out at a moment of the past, or on each day or week from then on: its audience, who would have been left out by which rule, and what people ordered after. Nothing is saved or sent. Each call looks at as many contacts as a second allows: repeat it with `next_cursor` as `cursor` until that is null, and add the figures up. Fails with 422 for conditions whose past no record tells."
    ),
  HttpApiEndpoint.get("get", "/campaigns/:id", { params, success: One, error: [NotFoundBody, UnavailableBody] })
    .annotateMerge(access("campaigns_read"))
    .annotate(OpenApi.Summary, "Read a campaign"),
  HttpApiEndpoint.patch("update", "/campaigns/:id", {
    params,
    payload: CampaignChange,
    success: One,
    error: [...BodyErrors, NotFoundBody, CampaignChangedBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Change a draft")
    .annotate(
      OpenApi.Description,
      "An omitted member stays. A campaign that is scheduled must be unscheduled first. With `updated_at`, that of the campaign that the change is based on, the call fails with 409 once the campaign was changed since."
    ),
  HttpApiEndpoint.delete("remove", "/campaigns/:id", {
    params,
    success: One,
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Delete a campaign")
    .annotate(
      OpenApi.Description,
      "A draft, or a campaign that has ended; its messages stay. The answer is the campaign as it was."
    ),
  HttpApiEndpoint.post("review", "/campaigns/:id/review", {
    params,
    success: Schema.Struct({ data: CampaignReview }),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_read"))
    .annotate(OpenApi.Summary, "Review a campaign")
    .annotate(
      OpenApi.Description,
      "What scheduling it now would do: the size of the audience, how many contacts are left out by which rule, a rendered sample of each variant, and every fault that prevents scheduling, at its path. `sender` is who its mail comes from, and `sender_check` what the last check of the sender's domain found of its SPF, DKIM and DMARC records, null if it was never checked; it prevents nothing. `checklist` says of each sample of a mail what is well and what is not: subject, preheader, weight, pictures, links, what the spam filter of the service says where there is one, and the sender; it prevents nothing. Changes nothing."
    ),
  HttpApiEndpoint.post("checkLinks", "/campaigns/:id/check-links", {
    params,
    success: Schema.Struct({ data: LinkChecks }),
    error: [NotFoundBody, RateLimitedBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Check the links of a campaign")
    .annotate(
      OpenApi.Description,
      "Calls each link of its e-mails that leads to the web and is the same for everybody, at most 20, and says which answer. At most 30 checks of an account in an hour. Changes nothing."
    ),
  HttpApiEndpoint.get("reviewContacts", "/campaigns/:id/review/contacts", {
    params,
    query: { ...CursorQuery, rule: Schema.optionalKey(ReviewRule) },
    success: exact(ContactList, "ContactList"),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_read"))
    .annotate(OpenApi.Summary, "List the contacts of a review")
    .annotate(OpenApi.Description, "Those that `rule` leaves out; without it, the recipients. Newest first."),
  HttpApiEndpoint.post("schedule", "/campaigns/:id/schedule", {
    params,
    success: One,
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Schedule a campaign")
    .annotate(
      OpenApi.Description,
      "Fails with the faults of the review. The conditions of the segments are those of this moment; which contacts match them is decided when sending begins, and consent when each message is sent. Repeating the call changes nothing."
    ),
  HttpApiEndpoint.post("unschedule", "/campaigns/:id/unschedule", {
    params,
    success: One,
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Make a scheduled campaign a draft again"),
  HttpApiEndpoint.post("pause", "/campaigns/:id/pause", {
    params,
    success: One,
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Pause a campaign")
    .annotate(OpenApi.Description, "Holds within five seconds, for queued messages too."),
  HttpApiEndpoint.post("resume", "/campaigns/:id/resume", {
    params,
    success: One,
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Resume a campaign"),
  HttpApiEndpoint.post("cancel", "/campaigns/:id/cancel", {
    params,
    success: One,
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_write"))
    .annotate(OpenApi.Summary, "Cancel a campaign")
    .annotate(OpenApi.Description, "Its unsent messages are skipped."),
  HttpApiEndpoint.get("results", "/campaigns/:id/results", {
    params,
    success: Schema.Struct({ data: CampaignResults }),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_read"))
    .annotate(OpenApi.Summary, "Read the results of a campaign")
    .annotate(
      OpenApi.Description,
      "By variant. `clicked` counts people; `revenue` is of orders placed within seven days of the contact's last click. `left_out` counts contacts that got no message. `sums` tells what became of the audience: `audience` is the sum of the others, at every moment."
    ),
  HttpApiEndpoint.get("lift", "/campaigns/:id/lift", {
    params,
    success: Schema.Struct({ data: Schema.NullOr(Lift) }),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("campaigns_read"))
    .annotate(OpenApi.Summary, "Read the lift of a campaign")
    .annotate(
      OpenApi.Description,
      "What it adds to orders and revenue per person, compared with its holdout: of seven days from when the message was due. Null without a holdout, and before sending begins."
    )
) {}
