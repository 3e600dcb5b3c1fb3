import { Effect } from "effect"
import { audienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import type { Audience, Campaign } from "../../domain/campaigns/Campaign.ts"
import { followUpConditions } from "../../domain/campaigns/followUp.ts"
import { Campaigns } from "../../store/campaigns/Campaigns.ts"
import { Segments } from "../../store/segments/Segments.ts"

/** Reads the conditions of audiences, and what is wrong with them. Joins an open transaction. */
export const makeAudiences = Effect.gen(function* () {
  const campaigns = yield* Campaigns
  const segments = yield* Segments

  const ofAudience = Effect.fnUntraced(function* (account_id: string, audience: Audience) {
    const { include, exclude } = audience
    const found = yield* Effect.forEach(new Set([...include, ...exclude]), (id) =>
      segments.read(account_id, id).pipe(
        Effect.map(({ conditions }) => [[id, conditions] as const]),
        Effect.catchTag("NotFound", () => Effect.succeed([]))
      )
    )
    return audienceConditions(audience, new Map(found.flat()))
  })

  /** A campaign that was scheduled keeps the conditions that its segments had then. */
  const ofCampaign = Effect.fnUntraced(function* (account_id: string, campaign: Campaign) {
    const kept = campaign.status === "draft" ? undefined : yield* campaigns.conditions(account_id, campaign.id)
    if (campaign.resend_of !== null) return { conditions: followUpConditions(campaign.resend_of), issues: [] }
    if (kept !== undefined) return { conditions: kept, issues: [] }
    return yield* ofAudience(account_id, campaign.audience)
  })

  return { ofAudience, ofCampaign }
})
