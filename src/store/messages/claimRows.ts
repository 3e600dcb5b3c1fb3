import { Clock, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { CampaignStatus } from "../../domain/campaigns/CampaignState.ts"
import { Channel } from "../../domain/contacts/Consent.ts"
import { withPreheader } from "../../domain/content/preheader.ts"
import type { CartReminder } from "../../domain/carts/cartReminder.ts"
import type { ProductReminder } from "../../domain/products/productReminder.ts"
import { MessageContents } from "../../domain/content/messageContents.ts"
import { type ClaimLimits, MailLayout, MessageClass, Purpose } from "../../domain/messages/Message.ts"
import { accountOf } from "../distributed/accountOf.ts"
import type { DueAccount } from "../sql/dueRows.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"
import { Millis } from "../sql/timestamps.ts"
import type { MessageCoupon } from "../../domain/coupons/MessageCoupon.ts"
import { messageCoupons } from "../coupons/messageCoupons.ts"
import { lastOrderAt, reportedOrder } from "../carts/cartOrders.ts"
import { ProductReminderRow, productReminderColumns, productReminderOf } from "../products/productReminders.ts"
import { bucket } from "../campaigns/leftOutRule.ts"
import type { BlockSubject } from "./shownBlocks.ts"
import { campaignContents, contentKey } from "./campaignContents.ts"
import { lostClaims } from "./lostClaims.ts"
import { productRefOf, templateColumns, TemplateRow } from "./templateData.ts"

const Claimed = Schema.Struct({
  account_id: Schema.String,
  message_id: Schema.String,
  contact_id: Schema.String,
  channel: Channel,
  purpose: Purpose,
  class: MessageClass,
  layout: MailLayout,
  subject: Schema.NullOr(Schema.String),
  body: Schema.String,
  flow_id: Schema.NullOr(Schema.String),
  campaign_id: Schema.NullOr(Schema.String),
  variant: Schema.NullOr(Schema.Int),
  topic: Schema.NullOr(Schema.String),
  sender_id: Schema.NullOr(Schema.String),
  coupons: Schema.NullOr(Schema.Array(Schema.String)),
  attempts: Schema.Int,
  lost_claims: Schema.Int
})

const queryClaimed = query(Claimed)
const CampaignRow = Schema.Struct({
  campaign_status: Schema.NullOr(CampaignStatus),
  campaign_link_parameters: Schema.NullOr(Schema.String),
  source_name: Schema.NullOr(Schema.String)
})

// What the message has beside its templates, and what the conditions of its blocks compare. The templates of translations are read once one is chosen.
const ContentsRow = Schema.Struct({
  contents: Schema.NullOr(Schema.fromJsonString(MessageContents)),
  message_order_id: Schema.NullOr(Schema.BigInt),
  event_id: Schema.NullOr(Schema.String),
  cart_id: Schema.NullOr(Schema.String),
  product_id: Schema.NullOr(Schema.String)
})

// The places of the contact among 10,000 of the account, and of the flow where it holds people out.
const HoldoutRow = Schema.Struct({
  account_place: Schema.Int,
  flow_place: Schema.NullOr(Schema.Int),
  flow_holdout: Schema.NullOr(Schema.Int)
})

// The cart that the message is about, with the orders that are known of it.
const ReminderRow = Schema.Struct({
  cart_changed_at: Schema.NullOr(Millis),
  changed_at: Schema.NullOr(Millis),
  item_count: Schema.NullOr(Schema.Int),
  completed: Schema.NullOr(Schema.Boolean),
  cart_contact_id: Schema.NullOr(Schema.String),
  reported_order_id: Schema.NullOr(Schema.BigInt),
  last_order_at: Schema.NullOr(Millis)
})

const reminderOf = (contact_id: string, row: typeof ReminderRow.Type): CartReminder | null => {
  const { cart_changed_at, changed_at, item_count, completed, cart_contact_id, reported_order_id, last_order_at } = row
  if (cart_changed_at === null) return null
  const isKept = changed_at !== null && item_count !== null && completed !== null
  const cart = isKept
    ? { changed_at, item_count, completed, contact_id: cart_contact_id, reported_order_id, last_order_at }
    : null
  return { changed_at: cart_changed_at, contact_id, cart }
}

const queryData = query(
  Schema.Struct({
    account_id: Schema.String,
    message_id: Schema.String,
    ...TemplateRow.fields,
    ...CampaignRow.fields,
    ...ContentsRow.fields,
    ...HoldoutRow.fields,
    ...ReminderRow.fields,
    ...ProductReminderRow.fields
  })
)

/** A claimed row with the data of its templates. */
export interface ClaimedMessage extends Pick<ClaimLimits, "counted_hour" | "frequency"> {
  readonly message: Omit<typeof Claimed.Type, "coupons"> &
    Pick<typeof CampaignRow.Type, "campaign_status" | "source_name"> &
    Pick<typeof ContentsRow.Type, "contents"> & {
      readonly subject_of: BlockSubject
      readonly reminder: CartReminder | null
      readonly product_reminder: ProductReminder | null
      readonly coupons: ReadonlyArray<MessageCoupon>
    }
  readonly places: typeof HoldoutRow.Type
  readonly data: typeof TemplateRow.Type
}

interface RowOptions {
  readonly time: Statement.Fragment
  readonly lease: number
  readonly channel: Channel
  /** A further condition of the rows, and a further column to set. */
  readonly condition?: Statement.Fragment
  readonly set?: Statement.Fragment
}

/**
 * Claims up to `take` due messages of each account, the oldest first. The conditions are those of the read of heads: rows that another
 * process claimed meanwhile are skipped. Joins the open transaction.
 */
export const claimRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { time, lease, channel, condition = sql`true`, set }: RowOptions,
  accounts: ReadonlyArray<Pick<DueAccount, "account_id" | "take" | "until">>
) {
  const account = accountOf(sql, accounts)
  const rows = accounts.map(({ account_id, take, until }) => ({ account_id, take, until }))
  const claimed = yield* queryClaimed(sql`
    WITH due AS MATERIALIZED (
      SELECT head.account_id, head.message_id
      FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, take int, until timestamptz)
      CROSS JOIN LATERAL (
        SELECT account_id, message_id FROM messages
        WHERE account_id = ${account("r.account_id")} AND ${sql.literal(queues[channel].waiting)} AND due_at <= r.until
          AND (claimed_until IS NULL OR claimed_until <= ${time}) AND ${condition}
        ORDER BY due_at LIMIT r.take FOR UPDATE SKIP LOCKED
      ) head WHERE r.account_id = ${account("r.account_id")}
    )
    UPDATE messages m SET attempts = m.attempts + 1, lost_claims = ${lostClaims(sql, "m")},
      claimed_until = ${time} + ${lease}::float8 * interval '1 millisecond' ${set === undefined ? sql.literal("") : sql`, ${set}`}
    FROM due WHERE due.account_id = ${account("due.account_id")} AND m.account_id = ${account("due.account_id")} AND m.message_id = due.message_id
    RETURNING m.account_id, m.message_id, m.contact_id, m.channel, m.purpose, m.class, m.layout, m.subject, m.body, m.flow_id, m.campaign_id, m.variant, m.topic, m.sender_id, m.coupons, m.attempts,
      m.lost_claims`)
  return yield* withData(sql, claimed)
})

