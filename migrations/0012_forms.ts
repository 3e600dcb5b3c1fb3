import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sign-up forms, every wording that they asked consent with, and their sign-ups by hour. */
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
  yield* sql`ALTER TABLE forms ALTER definition SET STATISTICS 0`
  yield* sql`CREATE TABLE form_wordings (
    account_id text NOT NULL,
    form_id text NOT NULL,
    version int NOT NULL,
    wording text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, form_id, version)
  )`
  yield* sql`ALTER TABLE form_wordings ALTER wording SET STATISTICS 0`
  // `robots` and `unsent_texts` count submissions that were rejected as those of robots, and texts above the account's limit.
  yield* sql`CREATE TABLE form_sign_ups (
    account_id text NOT NULL,
    form_id text NOT NULL,
    hour timestamptz NOT NULL,
    asked int NOT NULL,
    confirmed int NOT NULL,
    robots int NOT NULL DEFAULT 0,
    unsent_texts int NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, form_id, hour)
  )`
  yield* sql`CREATE INDEX form_sign_ups_hour ON form_sign_ups (account_id, hour)`
  // The texts that an account's forms may ask for, and those asked for in `hour`. Accounts without a row have the defaults.
  yield* sql`CREATE TABLE form_texts (
    account_id text PRIMARY KEY,
    texts_per_hour int NOT NULL DEFAULT 50,
    countries text NOT NULL DEFAULT 'null',
    hour timestamptz,
    texts int NOT NULL DEFAULT 0
  )`
  // The pages that were submitted, so that each serves once.
  yield* sql`CREATE TABLE form_pages (
    account_id text NOT NULL,
    digest text NOT NULL,
    submission text NOT NULL,
    sent_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, digest)
  )`
  yield* sql`CREATE INDEX form_pages_sent ON form_pages (sent_at)`
})
