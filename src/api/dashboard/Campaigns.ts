import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Audience, Campaign, CampaignChange, CampaignInput, ListedCampaign } from "../../domain/campaigns/Campaign.ts"
import { CampaignResults } from "../../domain/campaigns/CampaignResults.ts"
import { AudienceCount, CampaignReview } from "../../domain/campaigns/CampaignReview.ts"
import { ReviewRule } from "../../domain/campaigns/LeftOut.ts"
import { Channel } from "../../domain/contacts/Consent.ts"
import { CursorQuery, NamedListQuery } from "../../domain/lists/Page.ts"
import { BodyLimit } from "../BodyLimit.ts"
import { ContactBody } from "../Contacts.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"

const account = { account: Schema.String }
const params = { account: Schema.String, id: Schema.String }

/** An audience that is not saved. */
export const AudienceDraft = Schema.Struct({ channel: Channel, audience: Audience }).annotate({
  identifier: "AudienceDraft"
})

/** Campaigns as in the public API, and the size of audiences that are not saved (contract §15). */
export class DashboardCampaignsGroup extends HttpApiGroup.make("campaigns")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/campaigns", {
      params: account,
      query: NamedListQuery,
      success: page(ListedCampaign),
      error: UnavailableBody
    }),
    HttpApiEndpoint.post("create", "/accounts/:account/campaigns", {
      params: account,
      payload: CampaignInput,
      success: created(Campaign),
      error: [...BodyErrors, UnavailableBody]
    }),
    HttpApiEndpoint.post("countAudience", "/accounts/:account/campaigns/audience", {
      params: account,
      payload: AudienceDraft,
      success: single(AudienceCount),
      error: [...BodyErrors, UnavailableBody]
    }).annotate(BodyLimit, 16 * 1024),
    HttpApiEndpoint.get("read", "/accounts/:account/campaigns/:id", {
      params,
      success: single(Campaign),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.patch("change", "/accounts/:account/campaigns/:id", {
      params,
      payload: CampaignChange,
      success: single(Campaign),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.delete("remove", "/accounts/:account/campaigns/:id", {
      params,
      success: single(Campaign),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("review", "/accounts/:account/campaigns/:id/review", {
      params,
      success: single(CampaignReview),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("reviewContacts", "/accounts/:account/campaigns/:id/review/contacts", {
      params,
      query: { ...CursorQuery, rule: Schema.optionalKey(ReviewRule) },
      success: page(ContactBody),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("schedule", "/accounts/:account/campaigns/:id/schedule", {
      params,
      success: single(Campaign),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("unschedule", "/accounts/:account/campaigns/:id/unschedule", {
      params,
      success: single(Campaign),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("pause", "/accounts/:account/campaigns/:id/pause", {
      params,
      success: single(Campaign),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("resume", "/accounts/:account/campaigns/:id/resume", {
      params,
      success: single(Campaign),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("cancel", "/accounts/:account/campaigns/:id/cancel", {
      params,
      success: single(Campaign),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("results", "/accounts/:account/campaigns/:id/results", {
      params,
      success: single(CampaignResults),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
