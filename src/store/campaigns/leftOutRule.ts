import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Channel } from "../../domain/contacts/Consent.ts"
import { timeText } from "../sql/timestamps.ts"

/** The campaign, and the account's frequency cap and date, for which contacts are judged. */
export interface LeftOutScope {
  readonly account_id: string
  readonly campaign_id: string
  readonly channel: Channel
  /** The topic of the campaign; null for general marketing. */
  readonly topic: string | null
  readonly holdout_percent: number
  /** The share of the account that gets no marketing, in percent. */
  readonly account_holdout: number
  readonly frequency_cap: number | null
  /** The account's date, as YYYY-MM-DD. */
  readonly day: string
  /** The time on the account's clock, in milliseconds. */
  readonly now: number
}

/** The place of a contact among 10,000 of a campaign, flow or account, the same on every read: contacts below a holdout's share get nothing. */
export const bucket = (sql: SqlClient.SqlClient, of: string | Fragment, contact: Fragment): Fragment =>
  sql`(('x' || left(md5(${of}::text || '/' || ${contact}), 7))::bit(28)::int % 10000)`

/**
 * The rule by which a contact gets no message, else null: as `decideSend` decides a marketing message of a campaign, then the holdout. For
 * statements on `contacts`; a contact that was erased has no address.
 */
export const leftOutRule = (
  sql: SqlClient.SqlClient,
  { account_id, campaign_id, channel, topic, holdout_percent, account_holdout, frequency_cap, day, now }: LeftOutScope
): Fragment => {
  const capped =
    frequency_cap === null
      ? sql``
      : sql`WHEN (SELECT count(*) FROM messages counted WHERE counted.account_id = ${account_id}
          AND counted.contact_id = contacts.contact_id AND counted.counted_on = ${day}::date
          AND counted.status NOT IN ('queued', 'held')) >= ${frequency_cap}::int THEN 'frequency_cap'`
  const consent =
    channel === "email"
      ? sql`WHEN contacts.email IS NULL THEN 'no_address'
        WHEN contacts.email_consent IN ('suppressed', 'compliance_suppressed') THEN 'suppressed'
        WHEN contacts.email_consent <> 'subscribed' THEN 'not_subscribed'`
      : sql`WHEN contacts.phone IS NULL THEN 'no_address'
        WHEN contacts.sms_consent NOT IN ('subscribed', 'single_opt_in') THEN 'not_subscribed'`
  const heldOf = (of: string, percent: number) =>
    percent === 0
      ? sql``
      : sql`WHEN ${bucket(sql, of, sql`contacts.contact_id`)} < ${percent * 100}::int THEN 'holdout'`
  const left = topic === null ? sql`` : sql`WHEN contacts.left_topics::jsonb ? ${topic}::text THEN 'left_topic'`
  const paused = sql`WHEN contacts.paused_until > ${timeText(now)}::timestamptz THEN 'paused'`
  return sql`CASE ${consent} ${left} ${paused} ${capped} ${heldOf(account_id, account_holdout)} ${heldOf(campaign_id, holdout_percent)} END`
}
