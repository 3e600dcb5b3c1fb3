import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { listedMessage, type MessageFilter, type MessageSort, Revenue } from "../../domain/messages/ListedMessage.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { netAmount } from "../orders/netAmount.ts"
import { soldOrder } from "../orders/soldOrder.ts"

const Row = Schema.Struct({
  ...listedMessage(Schema.DateTimeUtcFromDate).fields,
  revenue: Schema.fromJsonString(Schema.Array(Revenue))
})
/** A message of a list. */
export type ListedMessage = typeof Row.Type
const FlowRevenue = Schema.Struct({ flow_id: Schema.NullOr(Schema.String), ...Revenue.fields })
const queryMessages = query(Row)
const queryMessage = queryOne(Row)
const queryRevenue = query(FlowRevenue)

/** Lists messages for the dashboard, newest first or as sorted: message ids sort by creation time. */
export class MessageQueries extends Context.Service<
  MessageQueries,
  {
    readonly list: (
      account_id: string,
      filter: MessageFilter,
      slice: KeysetSlice,
      sort?: MessageSort
    ) => Effect.Effect<ReadonlyArray<typeof Row.Type>, Unavailable>
    readonly get: (account_id: string, message_id: string) => Effect.Effect<typeof Row.Type | undefined, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, filter: MessageFilter, max: number) => Effect.Effect<number, Unavailable>
    /** Attributed revenue by flow and currency, at most 1,000 rows. */
    readonly revenue: (account_id: string) => Effect.Effect<ReadonlyArray<typeof FlowRevenue.Type>, Unavailable>
  }
>()("tally/store/messages/MessageQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const where = (account_id: string, filter: MessageFilter) =>
        sql.and([
          sql`m.account_id = ${account_id}`,
          ...(filter.contact_id === undefined ? [] : [sql`m.contact_id = ${filter.contact_id}`]),
          ...(filter.flow_id === undefined ? [] : [sql`m.flow_id = ${filter.flow_id}`]),
          ...(filter.campaign_id === undefined ? [] : [sql`m.campaign_id = ${filter.campaign_id}`]),
          ...(filter.run_id === undefined ? [] : [sql`m.run_id = ${filter.run_id}`]),
          ...(filter.status === undefined ? [] : [sql`m.status = ${filter.status}`])
        ])
      // An unsent message of a campaign has its templates there.
      const ofCampaign = "m.status IN ('queued', 'held') AND campaign.campaign_id IS NOT NULL"
      const content = "campaign.variants -> m.variant"
      const templates =
        sql.literal(`CASE WHEN ${ofCampaign} THEN ${content} ->> 'subject' ELSE m.subject END AS subject,
        CASE WHEN ${ofCampaign} THEN coalesce(${content} ->> 'html', ${content} ->> 'text', '') ELSE m.body END AS body,`)
      const select = (account_id: string) => sql`
        SELECT m.message_id AS id, m.contact_id, coalesce(c.email, c.phone) AS contact, m.channel, m.purpose, m.class, m.status, m.reason,
          m.flow_id, f.name AS flow_name, m.campaign_id, campaign.name AS campaign_name, m.run_id, m.step_id, m.recipient, ${templates} m.attempts, m.due_at, m.sent_at,
          m.clicked_at, coalesce(m.products, '{}') AS products, m.created_at, coalesce((SELECT json_agg(revenue ORDER BY currency) FROM (
            SELECT o.currency, count(*)::int AS orders, sum(${netAmount(sql)})::text AS amount FROM orders o
            WHERE o.account_id = ${account_id} AND o.attributed_message_id = m.message_id AND ${soldOrder(sql)}
            GROUP BY o.currency
          ) revenue), '[]')::text AS revenue
        FROM messages m
        LEFT JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = m.contact_id
        LEFT JOIN campaigns campaign ON campaign.account_id = ${account_id} AND campaign.campaign_id = m.campaign_id
        LEFT JOIN flows f ON f.account_id = ${account_id} AND f.flow_id = m.flow_id`
      return MessageQueries.of({
        list: (account_id, filter, { before, limit }, sort) =>
          queryMessages(sql`${select(account_id)} WHERE ${where(account_id, filter)}
            ${keyset(sql, ["m.message_id"], before === null ? null : [sql`${before}`], limit, sort?.descending === false ? "ASC" : "DESC")}`).pipe(
            retried
          ),
        get: (account_id, message_id) =>
          queryMessage(
            sql`${select(account_id)} WHERE m.account_id = ${account_id} AND m.message_id = ${message_id}`
          ).pipe(retried),
        count: (account_id, filter, max) =>
          retried(countUpTo(sql, sql`FROM messages m WHERE ${where(account_id, filter)}`, max)),
        revenue: (account_id) =>
          queryRevenue(sql`
            SELECT m.flow_id, o.currency, count(*)::int AS orders, sum(${netAmount(sql)})::text AS amount
            FROM orders o JOIN messages m ON m.account_id = ${account_id} AND m.message_id = o.attributed_message_id
            WHERE o.account_id = ${account_id} AND o.attributed_message_id IS NOT NULL AND ${soldOrder(sql)}
            GROUP BY m.flow_id, o.currency ORDER BY m.flow_id, o.currency LIMIT 1000`).pipe(retried)
      })
    })
  )
}
