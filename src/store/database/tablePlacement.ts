const beforeAccount = "read before the account of a call is known"
const ofPeople = "of people, who belong to several accounts"

/** Tables that stay whole where account data is distributed, each with the reason. The tables of the flow engine, `cluster_*`, stay too. */
export const coordinatorTables = {
  accounts: "read by admission, and by work on several accounts",
  applications: beforeAccount,
  bearer_tokens: beforeAccount,
  dead_rows: "of the embedded database alone",
  invitations: beforeAccount,
  memberships: ofPeople,
  migrations: "the history of the schema",
  rate_windows: "counted by admission",
  sessions: ofPeople,
  setup_links: ofPeople,
  short_links: "a click knows the code alone, no account",
  sign_in_attempts: ofPeople,
  users: ofPeople
}

/** Tables of account data, distributed by `account_id`, so that all rows of an account are on one node. `contacts` is the first. */
export const accountTables: ReadonlyArray<string> = [
  "contacts",
  "contact_counts",
  "contact_search",
  "contact_notes",
  "consent_log",
  "remembered_consents",
  "integrations",
  "orders",
  "events",
  "idempotency_keys",
  "flows",
  "flow_versions",
  "flow_triggers",
  "flow_runs",
  "flow_refusals",
  "flow_segment_members",
  "flow_step_entries",
  "forms",
  "form_wordings",
  "form_sign_ups",
  "senders",
  "sending_hours",
  "report_keys",
  "segments",
  "campaigns",
  "campaign_enrolments",
  "messages",
  "message_events",
  "soft_bounces",
  "heard_texts",
  "webhook_deliveries",
  "webhook_attempts",
  "store_customers",
  "store_deliveries",
  "imports",
  "import_records",
  "import_failures",
  "request_log",
  "request_days"
]
