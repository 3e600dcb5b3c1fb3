import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Asserts that ledger, figures, totals and orders of an account agree. */
export const assertConsistent = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const wrong = yield* sql`
    SELECT contact_id FROM contacts c WHERE account_id = ${account_id} AND (
      order_count <> (SELECT count(*) FROM orders o WHERE o.account_id = c.account_id AND o.contact_id = c.contact_id)
      OR last_order_at IS DISTINCT FROM
        (SELECT max(placed_at) FROM orders o WHERE o.account_id = c.account_id AND o.contact_id = c.contact_id))`
  assert.deepStrictEqual(wrong, [])
  for (const channel of ["email", "sms"]) {
    const mismatched = yield* sql`
      SELECT contact_id FROM contacts c WHERE account_id = ${account_id} AND ${sql(`${channel}_consent`)} <> coalesce((
        SELECT to_state FROM consent_log l WHERE l.account_id = c.account_id AND l.contact_id = c.contact_id
          AND channel = ${channel} AND NOT refused AND merged_from IS NULL ORDER BY entry_id DESC LIMIT 1), 'never_subscribed')`
    assert.deepStrictEqual(mismatched, [], channel)
    const broken = yield* sql`
      SELECT entry_id FROM (SELECT entry_id, from_state,
        lag(to_state, 1, 'never_subscribed') OVER (PARTITION BY contact_id ORDER BY entry_id) AS before
        FROM consent_log WHERE account_id = ${account_id} AND channel = ${channel} AND NOT refused AND merged_from IS NULL) steps
      WHERE from_state <> before`
    assert.deepStrictEqual(broken, [], channel)
  }
  const orphans = yield* sql`SELECT order_id FROM orders
    WHERE account_id = ${account_id} AND contact_id IS NULL AND (email IS NOT NULL OR phone IS NOT NULL)`
  assert.deepStrictEqual(orphans, [])
  const miscounted = yield* sql`
    SELECT email_consent, sms_consent, counted.total, stored.total AS stored FROM (
      SELECT email_consent, sms_consent, sum(total)::int AS total FROM contact_counts WHERE account_id = ${account_id} GROUP BY 1, 2
    ) counted FULL JOIN (
      SELECT email_consent, sms_consent, count(*)::int AS total FROM contacts WHERE account_id = ${account_id} GROUP BY 1, 2
    ) stored USING (email_consent, sms_consent)
    WHERE coalesce(counted.total, 0) <> coalesce(stored.total, 0)`
  assert.deepStrictEqual(miscounted, [])
})
