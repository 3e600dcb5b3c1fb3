import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { VariantCounts } from "../../domain/campaigns/betterVariant.ts"
import type { VariantMeasure } from "../../domain/campaigns/VariantTest.ts"
import { netAmount } from "../orders/netAmount.ts"
import { soldOrder } from "../orders/soldOrder.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import type { DueCampaign } from "./CampaignQueue.ts"

const queryCurrency = queryOne(Schema.Struct({ currency: Schema.String }))
const queryCounts = query(
  Schema.Struct({
    variant: Schema.Int,
    people: Schema.Int,
    clicked: Schema.Int,
    ordered: Schema.Int,
    revenue: Schema.Number,
    squares: Schema.Number
  })
)

type CampaignKey = Pick<DueCampaign, "account_id" | "campaign_id">

/** The tests of variants, and the contacts that wait for them. Every member joins the open transaction and requires the campaign's lock. */
export interface VariantTests {
  /** What a measure finds of the messages that went out, by variant. Revenue is of the currency that most orders have. */
  readonly measure: (
    campaign: CampaignKey,
    measure: VariantMeasure,
    variants: number
  ) => Effect.Effect<
    { readonly currency: string | null; readonly variants: ReadonlyArray<VariantCounts> },
    SqlError.SqlError
  >
  readonly hasReserved: (campaign: CampaignKey) => Effect.Effect<boolean, SqlError.SqlError>
  /**
   * Gives at most `limit` reserved contacts the variant, due at `now` (milliseconds), or then at the time of day that they have, and returns
   * their number.
   */
  readonly assign: (
    campaign: CampaignKey & Pick<DueCampaign, "send_at_zone">,
    variant: number,
    now: number,
    limit: number
  ) => Effect.Effect<number, SqlError.SqlError>
}

export const makeVariantTests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const reserved = ({ account_id, campaign_id }: CampaignKey) =>
    sql`account_id = ${account_id} AND campaign_id = ${campaign_id} AND status = 'reserved'`
  const part: VariantTests = {
    measure: Effect.fnUntraced(function* ({ account_id, campaign_id }, measure, length) {
      const orders = sql`FROM messages m JOIN orders o ON o.account_id = ${account_id} AND o.attributed_message_id = m.message_id
            WHERE m.account_id = ${account_id} AND m.campaign_id = ${campaign_id} AND ${soldOrder(sql)}`
      const found = yield* queryCurrency(
        sql`SELECT o.currency ${orders} GROUP BY o.currency ORDER BY count(*) DESC, o.currency LIMIT 1`
      )
      const currency = found?.currency ?? null
      const rows = yield* queryCounts(sql`
            SELECT m.variant, count(*)::int AS people, count(*) FILTER (WHERE m.clicked_at IS NOT NULL)::int AS clicked,
              count(bought.message_id)::int AS ordered, coalesce(sum(bought.amount), 0)::float8 AS revenue,
              coalesce(sum(bought.amount * bought.amount), 0)::float8 AS squares
            FROM messages m LEFT JOIN (
              SELECT m.message_id, coalesce(sum(${netAmount(sql)}) FILTER (WHERE o.currency = ${currency}), 0)::float8 AS amount ${orders}
              GROUP BY m.message_id
            ) bought ON bought.message_id = m.message_id
            WHERE m.account_id = ${account_id} AND m.campaign_id = ${campaign_id} AND m.status IN ('sent', 'clicked', 'captured', 'bounced')
            GROUP BY m.variant ORDER BY m.variant LIMIT 100`)
      const variants = Array.from({ length }, (_, at): VariantCounts => {
        const row = rows.find(({ variant }) => variant === at)
        if (row === undefined) return { people: 0, count: 0, revenue: 0, squares: 0 }
        return { ...row, count: measure === "clicked" ? row.clicked : row.ordered }
      })
      return { currency, variants }
    }),
    hasReserved: (campaign) =>
      Effect.map(
        sql`SELECT 1 FROM campaign_enrolments WHERE ${reserved(campaign)} LIMIT 1`,
        ({ length }) => length > 0
      ),
    assign: (campaign, variant, now, limit) => {
      const at = sql`${timeText(now)}::timestamptz`
      const day = sql.literal("interval '24 hours'")
      const days = sql`greatest(0, ceil(extract(epoch FROM ${at} - due_at) / 86400))`
      const due = campaign.send_at_zone === "contact" ? sql`due_at + ${days}::int * ${day}` : at
      return Effect.map(
        sql`UPDATE campaign_enrolments SET status = 'waiting', variant = ${variant}::smallint, due_at = ${due}
              WHERE account_id = ${campaign.account_id} AND campaign_id = ${campaign.campaign_id} AND contact_id IN (
                SELECT contact_id FROM campaign_enrolments WHERE ${reserved(campaign)} ORDER BY contact_id LIMIT ${limit}::int)
              RETURNING 1`,
        ({ length }) => length
      )
    }
  }
  return part
})