const withData = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, claimed: ReadonlyArray<typeof Claimed.Type>) {
  if (claimed.length === 0) return []
  const account = accountOf(sql, claimed)
  const rows = yield* queryData(sql`
    SELECT m.account_id, m.message_id, campaign.status AS campaign_status, campaign.link_parameters AS campaign_link_parameters,
      CASE WHEN m.contents IS NOT NULL THEN json_build_object('language', m.contents -> 'language', 'shown_if', m.contents -> 'shown_if',
        'languages', m.contents -> 'languages') END::text AS contents,
      m.order_id AS message_order_id, m.event_id, m.cart_id, m.product_id,
      coalesce(campaign.name, flow.name) AS source_name, flow.holdout_percent AS flow_holdout,
      ${bucket(sql, sql`m.account_id`, sql`m.contact_id`)} AS account_place,
      CASE WHEN flow.holdout_percent > 0 THEN ${bucket(sql, sql`m.flow_id`, sql`m.contact_id`)} END AS flow_place,
      m.cart_changed_at, carts.changed_at, carts.item_count, carts.completed, carts.contact_id AS cart_contact_id,
      CASE WHEN m.cart_id IS NOT NULL THEN ${reportedOrder(sql, account("m.account_id"))} END AS reported_order_id,
      CASE WHEN m.cart_id IS NOT NULL THEN ${lastOrderAt(sql, account("m.account_id"))} END AS last_order_at,
      ${productReminderColumns(sql, account("m.account_id"))},
      ${templateColumns(sql, productRefOf("m"))}
    FROM unnest(${texts(claimed.map(({ account_id }) => account_id))}, ${texts(claimed.map(({ message_id }) => message_id))})
      AS claimed (account_id, message_id)
    JOIN messages m ON m.account_id = ${account("claimed.account_id")} AND m.message_id = claimed.message_id
    LEFT JOIN campaigns campaign ON campaign.account_id = ${account("m.account_id")} AND campaign.campaign_id = m.campaign_id
    LEFT JOIN flows flow ON flow.account_id = ${account("m.account_id")} AND flow.flow_id = m.flow_id
    LEFT JOIN senders sender ON sender.account_id = ${account("m.account_id")}
    LEFT JOIN further_senders further ON further.account_id = ${account("m.account_id")} AND further.sender_id = m.sender_id
    LEFT JOIN contacts contact ON contact.account_id = ${account("m.account_id")} AND contact.contact_id = m.contact_id
    LEFT JOIN orders o ON o.account_id = ${account("m.account_id")} AND o.order_id = m.order_id
    LEFT JOIN carts ON carts.account_id = ${account("m.account_id")} AND carts.cart_id = m.cart_id
    LEFT JOIN products ON products.account_id = ${account("m.account_id")} AND products.product_id = m.product_id
    LEFT JOIN events event ON event.account_id = ${account("m.account_id")} AND event.event_id = m.event_id
    WHERE claimed.account_id = ${account("claimed.account_id")}`)
  const ofCampaigns = yield* campaignContents(sql, claimed)
  const coupons = yield* messageCoupons(sql, claimed, yield* Clock.currentTimeMillis)
  const data = new Map(rows.map((row) => [`${row.account_id}|${row.message_id}`, row]))
  return claimed.flatMap((message): ReadonlyArray<ClaimedMessage> => {
    const row = data.get(`${message.account_id}|${message.message_id}`)
    if (row === undefined) return []
    const { campaign_status, source_name } = row
    const {
      subject = null,
      body = null,
      preheader = null,
      contents = null
    } = ofCampaigns.get(contentKey(message)) ?? {}
    const templates = {
      subject: subject ?? message.subject,
      body: body === null ? message.body : withPreheader(preheader ?? undefined, body)
    }
    return [
      {
        message: {
          ...message,
          ...templates,
          campaign_status,
          source_name,
          contents: row.contents ?? contents,
          subject_of: {
            order_id: row.message_order_id,
            event_id: row.event_id,
            cart_id: row.cart_id,
            product_id: row.product_id
          },
          reminder: reminderOf(message.contact_id, row),
          product_reminder: productReminderOf(row),
          coupons: coupons.get(`${message.account_id}|${message.message_id}`) ?? []
        },
        places: row,
        data: {
          ...row,
          sender: { ...row.sender, link_parameters: row.campaign_link_parameters ?? row.sender.link_parameters }
        },
        counted_hour: null,
        frequency: undefined
      }
    ]
  })
})
