import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Who took a consent back, and when: an order path that has the row needs no second read to tell a yes that came before it.
 * Both columns of a channel are set or neither is. Filled from the ledger: the person's own withdrawals (link, text, complaint,
 * erasure) unless an opt-in came after them, else the last change of a contact that is held off now.
 *
 * `merged_from` marks ledger lines that another contact brought along: they are shown, and are no part of the fold.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE contacts ADD COLUMN IF NOT EXISTS email_withdrawn_at timestamptz,
    ADD COLUMN IF NOT EXISTS email_withdrawn_by text, ADD COLUMN IF NOT EXISTS sms_withdrawn_at timestamptz,
    ADD COLUMN IF NOT EXISTS sms_withdrawn_by text`
  yield* sql`ALTER TABLE consent_log ADD COLUMN IF NOT EXISTS merged_from text`
  for (const channel of ["email", "sms"]) {
    yield* sql`
      UPDATE contacts c SET ${sql(`${channel}_withdrawn_at`)} = found.recorded_at, ${sql(`${channel}_withdrawn_by`)} = found.by
      FROM contacts held CROSS JOIN LATERAL (
        SELECT recorded_at, CASE WHEN cause IN ('unsubscribe_link', 'inbound_sms', 'complaint', 'erasure')
          THEN 'person' ELSE 'merchant' END AS by
        FROM consent_log log
        WHERE log.account_id = held.account_id AND log.contact_id = held.contact_id AND log.channel = ${channel}
          AND NOT log.refused AND log.to_state NOT IN ('subscribed', 'single_opt_in', 'pending', 'never_subscribed')
          AND NOT EXISTS (SELECT FROM consent_log later
            WHERE later.account_id = log.account_id AND later.contact_id = log.contact_id AND later.channel = log.channel
              AND NOT later.refused AND later.to_state IN ('subscribed', 'single_opt_in') AND later.entry_id > log.entry_id)
        ORDER BY (log.cause IN ('unsubscribe_link', 'inbound_sms', 'complaint', 'erasure')) DESC, log.entry_id DESC LIMIT 1
      ) found
      WHERE c.account_id = held.account_id AND c.contact_id = held.contact_id
        AND held.${sql(`${channel}_consent`)} NOT IN ('subscribed', 'single_opt_in', 'pending')`
  }
})
