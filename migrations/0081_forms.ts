import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sign-up forms, every wording that they asked consent with, their sign-ups by hour, and the messages that ask for a confirmation. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE forms (
    account_id text NOT NULL,
    form_id text NOT NULL,
    definition text NOT NULL,
    wording_version int NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, form_id)
  )`
  yield* sql`CREATE TABLE form_wordings (
    account_id text NOT NULL,
    form_id text NOT NULL,
    version int NOT NULL,
    wording text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, form_id, version)
  )`
  yield* sql`CREATE TABLE form_sign_ups (
    account_id text NOT NULL,
    form_id text NOT NULL,
    hour timestamptz NOT NULL,
    asked int NOT NULL,
    confirmed int NOT NULL,
    PRIMARY KEY (account_id, form_id, hour)
  )`
  yield* sql`CREATE INDEX form_sign_ups_hour ON form_sign_ups (account_id, hour)`
  yield* sql`ALTER TABLE messages DROP CONSTRAINT IF EXISTS messages_purpose_check`
  yield* sql`ALTER TABLE messages ADD CONSTRAINT messages_purpose_check
    CHECK (purpose IN ('flow', 'campaign', 'welcome', 'confirmation', 'opt_in')) NOT VALID`
})
