import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { importedAfter, type PastItem, seenAt } from "../../domain/backtests/Past.ts"
import { Channel, EmailConsent, SmsConsent, Cause, rules, type Rule } from "../../domain/contacts/Consent.ts"
import { fromText, isObject } from "../../domain/json/Json.ts"
import { texts } from "../sql/parameters.ts"
import { epochMillis, timeText } from "../sql/timestamps.ts"
import { maxBytes } from "./pastOrders.ts"
import type { PastRange } from "./PastRange.ts"

export const EventRow = Schema.Struct({
  contact_id: Schema.String,
  event_id: Schema.String,
  event_type: Schema.String,
  event_time: Schema.Number,
  received_at: Schema.Number,
  event_data: Schema.NullOr(Schema.String),
  bytes: Schema.Number
})

/** The events of these types, or of all, of a range of contacts, by contact, up to `maxBytes` of data. */
export const eventsOf = (
  sql: SqlClient.SqlClient,
  { account_id, inRange, until, limit }: PastRange,
  types: ReadonlyArray<string> | null
) => {
  const ofTypes = types === null ? sql`` : sql`AND e.event_type = ANY (${texts(types)})`
  const size = sql.literal("coalesce(octet_length(e.event_data::text), 0)")
  return sql`SELECT * FROM (SELECT e.contact_id, e.event_id, e.event_type,
      ${epochMillis(sql, "e.event_time")} AS event_time, ${epochMillis(sql, "e.received_at")} AS received_at,
      e.event_data::text AS event_data, (${size})::float8 AS own,
      (sum(${size}) OVER (ORDER BY e.contact_id, e.event_time, e.event_id ROWS UNBOUNDED PRECEDING))::float8 AS bytes
      FROM events e WHERE e.account_id = ${account_id} AND ${inRange(sql`e.contact_id`)} ${ofTypes}
        AND e.event_time < ${timeText(until)}::timestamptz
      ORDER BY e.contact_id, e.event_time, e.event_id LIMIT ${limit}::int) sized
    WHERE bytes - own < ${maxBytes}::int ORDER BY contact_id, event_time, event_id LIMIT ${limit}::int`
}

/** When flows saw an event: when it was received, or, if it was imported, when it happened. */
export const eventItem = (
  { event_id, event_type, event_time, received_at, event_data }: typeof EventRow.Type,
  { imported }: Pick<PastRange, "imported">
): PastItem => {
  const data = event_data === null ? {} : fromText(event_data)
  return {
    type: "event",
    at: seenAt({ happened: event_time, recorded: received_at }, imported),
    starts: imported || received_at - event_time <= importedAfter,
    event_id,
    event_type,
    event_time,
    data: isObject(data) ? data : {}
  }
}

const isRule = (text: string): text is Rule => Object.hasOwn(rules, text)

export const ConsentRow = Schema.Struct({
  contact_id: Schema.String,
  channel: Channel,
  topic: Schema.NullOr(Schema.String),
  from_state: Schema.Union([EmailConsent, SmsConsent]),
  to_state: Schema.Union([EmailConsent, SmsConsent]),
  refused: Schema.Boolean,
  cause: Cause,
  rule: Schema.String.pipe(Schema.refine(isRule)),
  source_id: Schema.String,
  effective_at: Schema.Number,
  recorded_at: Schema.Number
})

/**
 * The lines of the consent ledger of a range of contacts, by contact: also later ones, as the first tells what was before it. Those that a merge
 * brought along are no change of the contact.
 */
export const consentsOf = (sql: SqlClient.SqlClient, { account_id, inRange, limit }: PastRange) =>
  sql`SELECT l.contact_id, l.channel, l.topic, l.from_state, l.to_state, l.refused, l.cause, l.rule, l.source_id,
      ${epochMillis(sql, "l.effective_at")} AS effective_at, ${epochMillis(sql, "l.recorded_at")} AS recorded_at
    FROM consent_log l WHERE l.account_id = ${account_id} AND ${inRange(sql`l.contact_id`)} AND l.merged_from IS NULL
    ORDER BY l.contact_id, l.entry_id LIMIT ${limit}::int`

