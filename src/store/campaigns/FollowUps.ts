import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { AudienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import type { Campaign, CampaignContent } from "../../domain/campaigns/Campaign.ts"
import { makeId } from "../../domain/values/Id.ts"
import { timeText } from "../sql/timestamps.ts"
import type { DueCampaign } from "./CampaignQueue.ts"
import { variantsJson } from "./storedVariants.ts"

const encodeConditions = Schema.encodeEffect(Schema.fromJsonString(AudienceConditions))

/** What a campaign that sends another one again has of its own. Times in milliseconds. */
interface FollowUp extends Pick<Campaign, "send_at" | "send_at_zone"> {
  readonly variants: ReadonlyArray<CampaignContent>
  readonly conditions: AudienceConditions
  readonly due_at: number
}

/** The campaigns that send other ones again. Every member joins the open transaction. */
export class FollowUps extends Context.Service<
  FollowUps,
  {
    /** Schedules what sends the campaign again, once: a campaign that has one gets no other. Requires the campaign's lock. */
    readonly schedule: (
      campaign: Pick<DueCampaign, "account_id" | "campaign_id">,
      followUp: FollowUp,
      now: number
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/campaigns/FollowUps") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return FollowUps.of({
        schedule: Effect.fnUntraced(function* ({ account_id, campaign_id }, followUp, now) {
          const { variants, conditions, send_at, send_at_zone, due_at } = followUp
          const at = sql`${timeText(now)}::timestamptz`
          yield* sql`
            INSERT INTO campaigns (account_id, campaign_id, name, channel, status, variants, holdout_percent, audience, conditions, send_at,
              send_at_zone, messages_per_hour, topic, sender_id, link_parameters, resend_of, due_at, scheduled_at, created_at, updated_at)
            SELECT ${account_id}, ${yield* makeId("cmp")}, left(name, 240) || ' (again)', channel, 'scheduled',
              ${yield* variantsJson(variants)}::json, 0, '{"include":[],"exclude":[]}'::json,
              ${yield* Effect.orDie(encodeConditions(conditions))}::json, ${send_at}, ${send_at_zone}, messages_per_hour, topic, sender_id, link_parameters,
              campaign_id, ${timeText(due_at)}::timestamptz, ${at}, ${at}, ${at}
            FROM campaigns WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND deleted_at IS NULL
            ON CONFLICT (account_id, resend_of) WHERE resend_of IS NOT NULL DO NOTHING`
        })
      })
    })
  )
}
