import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Channel } from "../../domain/contacts/Consent.ts"
import { type DueMessage, MailLayout, MessageClass, Purpose } from "../../domain/messages/Message.ts"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { texts } from "../database/parameters.ts"
import { query } from "../database/query.ts"
import { busyAccounts, waitingAccounts } from "../flows/accountsWithWork.ts"
import { timeText } from "../database/timestamps.ts"
import { lostClaims } from "./lostClaims.ts"
import { templateColumns, templateData, TemplateRow } from "./templateData.ts"

const Claimed = Schema.Struct({
  account_id: Schema.String,
  message_id: Schema.String,
  channel: Channel,
  purpose: Purpose,
  class: MessageClass,
  layout: MailLayout,
  subject: Schema.NullOr(Schema.String),
  body: Schema.String,
  attempts: Schema.Int,
  lost_claims: Schema.Int,
  clock_offset: Schema.Number
})
type Claimed = typeof Claimed.Type

const queryClaimed = query(Claimed)
const queryData = query(Schema.Struct({ account_id: Schema.String, message_id: Schema.String, ...TemplateRow.fields }))

interface ClaimOptions {
  readonly now: number
  /** The instant that leases are compared with. */
  readonly time: Statement.Fragment
  /** Duration of the claim in milliseconds. */
  readonly lease: number
  readonly channel: Channel
  readonly capacity: SendCapacity
}

/**
 * Claims due messages of a channel within the capacity, round robin between accounts and the oldest of each first, with the
 * data they are decided on and rendered with. Joins the open transaction.
 */
export const claimMessages = (sql: SqlClient.SqlClient, options: ClaimOptions) =>
  Effect.flatMap(claim(sql, options), (claimed) => readData(sql, claimed))

const claim = (sql: SqlClient.SqlClient, { now, time, lease, channel, capacity }: ClaimOptions) =>
  queryClaimed(sql`
  WITH RECURSIVE ${waitingAccounts(sql, "messages", "status IN ('queued', 'held')")}, ${busyAccounts(sql, capacity)},
  due AS (
    SELECT account.account_id, account.clock_offset, candidate.message_id, candidate.due_at
    FROM waiting JOIN accounts account USING (account_id) LEFT JOIN busy USING (account_id) CROSS JOIN LATERAL (
      SELECT message_id, due_at FROM messages
      WHERE account_id = account.account_id AND status IN ('queued', 'held') AND channel = ${channel}
        AND due_at <= ${timeText(now)}::timestamptz + account.clock_offset * interval '1 millisecond'
        AND (claimed_until IS NULL OR claimed_until <= ${time})
      ORDER BY due_at LIMIT greatest(0, ${capacity.perAccount}::int - coalesce(busy.count, 0)) FOR UPDATE SKIP LOCKED
    ) candidate
  ),
  picked AS (
    SELECT account_id, message_id, clock_offset FROM due
    ORDER BY row_number() OVER (PARTITION BY account_id ORDER BY due_at), due_at LIMIT ${capacity.available}
  )
  UPDATE messages m SET attempts = m.attempts + 1, lost_claims = ${lostClaims(sql, "m")},
    claimed_until = ${time} + ${lease}::float8 * interval '1 millisecond'
  FROM picked WHERE m.account_id = picked.account_id AND m.message_id = picked.message_id
  RETURNING m.account_id, m.message_id, m.channel, m.purpose, m.class, m.layout, m.subject, m.body, m.attempts, m.lost_claims,
    picked.clock_offset::float8 AS clock_offset`)

const readData = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, claimed: ReadonlyArray<Claimed>) {
  if (claimed.length === 0) return []
  const rows = yield* queryData(sql`
    SELECT m.account_id, m.message_id, ${templateColumns(sql)}
    FROM unnest(${texts(claimed.map(({ account_id }) => account_id))}, ${texts(claimed.map(({ message_id }) => message_id))})
      AS claimed (account_id, message_id)
    JOIN messages m USING (account_id, message_id)
    JOIN accounts account USING (account_id)
    LEFT JOIN senders sender ON sender.account_id = m.account_id
    LEFT JOIN contacts contact ON contact.account_id = m.account_id AND contact.contact_id = m.contact_id
    LEFT JOIN orders o ON o.account_id = m.account_id AND o.order_id = m.order_id
    LEFT JOIN events event ON event.account_id = m.account_id AND event.event_id = m.event_id`)
  const data = new Map(rows.map((row) => [`${row.account_id}|${row.message_id}`, row]))
  return claimed.flatMap((message): ReadonlyArray<DueMessage> => {
    const row = data.get(`${message.account_id}|${message.message_id}`)
    return row === undefined ? [] : [{ ...message, ...templateData(row) }]
  })
})
