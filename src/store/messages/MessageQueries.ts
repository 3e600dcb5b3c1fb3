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
import { AudienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import { Channel, EmailConsent, type LedgerEntry, SmsConsent } from "../../domain/contacts/Consent.ts"
import { Definition } from "../../domain/flows/Definition.ts"
import { MessageClass, type MessageRef, Purpose } from "../../domain/messages/Message.ts"
import { entryColumns, entryOf, EntryRow } from "../contacts/ledgerRow.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import type { SenderProfile } from "../../domain/senders/SenderProfile.ts"
import { LeftTopics } from "../contacts/ContactTopics.ts"

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

const OriginRow = Schema.Struct({
  contact_id: Schema.String,
  channel: Channel,
  purpose: Purpose,
  class: MessageClass,
  topic: Schema.NullOr(Schema.String),
  decided_at: Millis,
  version: Schema.NullOr(Schema.Int),
  started_at: Schema.NullOr(Millis),
  order_id: Schema.NullOr(Schema.BigInt),
  event_id: Schema.NullOr(Schema.String),
  cart_id: Schema.NullOr(Schema.String),
  product_id: Schema.NullOr(Schema.String),
  definition: Schema.NullOr(Schema.fromJsonString(Definition)),
  audience: Schema.NullOr(Schema.fromJsonString(AudienceConditions))
})
const queryOrigin = queryOne(OriginRow)
const queryEntries = query(EntryRow)

/** What a message came of: its run with the version of the flow, or the conditions of its campaign. Times in milliseconds. */
export type MessageOrigin = typeof OriginRow.Type

const text = Schema.NullOr(Schema.String)
const queryAccount = queryOne(Schema.Struct({ name: Schema.String, timezone: Schema.String, country: Schema.String }))
const querySender = queryOne(Schema.Struct({ from_name: text, logo_url: text, color: text }))
const RecipientRow = Schema.Struct({
  contact_id: Schema.String,
  email: text,
  phone: text,
  email_consent: EmailConsent,
  sms_consent: SmsConsent,
  paused_until: Schema.NullOr(Millis),
  left_topics: LeftTopics,
  channel: Channel,
  recipient: text
})
const queryRecipient = queryOne(RecipientRow)

/** The store that sent a message, as its pages show it. */
export interface Store extends Pick<SenderProfile, "logo_url" | "color"> {
  readonly name: string
  readonly timezone: string
  /** ISO 3166 alpha-2. */
  readonly country: string
}

/** The contact of a message as it is now, with the channel of the message and the address that it went to. Times in milliseconds. */
export interface MessageRecipient extends Schema.Schema.Type<typeof RecipientRow> {
  readonly account_id: string
}

/**
 * Reads messages: lists for the dashboard, newest first or as sorted (message ids sort by creation time), why a message was written, from
 * what is kept of its run, campaign and contact, and the store and the recipient that its pages show.
 */
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
    readonly origin: (account_id: string, message_id: string) => Effect.Effect<MessageOrigin | undefined, Unavailable>
    /** The entry of the ledger that made the state of a channel at a time; undefined before the first. */
    readonly consentAt: (
      account_id: string,
      origin: Pick<MessageOrigin, "contact_id" | "channel" | "decided_at">
    ) => Effect.Effect<LedgerEntry | undefined, Unavailable>
    /** Undefined if the account does not exist. */
    readonly store: (account_id: string) => Effect.Effect<Store | undefined, Unavailable>
    /** Undefined if there is no such message, or its contact was erased. */
    readonly recipient: (message: MessageRef) => Effect.Effect<MessageRecipient | undefined, Unavailable>
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
            GROUP BY m.flow_id, o.currency ORDER BY m.flow_id, o.currency LIMIT 1000`).pipe(retried),
        origin: (account_id, message_id) =>
          queryOrigin(sql`
            SELECT m.contact_id, m.channel, m.purpose, m.class, m.topic, coalesce(m.sent_at, m.updated_at) AS decided_at, r.version,
              r.created_at AS started_at, r.order_id, r.event_id, r.cart_id, r.product_id, v.definition::text AS definition,
              c.conditions::text AS audience
            FROM messages m
            LEFT JOIN flow_runs r ON r.account_id = ${account_id} AND r.run_id = m.run_id
            LEFT JOIN flow_versions v ON v.account_id = ${account_id} AND v.flow_id = r.flow_id AND v.version = r.version
            LEFT JOIN campaigns c ON c.account_id = ${account_id} AND c.campaign_id = m.campaign_id
            WHERE m.account_id = ${account_id} AND m.message_id = ${message_id}`).pipe(retried),
        consentAt: (account_id, { contact_id, channel, decided_at }) =>
          queryEntries(sql`
            SELECT ${sql.literal(entryColumns)} FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND channel = ${channel} AND topic IS NULL AND NOT refused
              AND merged_from IS NULL AND from_state <> to_state AND recorded_at <= ${timeText(decided_at)}::timestamptz
            ORDER BY entry_id DESC LIMIT 1`).pipe(
            retried,
            Effect.map(([entry]) => (entry === undefined ? undefined : entryOf(entry)))
          ),
        store: Effect.fn("MessageQueries.store")(function* (account_id) {
          const account = yield* queryAccount(
            sql`SELECT name, timezone, default_country AS country FROM accounts WHERE account_id = ${account_id}`
          )
          const sender = yield* querySender(
            sql`SELECT from_name, logo_url, color FROM senders WHERE account_id = ${account_id}`
          )
          if (account === undefined) return undefined
          const { from_name = null, logo_url = null, color = null } = sender ?? {}
          return { ...account, name: from_name ?? account.name, logo_url, color }
        }, retried),
        recipient: ({ account_id, message_id }) =>
          queryRecipient(sql`
            SELECT c.contact_id, c.email, c.phone, c.email_consent, c.sms_consent, c.paused_until, c.left_topics::text AS left_topics, m.channel, m.recipient
            FROM messages m JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = m.contact_id
            WHERE m.account_id = ${account_id} AND m.message_id = ${message_id}`).pipe(
            retried,
            Effect.map((contact) => (contact === undefined ? undefined : { ...contact, account_id }))
          )
      })
    })
  )
}
