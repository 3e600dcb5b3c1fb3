import { tokenOf } from "./traffic.ts"

/** The account of campaigns, and its token. */
export const sender = { account_id: `acc_${"1".padStart(26, "0")}`, token: tokenOf(1) }

const contactId = `'con_' || lpad(n::text, 26, '0')`

/**
 * Statements that give the account subscribed contacts with one mail of the past each, of which every fourth was clicked, and the scopes of
 * campaigns. Triggers and foreign keys are disabled meanwhile, and their totals are computed at the end.
 */
export const seedAudience = (count: number): ReadonlyArray<string> => [
  "SET session_replication_role = replica",
  `INSERT INTO contacts (account_id, contact_id, email, email_key, first_name, email_consent, sms_consent, order_count, created_at, updated_at)
    SELECT '${sender.account_id}', ${contactId}, 'p' || n || '@example.com', 'p' || n || '@example.com', 'Ada', 'subscribed',
      'never_subscribed', 0, now() - interval '1 year', now() - interval '1 year' FROM generate_series(1, ${count}) n`,
  `INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, flow_id, body, status, due_at, sent_at, clicked_at,
      created_at, updated_at)
    SELECT '${sender.account_id}', 'msg_' || lpad(n::text, 26, '0'), 'k' || n, ${contactId}, 'email', 'flow', 'marketing', 'flo_1', 'Hello',
      CASE WHEN n % 4 = 0 THEN 'clicked' ELSE 'sent' END, sent, sent, CASE WHEN n % 4 = 0 THEN sent END, sent, sent
    FROM generate_series(1, ${count}) n CROSS JOIN LATERAL (SELECT now() - interval '1 day' * (1 + n % 300) AS sent) times`,
  `INSERT INTO contact_counts (account_id, email_consent, sms_consent, slot, total) VALUES ('${sender.account_id}', 'subscribed', 'never_subscribed', 0, ${count})`,
  `UPDATE bearer_tokens SET scopes = scopes || '{campaigns_read,campaigns_write}' WHERE account_id = '${sender.account_id}'`,
  "SET session_replication_role = origin",
  "VACUUM ANALYZE",
  "CHECKPOINT"
]

// Those who clicked, those who got none, and those who got several and clicked none: what shops ask of messages, each over other days.
const conditionsOf = (n: number) => {
  const within = `${30 + n} days`
  const clicked = (op: "eq" | "gte", value: number) => ({ field: "message.clicked", op, value, where: { within } })
  const received = (op: "eq" | "gte", value: number) => ({ field: "message.received", op, value, where: { within } })
  return [[[clicked("gte", 1)], [received("eq", 0)], [received("gte", 2), clicked("eq", 0)]][n % 3]]
}

const definitionOf = (segment_id: string) => ({
  trigger: { type: "entered_segment", segment_id },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps: [{ id: "wait", type: "delay", duration: "30 days" }]
})

/** Statements that make segments which read messages, each with an active flow of those who enter it. */
export const seedSegments = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) => {
    const segment_id = `seg_${String(n).padStart(26, "0")}`
    const flow_id = `flo_${String(n).padStart(26, "0")}`
    return [
      `INSERT INTO segments (account_id, segment_id, name, conditions, created_at, updated_at)
        VALUES ('${sender.account_id}', '${segment_id}', 'Bench ${n}', '${JSON.stringify(conditionsOf(n))}', now(), now())`,
      `INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, trigger_detail, created_at, updated_at)
        VALUES ('${sender.account_id}', '${flow_id}', 'Bench', 'active', 1, 'entered_segment', '${segment_id}', now(), now())`,
      `INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
        VALUES ('${sender.account_id}', '${flow_id}', 1, '${JSON.stringify(definitionOf(segment_id))}', now())`
    ]
  }).flat()
