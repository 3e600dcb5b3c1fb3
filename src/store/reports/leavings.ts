import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { readAccounts } from "../accounts/readAccounts.ts"

/**
 * The messages that people left from since a time, as a relation with a `message_id`: by the link to unsubscribe or the preference page of the
 * message, or by a STOP after it, which counts for the last text that had been sent to them. Read by two indexes of the ledger.
 */
export const leavings = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, since }: { readonly account_id: string; readonly since: Statement.Fragment }
) {
  // Messages have the time of the account's clock, the ledger that of the service.
  const ahead = (yield* readAccounts(sql, [account_id])).get(account_id)?.clock_offset ?? 0
  return sql`(
    SELECT l.source_id AS message_id FROM consent_log l
    WHERE l.account_id = ${account_id} AND l.recorded_at >= ${since} AND NOT l.refused AND l.topic IS NULL
      AND (l.to_state = 'subscribed' OR l.cause IN ('unsubscribe_link', 'preference_page'))
      AND l.cause IN ('unsubscribe_link', 'preference_page') AND l.to_state = 'unsubscribed'
    UNION ALL
    SELECT text.message_id FROM consent_log l CROSS JOIN LATERAL (
      SELECT message_id FROM messages m
      WHERE m.account_id = ${account_id} AND m.contact_id = l.contact_id AND m.channel = 'sms'
        AND m.purpose IN ('flow', 'campaign')
        AND m.sent_at <= l.recorded_at + ${String(ahead)}::bigint * interval '1 millisecond'
      ORDER BY m.message_id DESC LIMIT 1
    ) text
    WHERE l.account_id = ${account_id} AND l.recorded_at >= ${since} AND NOT l.refused
      AND l.cause = 'inbound_sms' AND l.to_state = 'unsubscribed')`
})
