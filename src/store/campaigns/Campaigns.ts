import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { AudienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import { Audience, type Campaign, type CampaignDraft, type ListedCampaign } from "../../domain/campaigns/Campaign.ts"
import type { CampaignStatus } from "../../domain/campaigns/CampaignState.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { Resend } from "../../domain/campaigns/Resend.ts"
import { VariantTest } from "../../domain/campaigns/VariantTest.ts"
import { NotFound } from "../../domain/Errors.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { nameHas, namedOrder, readPage } from "../sql/paging.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { campaignColumns, CampaignRow, listedColumns, ListedCampaignRow } from "./campaignRow.ts"
import { variantsJson } from "./storedVariants.ts"
import { type CampaignReports, makeCampaignReports } from "./CampaignReports.ts"
import { type CampaignAudiences, makeCampaignAudiences } from "./CampaignAudiences.ts"

const queryRow = queryOne(CampaignRow)
const queryKey = queryOne(Schema.Struct({ campaign_id: Schema.String }))
const queryConditions = queryOne(
  Schema.Struct({ conditions: Schema.NullOr(Schema.fromJsonString(AudienceConditions)) })
)
const optionsJson = <A, I>(value: A | null, schema: Schema.Codec<A, I>) =>
  value === null ? Effect.succeed(null) : Effect.orDie(Schema.encodeEffect(Schema.fromJsonString(schema))(value))
const encodeAudience = Schema.encodeEffect(Schema.fromJsonString(Audience))
const encodeConditions = Schema.encodeEffect(Schema.fromJsonString(AudienceConditions))

/** Reads and writes the campaigns of accounts. Every member joins the open transaction. */
export class Campaigns extends Context.Service<
  Campaigns,
  {
    /** Newest first, or as sorted. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<ListedCampaign>, SqlError.SqlError>
    readonly read: (account_id: string, campaign_id: string) => Effect.Effect<Campaign, NotFound | SqlError.SqlError>
    /** Reads the campaign and locks it until the transaction ends, against other changes and the work on it. */
    readonly lock: (account_id: string, campaign_id: string) => Effect.Effect<Campaign, NotFound | SqlError.SqlError>
    /** The conditions for which the campaign was scheduled; undefined for one that never was. */
    readonly conditions: (
      account_id: string,
      campaign_id: string
    ) => Effect.Effect<AudienceConditions | undefined, SqlError.SqlError>
    /** Creates a draft. Locks the account's row to count its campaigns. */
    readonly create: (
      account_id: string,
      draft: CampaignDraft
    ) => Effect.Effect<Campaign, ValidationFailed | SqlError.SqlError>
    /** Replaces the draft's members, with a later `updated_at` than before. Requires `lock`. */
    readonly save: (
      account_id: string,
      campaign_id: string,
      draft: CampaignDraft
    ) => Effect.Effect<Campaign, NotFound | SqlError.SqlError>
    /**
     * Sets status and `due_at`, when work on the campaign is due next (milliseconds, null for none). With `conditions` it is scheduled for them.
     * Requires `lock`.
     */
    readonly setStatus: (
      account_id: string,
      campaign_id: string,
      change: {
        readonly status: CampaignStatus
        readonly now: number
        readonly due_at: number | null
        readonly conditions?: AudienceConditions
      }
    ) => Effect.Effect<Campaign, NotFound | SqlError.SqlError>
    /** Deletes a draft for good, and hides another campaign: its messages stay in the history of contacts. Requires `lock`. */
    readonly remove: (account_id: string, campaign_id: string, now: number) => Effect.Effect<void, SqlError.SqlError>
  } & CampaignReports &
    CampaignAudiences
>()("tally/store/campaigns/Campaigns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(campaignColumns)
      const found = <E>(statement: Effect.Effect<unknown, E>) =>
        Effect.flatMap(queryRow(statement), (row) =>
          row === undefined ? Effect.fail(new NotFound()) : Effect.succeed(row)
        )
      // Reads what was written: a distributed database returns no column that a function makes of a time.
      const written = Effect.fnUntraced(function* <E>(account_id: string, statement: Effect.Effect<unknown, E>) {
        const key = yield* queryKey(statement)
        return yield* key === undefined
          ? new NotFound()
          : found(sql`SELECT ${columns} FROM campaigns WHERE ${one(account_id, key.campaign_id)}`)
      })
      const present = (account_id: string) =>
        sql`FROM campaigns WHERE account_id = ${account_id} AND deleted_at IS NULL`
      const one = (account_id: string, campaign_id: string) =>
        sql`account_id = ${account_id} AND campaign_id = ${campaign_id} AND deleted_at IS NULL`

      return Campaigns.of({
        list: (account_id, page) =>
          readPage(sql, page, {
            select: sql.literal(listedColumns),
            from: sql`${present(account_id)} ${nameHas(sql, page, "campaigns")}`,
            order:
              page.sort === undefined ? sql`campaign_id DESC` : namedOrder(sql, page.sort, "campaigns", "campaign_id"),
            row: ListedCampaignRow
          }),
        read: (account_id, campaign_id) =>
          found(sql`SELECT ${columns} FROM campaigns WHERE ${one(account_id, campaign_id)}`),
        lock: (account_id, campaign_id) =>
          found(sql`SELECT ${columns} FROM campaigns WHERE ${one(account_id, campaign_id)} FOR NO KEY UPDATE`),
        conditions: (account_id, campaign_id) =>
          Effect.map(
            queryConditions(sql`SELECT conditions::text FROM campaigns WHERE ${one(account_id, campaign_id)}`),
            (row) => row?.conditions ?? undefined
          ),
        create: Effect.fnUntraced(function* (account_id, draft) {
          yield* withinQuota(sql, account_id, quotas.campaigns, present(account_id))
          const all = sql`FROM campaigns WHERE account_id = ${account_id}`
          yield* withinQuota(sql, account_id, quotas.campaignsWithDeleted, all)
          const now = timeText(yield* Clock.currentTimeMillis)
          const made = sql`
            INSERT INTO campaigns (account_id, campaign_id, name, channel, status, variants, holdout_percent, audience, send_at,
              send_at_zone, messages_per_hour, topic, sender_id, link_parameters, variant_test, resend, created_at, updated_at)
            VALUES (${account_id}, ${yield* makeId("cmp")}, ${draft.name}, ${draft.channel}, 'draft',
              ${yield* variantsJson(draft.variants)}::json, ${draft.holdout_percent}::int,
              ${yield* Effect.orDie(encodeAudience(draft.audience))}::json, ${draft.send_at}, ${draft.send_at_zone},
              ${draft.messages_per_hour}::int, ${draft.topic}, ${draft.sender_id}, ${draft.link_parameters}, ${yield* optionsJson(draft.variant_test, VariantTest)}::json,
              ${yield* optionsJson(draft.resend, Resend)}::json, ${now}::timestamptz, ${now}::timestamptz)
            RETURNING campaign_id`
          return yield* Effect.catchTag(written(account_id, made), "NotFound", Effect.die)
        }),
        save: Effect.fnUntraced(function* (account_id, campaign_id, draft) {
          const now = timeText(yield* Clock.currentTimeMillis)
          const saved = sql`
            UPDATE campaigns SET name = ${draft.name}, variants = ${yield* variantsJson(draft.variants)}::json,
              holdout_percent = ${draft.holdout_percent}::int, audience = ${yield* Effect.orDie(encodeAudience(draft.audience))}::json,
              send_at = ${draft.send_at}, send_at_zone = ${draft.send_at_zone}, messages_per_hour = ${draft.messages_per_hour}::int,
              topic = ${draft.topic}, sender_id = ${draft.sender_id}, link_parameters = ${draft.link_parameters}, variant_test = ${yield* optionsJson(draft.variant_test, VariantTest)}::json,
              resend = ${yield* optionsJson(draft.resend, Resend)}::json,
              updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
            WHERE ${one(account_id, campaign_id)} RETURNING campaign_id`
          return yield* written(account_id, saved)
        }),
        setStatus: Effect.fnUntraced(function* (account_id, campaign_id, { status, now, due_at, conditions }) {
          const json = conditions === undefined ? null : yield* Effect.orDie(encodeConditions(conditions))
          const at = sql`${timeText(now)}::timestamptz`
          const set = sql`
            UPDATE campaigns SET status = ${status}, due_at = ${timeText(due_at)}::timestamptz, updated_at = ${at},
              conditions = coalesce(${json}::json, conditions), notice = NULL, notice_at = NULL, notice_message_id = NULL,
              scheduled_at = CASE WHEN ${json}::json IS NOT NULL THEN ${at} WHEN ${status}::text = 'draft' THEN NULL ELSE scheduled_at END,
              ended_at = CASE WHEN ${status}::text = 'cancelled' THEN coalesce(ended_at, ${at}) END
            WHERE ${one(account_id, campaign_id)} RETURNING campaign_id`
          return yield* written(account_id, set)
        }),
        remove: Effect.fnUntraced(function* (account_id, campaign_id, now) {
          yield* sql`DELETE FROM campaigns WHERE ${one(account_id, campaign_id)} AND status = 'draft'`
          yield* sql`UPDATE campaigns SET deleted_at = ${timeText(now)}::timestamptz WHERE ${one(account_id, campaign_id)}`
        }),
        ...(yield* makeCampaignReports),
        ...(yield* makeCampaignAudiences)
      })
    })
  )
}
