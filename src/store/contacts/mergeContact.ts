import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { mergedRecipient } from "../../domain/messages/decideSend.ts"
import { returnCodes } from "../coupons/returnCodes.ts"
import { mergeProductWaits } from "../products/mergeProductWaits.ts"
import { timeText } from "../sql/timestamps.ts"

/**
 * Moves the rows of the contact `from` to another contact and deletes `from`. Joins the open transaction, which has locked both. Runs
 * move before messages and deliveries: a running step has then written them already, or finds its run moved and writes nothing.
 */
export const mergeContact = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, contact_id, updated_at }: FullContact,
  from: string
) {
  const now = timeText(updated_at)
  const whereFrom = sql`WHERE account_id = ${account_id} AND contact_id = ${from}`
  yield* sql`UPDATE orders SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE carts SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE visitors SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE product_views SET contact_id = ${contact_id} ${whereFrom}`
  yield* mergeProductWaits(sql, { account_id, contact_id }, from)
  yield* sql`UPDATE events SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE flow_runs SET contact_id = ${contact_id}, moves = moves + 1 ${whereFrom}`
  // Of a flow with the entry rule `once`, only the first run goes on.
  yield* sql`
    UPDATE flow_runs r SET status = 'exited', reason = 'merged', step = NULL, moves = r.moves + 1,
      updated_at = ${now}::timestamptz, ended_at = ${now}::timestamptz
    FROM flow_versions v
    WHERE r.account_id = ${account_id} AND r.contact_id = ${contact_id} AND r.ended_at IS NULL
      AND v.account_id = ${account_id} AND v.flow_id = r.flow_id AND v.version = r.version
      AND v.definition -> 'entry' ->> 'type' = 'once'
      AND EXISTS (SELECT FROM flow_runs first WHERE first.account_id = ${account_id} AND first.flow_id = r.flow_id
        AND first.contact_id = r.contact_id AND (first.created_at, first.run_id) < (r.created_at, r.run_id))`
  // A segment that either contact was in is not entered again by the merged one.
  yield* sql`INSERT INTO flow_segment_members (account_id, flow_id, contact_id)
    SELECT ${account_id}, flow_id, ${contact_id}::text FROM flow_segment_members ${whereFrom}
    ON CONFLICT (account_id, flow_id, contact_id) DO NOTHING`
  yield* sql`DELETE FROM flow_segment_members ${whereFrom}`
  // A campaign sends one message to both.
  yield* sql`
    UPDATE messages m SET status = 'skipped', reason = ${mergedRecipient}, updated_at = ${now}::timestamptz
    WHERE m.account_id = ${account_id} AND m.contact_id = ${from} AND m.campaign_id IS NOT NULL AND m.status IN ('queued', 'held')
      AND m.claimed_until IS NULL AND EXISTS (SELECT FROM campaign_enrolments other WHERE other.account_id = ${account_id}
        AND other.campaign_id = m.campaign_id AND other.contact_id = ${contact_id})`
  const merged = sql`m.contact_id = ${from} AND m.reason = ${mergedRecipient}`
  yield* returnCodes(sql, { account_id, messages: merged, attempts: 0, now: updated_at })
  // Where both had a code for one purpose, the contact keeps both.
  yield* sql`UPDATE coupon_codes code SET contact_id = ${contact_id}, purpose = CASE WHEN EXISTS (
      SELECT FROM coupon_codes other WHERE other.account_id = ${account_id} AND other.coupon_id = code.coupon_id
        AND other.purpose = code.purpose AND other.contact_id = ${contact_id}) THEN NULL ELSE purpose END
    WHERE code.account_id = ${account_id} AND code.contact_id = ${from}`
  // What one of both got already, the other gets no more.
  yield* sql`UPDATE campaign_enrolments e SET status = 'queued' WHERE e.account_id = ${account_id} AND e.contact_id = ${contact_id}
    AND e.status IN ('waiting', 'reserved') AND EXISTS (SELECT FROM messages m WHERE m.account_id = ${account_id}
      AND m.contact_id = ${from} AND m.campaign_id = e.campaign_id AND m.status NOT IN ('skipped', 'failed'))`
  yield* sql`DELETE FROM campaign_enrolments e ${whereFrom} AND EXISTS (
    SELECT FROM campaign_enrolments other WHERE other.account_id = ${account_id} AND other.campaign_id = e.campaign_id
      AND other.contact_id = ${contact_id})`
  yield* sql`UPDATE campaign_enrolments SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE messages SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE webhook_deliveries SET contact_id = ${contact_id} ${whereFrom}`
  // What a bulk change did to either contact cannot be told apart any more.
  yield* sql`UPDATE bulk_change_contacts SET merged = true, changed = NULL
    WHERE account_id = ${account_id} AND contact_id IN (${contact_id}, ${from})`
  yield* sql`UPDATE contact_notes SET contact_id = ${contact_id} ${whereFrom}`
  // A contact that is merged with another did not come from the shop alone.
  yield* sql`DELETE FROM shop_contacts ${whereFrom}`
  yield* sql`UPDATE shop_customers SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE platform_deliveries SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE flow_triggers SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE idempotency_keys SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`UPDATE consent_log SET contact_id = ${contact_id}, merged_from = coalesce(merged_from, ${from}) ${whereFrom}`
  // The longer pause of both holds.
  yield* sql`UPDATE contacts SET paused_until = greatest(paused_until,
      (SELECT paused_until FROM contacts merged WHERE merged.account_id = ${account_id} AND merged.contact_id = ${from}))
    WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
  yield* sql`SELECT delete_contact(${account_id}, ${from})`
})

/** Sets the order figures from the orders of the merged contact. */
export const saveMergedFigures = (sql: SqlClient.SqlClient, contact: FullContact) => sql`
  UPDATE contacts c SET order_count = found.orders, first_order_at = found.first, last_order_at = found.last
  FROM (
    SELECT count(*)::int AS orders, min(placed_at) AS first, max(placed_at) AS last FROM orders
    WHERE account_id = ${contact.account_id} AND contact_id = ${contact.contact_id}
  ) found
  WHERE c.account_id = ${contact.account_id} AND c.contact_id = ${contact.contact_id}`
