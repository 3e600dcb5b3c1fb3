import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { AudienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import { CampaignStatus } from "../../domain/campaigns/CampaignState.ts"
import { Resend } from "../../domain/campaigns/Resend.ts"
import { VariantChoice, VariantTest } from "../../domain/campaigns/VariantTest.ts"
import { Channel } from "../../domain/contacts/Consent.ts"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { type DueAccount, makeDueRows } from "../sql/dueRows.ts"
import { queryOne } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import type { Campaign, CampaignContent } from "../../domain/campaigns/Campaign.ts"
import { makeId } from "../../domain/values/Id.ts"
import { variantsJson } from "./storedVariants.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  campaign_id: Schema.String,
  channel: Channel,
  status: CampaignStatus,
  /** Whether its templates may show coupons. */
  may_show_coupons: Schema.Boolean,
  layouts: Schema.fromJsonString(Schema.Array(Schema.NullOr(Schema.Literals(["shell", "none"])))),
  holdout_percent: Schema.Int,
  conditions: Schema.NullOr(Schema.fromJsonString(AudienceConditions)),
  variant_test: Schema.NullOr(Schema.fromJsonString(VariantTest)),
  variant_choice: Schema.NullOr(Schema.fromJsonString(VariantChoice)),
  variants_drawn: Schema.Int,
  resend: Schema.NullOr(Schema.fromJsonString(Resend)),
  resend_of: Schema.NullOr(Schema.String),
  send_at: Schema.NullOr(Schema.String),
  send_at_zone: Schema.Literals(["account", "contact"]),
  messages_per_hour: Schema.NullOr(Schema.Int),
  topic: Schema.NullOr(Schema.String),
  sender_id: Schema.NullOr(Schema.String),
  cursor: Schema.NullOr(Schema.String),
  paced_at: Schema.NullOr(Millis),
  begun_at: Schema.NullOr(Millis),
  enrolled_at: Schema.NullOr(Millis)
})
/** A campaign with due work. `layouts`: one for each variant. Times in milliseconds. */
export type DueCampaign = typeof Row.Type

/** How far the work on a campaign is. Times in milliseconds; `due_at` is null once there is none left. */
export type CampaignProgress = Pick<
  DueCampaign,
  "status" | "cursor" | "paced_at" | "begun_at" | "enrolled_at" | "variant_choice" | "variants_drawn"
> & {
  readonly due_at: number | null
  readonly ended_at: number | null
}

const encodeChoice = Schema.encodeEffect(Schema.fromJsonString(VariantChoice))
const queryCampaign = queryOne(Row)

const encodeConditions = Schema.encodeEffect(Schema.fromJsonString(AudienceConditions))

/** What a campaign that sends another one again has of its own. Times in milliseconds. */
interface FollowUp extends Pick<Campaign, "send_at" | "send_at_zone"> {
  readonly variants: ReadonlyArray<CampaignContent>
  readonly conditions: AudienceConditions
  readonly due_at: number
}

/** The campaigns with due work, and those that send other ones again. */
export interface CampaignQueue {
  /** Accounts with due campaigns at `now`, at most `limit`, the one that has waited longest first. */
  readonly heads: (now: number, limit: number) => Effect.Effect<ReadonlyArray<DueAccount>, SqlError.SqlError>
  /**
   * Locks the account's campaign whose work has waited longest, until the open transaction ends. Skips campaigns that another process works
   * on; undefined if no other is due. A process that ends gives the campaign back with its transaction.
   */
  readonly lock: (account: DueAccount) => Effect.Effect<DueCampaign | undefined, SqlError.SqlError>
  /** Records the progress. Requires `lock`. */
  readonly save: (
    campaign: Pick<DueCampaign, "account_id" | "campaign_id">,
    progress: CampaignProgress,
    now: number
  ) => Effect.Effect<void, SqlError.SqlError>
  /** Sets when the work goes on, unless there is none. */
  readonly postpone: (
    campaign: Pick<DueCampaign, "account_id" | "campaign_id">,
    until: number
  ) => Effect.Effect<void, SqlError.SqlError>
  /** Schedules what sends the campaign again, once: a campaign that has one gets no other. Requires the campaign's lock. Joins the open transaction. */
  readonly scheduleFollowUp: (
    campaign: Pick<DueCampaign, "account_id" | "campaign_id">,
    followUp: FollowUp,
    now: number
  ) => Effect.Effect<void, SqlError.SqlError>
}

export const makeCampaignQueue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { readDueAccounts } = yield* makeDueRows(sql)
  const part: CampaignQueue = {
    heads: Effect.fnUntraced(function* (now, limit) {
      return yield* readDueAccounts({
        ...queues.campaign,
        condition: sql`true`,
        now,
        clocks: yield* readAdvancedClocks(sql),
        perAccount: 1,
        inFlight: new Map(),
        limit
      })
    }),
    lock: ({ account_id, until }) =>
      queryCampaign(sql`
            SELECT account_id, campaign_id, channel, status, variants::text LIKE '%coupon%' AS may_show_coupons,
              (SELECT coalesce(json_agg(content -> 'layout' ORDER BY at), '[]') FROM json_array_elements(variants)
                WITH ORDINALITY AS variant (content, at))::text AS layouts,
              holdout_percent, conditions::text, variant_test::text, variant_choice::text, variants_drawn, resend::text, resend_of,
              send_at, send_at_zone, messages_per_hour, topic, sender_id, cursor, paced_at, begun_at, enrolled_at
            FROM campaigns WHERE account_id = ${account_id} AND due_at <= ${until}::timestamptz
            ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`),
    save: Effect.fnUntraced(function* ({ account_id, campaign_id }, progress, now) {
      const choice =
        progress.variant_choice === null ? null : yield* Effect.orDie(encodeChoice(progress.variant_choice))
      yield* sql`
            UPDATE campaigns SET status = ${progress.status}, cursor = ${progress.cursor},
              paced_at = ${timeText(progress.paced_at)}::timestamptz, begun_at = ${timeText(progress.begun_at)}::timestamptz,
              enrolled_at = ${timeText(progress.enrolled_at)}::timestamptz, variant_choice = ${choice}::json,
              variants_drawn = ${progress.variants_drawn}::int, due_at = ${timeText(progress.due_at)}::timestamptz,
              ended_at = coalesce(ended_at, ${timeText(progress.ended_at)}::timestamptz), updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND campaign_id = ${campaign_id}`
    }),
    postpone: ({ account_id, campaign_id }, until) =>
      Effect.asVoid(sql`UPDATE campaigns SET due_at = ${timeText(until)}::timestamptz
            WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND due_at IS NOT NULL`),
    scheduleFollowUp: Effect.fnUntraced(function* ({ account_id, campaign_id }, followUp, now) {
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
  }
  return part
})
