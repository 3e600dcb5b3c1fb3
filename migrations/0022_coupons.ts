import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Coupons: shared codes and pools of single codes, whom each was given to, and the orders that used them. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `code`: that of a shared coupon. `code_count`: the codes of a pool, given ones included. `clearing`: free codes of a deleted coupon are left.
  yield* sql`CREATE TABLE coupons (
    account_id text NOT NULL,
    coupon_id text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('single', 'shared')),
    code text,
    code_count int NOT NULL DEFAULT 0,
    clearing boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    deleted_at timestamptz,
    PRIMARY KEY (account_id, coupon_id),
    CHECK ((kind = 'shared') = (code IS NOT NULL))
  )`
  yield* sql`CREATE UNIQUE INDEX coupons_name ON coupons (account_id, name) WHERE deleted_at IS NULL`

  // `code_key`: the code in capitals. A code is free while `given_at` is null; a shared one never is. `purpose`: the campaign or the run of a flow that
  // it was given for. `tried`: a message with it was handed to a provider at least once, so that it never goes to another contact.
  yield* sql`CREATE TABLE coupon_codes (
    account_id text NOT NULL,
    code_key text NOT NULL,
    coupon_id text NOT NULL,
    code text NOT NULL,
    contact_id text,
    purpose text,
    given_at timestamptz,
    tried boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account_id, code_key)
  )`
  yield* sql`ALTER TABLE coupon_codes ALTER code_key SET STATISTICS 0, ALTER code SET STATISTICS 0, ALTER contact_id SET STATISTICS 0,
    ALTER purpose SET STATISTICS 0`
  yield* sql`CREATE INDEX coupon_codes_free ON coupon_codes (account_id, coupon_id, code_key) WHERE given_at IS NULL`
  // No contact gets two codes of a coupon for one purpose.
  yield* sql`CREATE UNIQUE INDEX coupon_codes_purpose ON coupon_codes (account_id, coupon_id, purpose, contact_id)
    WHERE purpose IS NOT NULL`
  yield* sql`CREATE INDEX coupon_codes_contact ON coupon_codes (account_id, contact_id) WHERE contact_id IS NOT NULL`

  yield* sql`CREATE TABLE coupon_redemptions (
    account_id text NOT NULL,
    order_id bigint NOT NULL,
    coupon_id text NOT NULL,
    code_key text NOT NULL,
    redeemed_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, order_id, coupon_id)
  )`
  yield* sql`ALTER TABLE coupon_redemptions ALTER code_key SET STATISTICS 0`
  yield* sql`CREATE INDEX coupon_redemptions_coupon ON coupon_redemptions (account_id, coupon_id)`

  // The coupons that the templates of a message show; null for nearly all messages.
  yield* sql`ALTER TABLE messages ADD coupons text[]`
  yield* sql`CREATE INDEX messages_without_code ON messages (account_id, due_at)
    WHERE status = 'held' AND reason = 'the coupon has no codes left'`
})
