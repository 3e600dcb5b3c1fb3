import { Effect, Schema, Struct } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { type CampaignResults, VariantResults } from "../../domain/campaigns/CampaignResults.ts"
import { LeftOutRule } from "../../domain/campaigns/LeftOut.ts"
import { Revenue } from "../../domain/messages/ListedMessage.ts"
import { addUpAudience, cancelledOf } from "../../domain/reports/addUpAudience.ts"
import { deliveredCount } from "../../domain/reports/deliveredCount.ts"
import { query, queryOne } from "../sql/query.ts"
import { leavings } from "../reports/leavings.ts"
import { netAmount } from "../orders/netAmount.ts"
import { soldOrder } from "../orders/soldOrder.ts"

const MessageCounts = Schema.Struct(
  Struct.omit(VariantResults.fields, ["cancelled", "delivered", "unsubscribed", "complained", "revenue"])
)
const VariantCount = Schema.Struct({ variant: Schema.Int, total: Schema.Int })

const queryEnrolments = query(
  Schema.Struct({ status: Schema.String, rule: Schema.NullOr(LeftOutRule), count: Schema.Int })
)
const queryMessages = query(MessageCounts)
const queryLinks = query(Schema.Struct({ variant: Schema.Int, url: Schema.String, people: Schema.Int }))
const queryFollowUp = queryOne(Schema.Struct({ campaign_id: Schema.String }))
const queryCounts = query(VariantCount)
const querySkipped = query(Schema.Struct({ ...VariantCount.fields, reason: Schema.NullOr(Schema.String) }))
const querySales = query(Schema.Struct({ variant: Schema.Int, ...Revenue.fields }))

/** The results of campaigns. */
export interface CampaignReports {
  /** The results of a campaign. Joins the open transaction, whose snapshot all counts have. */
  readonly report: (
    account_id: string,
    campaign: Pick<Campaign, "id" | "variants">
  ) => Effect.Effect<CampaignResults, SqlError.SqlError>
}