/** The item of a line. Of an order it starts flows unless the order is among `silent`. */
export const consentItem = (
  { effective_at, recorded_at, topic, ...entry }: typeof ConsentRow.Type,
  { imported }: Pick<PastRange, "imported">,
  silent: ReadonlySet<string>
): PastItem => ({
  type: "consent",
  at: seenAt({ happened: effective_at, recorded: recorded_at }, imported),
  starts: entry.cause !== "order" || !silent.has(entry.source_id),
  entry: topic === null ? entry : { ...entry, topic }
})

export const DeliveryRow = Schema.Struct({
  contact_id: Schema.String,
  order_id: Schema.BigInt,
  occurrence: Schema.Int,
  occurred_at: Schema.Number
})

/** The deliveries of the orders of a range of contacts, by contact. */
export const deliveriesOf = (sql: SqlClient.SqlClient, { account_id, inRange, limit }: PastRange) =>
  sql`SELECT o.contact_id, t.order_id, t.occurrence, ${epochMillis(sql, "t.occurred_at")} AS occurred_at FROM orders o
    JOIN flow_triggers t ON t.account_id = ${account_id} AND t.type = 'order_received' AND t.order_id = o.order_id
    WHERE o.account_id = ${account_id} AND ${inRange(sql`o.contact_id`)}
    ORDER BY o.contact_id, t.order_id, t.occurrence LIMIT ${limit}::int`

export const MessageRow = Schema.Struct({
  contact_id: Schema.String,
  channel: Channel,
  flow_id: Schema.NullOr(Schema.String),
  campaign_id: Schema.NullOr(Schema.String),
  received_at: Schema.NullOr(Schema.Number),
  clicked_at: Schema.NullOr(Schema.Number),
  counted_at: Schema.Number,
  counted_on: Schema.NullOr(Schema.String)
})

/** The messages of a range of contacts, by contact: all, or those that count for the frequency cap in the time from `from` on. */
export const messagesOf = (sql: SqlClient.SqlClient, { account_id, inRange, from, limit }: PastRange, all: boolean) => {
  // A day that has begun somewhere.
  const first = new Date(from - 86_400_000).toISOString().slice(0, 10)
  const wanted = all
    ? sql`(m.sent_at IS NOT NULL OR m.clicked_at IS NOT NULL)`
    : sql`m.counted_on >= ${first}::date AND m.status NOT IN ('queued', 'held')`
  return sql`SELECT m.contact_id, m.channel, m.flow_id, m.campaign_id, ${epochMillis(sql, "m.clicked_at")} AS clicked_at,
      CASE WHEN m.status IN ('sent', 'captured', 'clicked') THEN ${epochMillis(sql, "m.sent_at")} END AS received_at,
      ${epochMillis(sql, "coalesce(m.sent_at, m.created_at)")} AS counted_at,
      CASE WHEN m.status NOT IN ('queued', 'held') THEN m.counted_on::text END AS counted_on
    FROM messages m WHERE m.account_id = ${account_id} AND ${inRange(sql`m.contact_id`)} AND ${wanted}
    ORDER BY m.contact_id, m.message_id LIMIT ${limit}::int`
}

/** The items of a message. Those of the flow or campaign itself do not count for the cap: the backtest sends them again. */
export const messageItems = (
  { channel, flow_id, campaign_id, received_at, clicked_at, counted_at, counted_on }: typeof MessageRow.Type,
  own: { readonly type: "flow" | "campaign"; readonly id: string } | null
): ReadonlyArray<PastItem> => {
  const of = { channel, flow_id, campaign_id }
  return [
    ...(received_at === null ? [] : [{ type: "received" as const, at: received_at, ...of }]),
    ...(clicked_at === null ? [] : [{ type: "clicked" as const, at: clicked_at, ...of }]),
    ...(counted_on === null || (own !== null && own.id === (own.type === "flow" ? flow_id : campaign_id))
      ? []
      : [{ type: "counted" as const, at: counted_at, day: counted_on }])
  ]
}
