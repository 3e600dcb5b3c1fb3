import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { CampaignContent } from "../../domain/campaigns/Campaign.ts"
import { campaignCancelled, campaignPaused } from "../../domain/messages/decideSend.ts"
import type { MailLayout } from "../../domain/messages/Message.ts"
import { makeId } from "../../domain/values/Id.ts"
import { giveCodes } from "../coupons/giveCodes.ts"
import { returnCodes } from "../coupons/returnCodes.ts"
import { query, queryOne } from "../sql/query.ts"
import { rowsJson } from "../sql/parameters.ts"
import { timeText } from "../sql/timestamps.ts"
import type { DueCampaign } from "./CampaignQueue.ts"
import { StoredVariants } from "./storedVariants.ts"

const queryContents = queryOne(Schema.Struct({ variants: StoredVariants }))
const queryCount = queryOne(Schema.Struct({ count: Schema.Int }))
const queryQueued = query(
  Schema.Struct({ contact_id: Schema.String, coupons: Schema.NullOr(Schema.Array(Schema.String)) })
)

type CampaignKey = Pick<DueCampaign, "account_id" | "campaign_id">

/** The messages of campaigns in the outbox. Every member joins the open transaction. Times in milliseconds. */
export interface CampaignMessages {
  /** Queues one message for each contact, due now, with the codes of its coupons. Idempotent: the key of a message is its campaign and contact. */
  readonly queue: (
    campaign: CampaignKey & Pick<DueCampaign, "channel" | "topic" | "sender_id">,
    recipients: ReadonlyArray<{
      readonly contact_id: string
      readonly variant: number
      readonly layout: MailLayout
      /** The coupons that its templates show; null for none. */
      readonly coupons: ReadonlyArray<string> | null
    }>,
    now: number
  ) => Effect.Effect<void, SqlError.SqlError>
  /** The variants of the campaign, in order. */
  readonly contents: (campaign: CampaignKey) => Effect.Effect<ReadonlyArray<CampaignContent>, SqlError.SqlError>
  /** Messages that are queued or held, counted up to `max`. */
  readonly countOpen: (campaign: CampaignKey, max: number) => Effect.Effect<number, SqlError.SqlError>
  /** Queues the messages that a pause held, due now. */
  readonly requeue: (campaign: CampaignKey, now: number) => Effect.Effect<void, SqlError.SqlError>
  /** Skips unsent messages of a cancelled campaign, but those that are being sent. */
  readonly cancel: (campaign: CampaignKey, now: number) => Effect.Effect<void, SqlError.SqlError>
}

export const makeCampaignMessages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const open = ({ account_id, campaign_id }: CampaignKey) =>
    sql`account_id = ${account_id} AND campaign_id = ${campaign_id} AND status IN ('queued', 'held')`
  const part: CampaignMessages = {
    queue: Effect.fnUntraced(function* ({ account_id, campaign_id, channel, topic, sender_id }, recipients, now) {
      if (recipients.length === 0) return
      const rows = yield* Effect.forEach(recipients, (recipient) =>
        Effect.map(makeId("msg"), (message_id) => ({ ...recipient, message_id }))
      )
      const queued = yield* queryQueued(sql`
            INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, topic, sender_id, layout, campaign_id, variant, coupons, body, status,
              due_at, created_at, updated_at)
            SELECT ${account_id}, message_id, ${campaign_id}::text || '/' || contact_id, contact_id, ${channel}, 'campaign', 'marketing', ${topic}, ${sender_id}, layout,
              ${campaign_id}, variant, coupons, '', 'queued', at.now, at.now, at.now
            FROM (SELECT ${timeText(now)}::timestamptz AS now) at, json_to_recordset(${rowsJson(rows)}::json)
              AS r (message_id text, contact_id text, variant smallint, layout text, coupons text[])
            ORDER BY contact_id
            ON CONFLICT (account_id, key) DO NOTHING RETURNING contact_id, coupons`)
      const withCodes = queued.flatMap(({ contact_id, coupons }) =>
        (coupons ?? []).map((coupon_id) => ({ account_id, contact_id, coupon_id, purpose: campaign_id }))
      )
      yield* giveCodes(sql, withCodes, now)
    }),
    contents: ({ account_id, campaign_id }) =>
      Effect.map(
        queryContents(sql`SELECT variants::text FROM campaigns
              WHERE account_id = ${account_id} AND campaign_id = ${campaign_id}`),
        (row) => row?.variants ?? []
      ),
    countOpen: (campaign, max) =>
      Effect.map(
        queryCount(
          sql`SELECT count(*)::int AS count FROM (SELECT FROM messages WHERE ${open(campaign)} LIMIT ${max}::int) open`
        ),
        (row) => row?.count ?? 0
      ),
    requeue: (campaign, now) =>
      Effect.asVoid(sql`
            UPDATE messages SET status = 'queued', reason = NULL, due_at = ${timeText(now)}::timestamptz
            WHERE ${open(campaign)} AND status = 'held' AND reason = ${campaignPaused}`),
    cancel: Effect.fnUntraced(function* (campaign, now) {
      const skipped = yield* sql`
            UPDATE messages SET status = 'skipped', reason = ${campaignCancelled}, updated_at = ${timeText(now)}::timestamptz
            WHERE ${open(campaign)} AND claimed_until IS NULL RETURNING 1`
      const { account_id, campaign_id } = campaign
      const messages = sql`m.campaign_id = ${campaign_id} AND m.reason = ${campaignCancelled}`
      if (skipped.length > 0) yield* returnCodes(sql, { account_id, messages, attempts: 0, now })
    })
  }
  return part
})