export const makeCampaignReports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const enrolments = (account_id: string, campaign_id: string) =>
    queryEnrolments(sql`
          SELECT status, rule, count(*)::int AS count FROM campaign_enrolments
          WHERE account_id = ${account_id} AND campaign_id = ${campaign_id}
          GROUP BY status, rule ORDER BY status, rule LIMIT 100`)
  const messagesOf = (account_id: string, campaign_id: string) =>
    queryMessages(sql`
          SELECT variant, count(*) FILTER (WHERE status = 'queued')::int AS queued, count(*) FILTER (WHERE status = 'held')::int AS held,
            count(*) FILTER (WHERE status IN ('sent', 'clicked', 'bounced'))::int AS sent,
            count(*) FILTER (WHERE status = 'captured')::int AS captured, count(*) FILTER (WHERE status = 'bounced')::int AS bounced,
            count(*) FILTER (WHERE clicked_at IS NOT NULL)::int AS clicked, count(*) FILTER (WHERE status = 'failed')::int AS failed,
            count(*) FILTER (WHERE status = 'skipped')::int AS skipped
          FROM messages WHERE account_id = ${account_id} AND campaign_id = ${campaign_id}
          GROUP BY variant ORDER BY variant LIMIT 100`)
  const skipped = (account_id: string, campaign_id: string) =>
    querySkipped(sql`
          SELECT variant, reason, count(*)::int AS total FROM messages
          WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND status = 'skipped'
          GROUP BY variant, reason ORDER BY variant, reason LIMIT 1000`)
  const events = (account_id: string, campaign_id: string, kind: "delivered" | "complained") =>
    queryCounts(sql`
          SELECT m.variant, count(DISTINCT m.message_id)::int AS total FROM messages m
          JOIN message_events e ON e.account_id = ${account_id} AND e.message_id = m.message_id AND e.kind = ${kind}
          WHERE m.account_id = ${account_id} AND m.campaign_id = ${campaign_id} AND (m.status IN ('sent', 'clicked') OR e.kind = 'complained')
          GROUP BY m.variant ORDER BY m.variant LIMIT 100`)
  const unsubscribed = Effect.fnUntraced(function* (account_id: string, campaign_id: string) {
    const since = sql`(SELECT created_at FROM campaigns WHERE account_id = ${account_id} AND campaign_id = ${campaign_id})`
    return yield* queryCounts(sql`
          SELECT m.variant, count(DISTINCT m.message_id)::int AS total FROM ${yield* leavings(sql, { account_id, since })} leaving
          JOIN messages m ON m.account_id = ${account_id} AND m.message_id = leaving.message_id
          WHERE m.campaign_id = ${campaign_id}
          GROUP BY m.variant ORDER BY m.variant LIMIT 100`)
  })
  const sales = (account_id: string, campaign_id: string) =>
    querySales(sql`
          SELECT m.variant, o.currency, count(*)::int AS orders, sum(${netAmount(sql)})::text AS amount FROM messages m
          JOIN orders o ON o.account_id = ${account_id} AND o.attributed_message_id = m.message_id
          WHERE m.account_id = ${account_id} AND m.campaign_id = ${campaign_id} AND ${soldOrder(sql)}
          GROUP BY m.variant, o.currency ORDER BY m.variant, o.currency LIMIT 1000`)

  const links = (account_id: string, campaign_id: string) =>
    queryLinks(sql`
          SELECT m.variant, e.detail AS url, count(DISTINCT m.message_id)::int AS people FROM messages m
          JOIN message_events e ON e.account_id = ${account_id} AND e.message_id = m.message_id AND e.kind = 'clicked' AND e.clicked_by = 'person'
          WHERE m.account_id = ${account_id} AND m.campaign_id = ${campaign_id} AND m.clicked_at IS NOT NULL AND e.detail IS NOT NULL
          GROUP BY m.variant, e.detail ORDER BY 3 DESC, 2, 1 LIMIT 100`)
  const followUp = (account_id: string, campaign_id: string) =>
    queryFollowUp(sql`SELECT campaign_id FROM campaigns
          WHERE account_id = ${account_id} AND resend_of = ${campaign_id} AND deleted_at IS NULL`)

  const part: CampaignReports = {
    report: Effect.fnUntraced(function* (account_id, { id: campaign_id, variants: { length } }) {
      const enrolled = yield* enrolments(account_id, campaign_id)
      const messages = yield* messagesOf(account_id, campaign_id)
      const reasons = yield* skipped(account_id, campaign_id)
      const delivered = totals(yield* events(account_id, campaign_id, "delivered"))
      const complained = totals(yield* events(account_id, campaign_id, "complained"))
      const left = totals(yield* unsubscribed(account_id, campaign_id))
      const revenue = Map.groupBy(yield* sales(account_id, campaign_id), ({ variant }) => variant)
      const countOf = (status: string) => enrolled.find((row) => row.status === status)?.count ?? 0
      const waiting = countOf("waiting") + countOf("reserved")
      const left_out = enrolled.flatMap(({ rule, count }) => (rule === null ? [] : [{ rule, count }]))
      return {
        sums: addUpAudience({ waiting, left_out, messages, skipped: reasons }),
        enrolled: enrolled.reduce((all, { count }) => all + count, 0),
        waiting,
        left_out,
        links: yield* links(account_id, campaign_id),
        resent_as: (yield* followUp(account_id, campaign_id))?.campaign_id ?? null,
        variants: Array.from({ length }, (_, variant) => {
          const counts = messages.find((row) => row.variant === variant) ?? { ...noMessages, variant }
          const cancelled = cancelledOf(reasons.filter((row) => row.variant === variant))
          const arrived = { ...counts, delivered: delivered.get(variant) ?? 0 }
          return {
            ...counts,
            skipped: counts.skipped - cancelled,
            cancelled,
            delivered: deliveredCount(arrived, delivered.size > 0),
            complained: complained.get(variant) ?? 0,
            unsubscribed: left.get(variant) ?? 0,
            revenue: (revenue.get(variant) ?? []).map(Struct.omit(["variant"]))
          }
        })
      }
    })
  }
  return part
})

const totals = (counts: ReadonlyArray<typeof VariantCount.Type>) =>
  new Map(counts.map(({ variant, total }) => [variant, total]))

const noMessages = { queued: 0, held: 0, sent: 0, captured: 0, bounced: 0, clicked: 0, failed: 0, skipped: 0 }
