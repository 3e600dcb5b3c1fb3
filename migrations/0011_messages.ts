import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Senders, messages and webhooks, from the decision to send to the outcome. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `version` counts the changes. `tests` and `keys`: the test mails sent since `tests_since` and the DKIM keys made since `keys_since`.
  yield* sql`CREATE TABLE senders (
    account_id text PRIMARY KEY,
    version int NOT NULL DEFAULT 1,
    from_name text,
    from_email text,
    reply_to text,
    postal_address text,
    logo_url text,
    color text,
    link_parameters text,
    shared_address boolean NOT NULL DEFAULT false,
    encrypted_smtp_url text,
    smtp_host text,
    dkim_domain text,
    dkim_selector text,
    dkim_public_key text,
    encrypted_dkim_key text,
    dkim_seen_at timestamptz,
    dns_check json,
    tests int NOT NULL DEFAULT 0,
    tests_since timestamptz,
    keys int NOT NULL DEFAULT 0,
    keys_since timestamptz,
    updated_at timestamptz NOT NULL
  )`
  // The domains that accounts have proven to be theirs by DNS.
  yield* sql`CREATE TABLE sender_domains (
    domain text NOT NULL,
    account_id text NOT NULL,
    proven_at timestamptz NOT NULL,
    PRIMARY KEY (domain, account_id)
  )`
  yield* sql`CREATE INDEX sender_domains_account ON sender_domains (account_id)`
  // The messages that started in the hour of the last claim. The row is the lock under which messages of an account with limits are claimed.
  yield* sql`CREATE TABLE sending_hours (
    account_id text PRIMARY KEY,
    hour timestamptz NOT NULL,
    emails int NOT NULL DEFAULT 0,
    texts int NOT NULL DEFAULT 0
  )`
  // When each mail server last took a recipient (`digest` is empty), and last refused one with a reply of this digest.
  yield* sql`CREATE TABLE smtp_replies (
    account_id text NOT NULL,
    server text NOT NULL,
    digest text NOT NULL,
    contact_id text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (account_id, server, digest)
  )`
  yield* sql`ALTER TABLE smtp_replies ALTER contact_id SET STATISTICS 0`
  yield* sql`CREATE INDEX smtp_replies_at ON smtp_replies (at)`

  // `subject` and `body` hold the template until the message is sent, then what was sent; those of campaigns are in `campaigns.variants`. `attempts`
  // fences: a sender that lost its lease cannot mark the row. `claimed_until` is a time of the database's clock, `due_at` of the account's.
  // `lost_claims`: whether a process ended while it had claimed the row: 0 no, 1 once, 2 once and it is sent alone since, 3 again. `counted_on`:
  // the account's day on which a marketing message counts for the contact's frequency cap; null in all other rows.
  yield* sql`CREATE TABLE messages (
    account_id text NOT NULL,
    message_id text NOT NULL,
    key text NOT NULL,
    contact_id text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'sms')),
    purpose text NOT NULL CHECK (purpose IN ('flow', 'campaign', 'welcome', 'confirmation', 'opt_in')),
    class text NOT NULL DEFAULT 'marketing' CHECK (class IN ('marketing', 'transactional')),
    layout text NOT NULL DEFAULT 'shell' CHECK (layout IN ('shell', 'none')),
    flow_id text,
    run_id text,
    step_id text,
    campaign_id text,
    variant smallint,
    order_id bigint,
    event_id text,
    subject text,
    body text NOT NULL,
    links text[],
    recipient text,
    status text NOT NULL CHECK (status IN
      ('queued', 'held', 'sent', 'captured', 'failed', 'skipped', 'bounced', 'clicked')),
    reason text,
    attempts int NOT NULL DEFAULT 0,
    lost_claims smallint NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    claimed_until timestamptz,
    counted_on date,
    sent_at timestamptz,
    clicked_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, message_id),
    UNIQUE (account_id, key)
  )`
  yield* sql`ALTER TABLE messages ALTER subject SET STATISTICS 0, ALTER body SET STATISTICS 0, ALTER links SET STATISTICS 0,
    ALTER recipient SET STATISTICS 0, ALTER reason SET STATISTICS 0`
  yield* sql`CREATE INDEX messages_due ON messages (account_id, due_at) WHERE status IN ('queued', 'held')`
  yield* sql`CREATE INDEX messages_contact ON messages (account_id, contact_id, message_id)`
  yield* sql`CREATE INDEX messages_counted ON messages (account_id, contact_id, counted_on) WHERE counted_on IS NOT NULL`
  yield* sql`CREATE INDEX messages_run ON messages (account_id, run_id, message_id) WHERE run_id IS NOT NULL`
  // Reports count from these indexes alone.
  yield* sql`CREATE INDEX messages_flow ON messages (account_id, flow_id, message_id) INCLUDE (step_id, status, created_at)
    WHERE flow_id IS NOT NULL`
  yield* sql`CREATE INDEX messages_campaign ON messages (account_id, campaign_id, message_id) INCLUDE (variant, status)
    WHERE campaign_id IS NOT NULL`
  yield* sql`CREATE INDEX messages_campaign_open ON messages (account_id, campaign_id)
    WHERE campaign_id IS NOT NULL AND status IN ('queued', 'held')`
  // A click knows the code alone. The addresses, which may hold personal data, are in `messages.links` and are erased with it.
  yield* sql`CREATE TABLE short_links (
    code text PRIMARY KEY,
    account_id text NOT NULL,
    message_id text NOT NULL,
    place int NOT NULL,
    expires_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX short_links_expiry ON short_links (expires_at)`

  yield* sql`CREATE TABLE webhook_deliveries (
    account_id text NOT NULL,
    delivery_id text NOT NULL,
    key text NOT NULL,
    contact_id text NOT NULL,
    flow_id text NOT NULL,
    run_id text NOT NULL,
    step_id text NOT NULL,
    url text NOT NULL,
    payload text NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'delivered', 'failed')),
    attempts int NOT NULL DEFAULT 0,
    lost_claims smallint NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    claimed_until timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id),
    UNIQUE (account_id, key)
  )`
  yield* sql`ALTER TABLE webhook_deliveries ALTER payload SET STATISTICS 0`
  yield* sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (account_id, due_at) WHERE status = 'queued'`
  yield* sql`CREATE INDEX webhook_deliveries_contact ON webhook_deliveries (account_id, contact_id)`
  yield* sql`CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (updated_at) WHERE status <> 'queued'`
  yield* sql`CREATE TABLE webhook_attempts (
    account_id text NOT NULL,
    delivery_id text NOT NULL,
    attempt_id bigint GENERATED ALWAYS AS IDENTITY,
    status int,
    reason text,
    attempted_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id, attempt_id),
    FOREIGN KEY (account_id, delivery_id) REFERENCES webhook_deliveries ON DELETE CASCADE
  )`
})
