import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Campaigns, and their enrolments: one row for each contact of the audience. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `due_at`: when work on the campaign is due next; null without any. `cursor`: the last contact that was enrolled. `notice`: the reason for
  // which its mail was refused or stopped.
  yield* sql`CREATE TABLE campaigns (
    account_id text NOT NULL,
    campaign_id text NOT NULL,
    name text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'sms')),
    status text NOT NULL CHECK (status IN ('draft', 'scheduled', 'sending', 'sent', 'paused', 'cancelled')),
    variants json NOT NULL,
    holdout_percent smallint NOT NULL,
    audience json NOT NULL,
    conditions json,
    send_at text,
    send_at_zone text NOT NULL CHECK (send_at_zone IN ('account', 'contact')),
    messages_per_hour int,
    cursor text,
    due_at timestamptz,
    paced_at timestamptz,
    scheduled_at timestamptz,
    begun_at timestamptz,
    enrolled_at timestamptz,
    ended_at timestamptz,
    deleted_at timestamptz,
    notice text,
    notice_at timestamptz,
    notice_message_id text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, campaign_id)
  )`
  yield* sql`ALTER TABLE campaigns ALTER name SET STATISTICS 0, ALTER variants SET STATISTICS 0, ALTER conditions SET STATISTICS 0,
    ALTER notice SET STATISTICS 0`
  yield* sql`CREATE INDEX campaigns_due ON campaigns (account_id, due_at) WHERE due_at IS NOT NULL`
  yield* sql`CREATE TABLE campaign_enrolments (
    account_id text NOT NULL,
    campaign_id text NOT NULL,
    contact_id text NOT NULL,
    variant smallint NOT NULL,
    status text NOT NULL CHECK (status IN ('waiting', 'queued', 'left_out')),
    rule text,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, campaign_id, contact_id)
  )`
  yield* sql`CREATE INDEX campaign_enrolments_waiting ON campaign_enrolments (account_id, campaign_id, due_at, contact_id)
    WHERE status = 'waiting'`
  yield* sql`CREATE INDEX campaign_enrolments_ended ON campaign_enrolments (account_id, due_at) WHERE status <> 'waiting'`
  yield* sql`CREATE INDEX campaign_enrolments_contact ON campaign_enrolments (account_id, contact_id)`
})
