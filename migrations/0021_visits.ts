import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The account's site, its visitors, and the products that they looked at. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `heard_*` and `refused_*`: the last call from one of the origins, and from another. `visitors`: the new ones of `visitors_day`.
  yield* sql`CREATE TABLE sites (
    account_id text PRIMARY KEY,
    origins text[] NOT NULL,
    consent_elsewhere boolean NOT NULL,
    heard_at timestamptz,
    heard_origin text,
    refused_at timestamptz,
    refused_origin text,
    visitors_day timestamptz,
    visitors int NOT NULL,
    updated_at timestamptz NOT NULL
  )`

  // `contact_id`: whom the browser is known to be used by. `views`: those of `views_day`.
  yield* sql`CREATE TABLE visitors (
    account_id text NOT NULL,
    visitor_id text NOT NULL,
    contact_id text,
    views_day timestamptz NOT NULL,
    views int NOT NULL,
    created_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, visitor_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts
  )`
  yield* sql`ALTER TABLE visitors ALTER visitor_id SET STATISTICS 0`
  yield* sql`CREATE INDEX visitors_contact ON visitors (account_id, contact_id) WHERE contact_id IS NOT NULL`
  yield* sql`CREATE INDEX visitors_expires ON visitors (expires_at)`

  // `view_id`: the browser's, so that a repeated call stores nothing twice. `contact_id`: who used the browser then, null while it is not known.
  yield* sql`CREATE TABLE product_views (
    account_id text NOT NULL,
    visitor_id text NOT NULL,
    view_id text NOT NULL,
    contact_id text,
    product_id text NOT NULL,
    title text,
    url text,
    image_url text,
    price numeric,
    currency text,
    viewed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, visitor_id, view_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts
  )`
  yield* sql`ALTER TABLE product_views ALTER visitor_id SET STATISTICS 0, ALTER view_id SET STATISTICS 0, ALTER product_id SET STATISTICS 0,
    ALTER title SET STATISTICS 0, ALTER url SET STATISTICS 0, ALTER image_url SET STATISTICS 0`
  yield* sql`CREATE INDEX product_views_contact ON product_views (account_id, contact_id, viewed_at) WHERE contact_id IS NOT NULL`
  yield* sql`CREATE INDEX product_views_expires ON product_views (expires_at)`

  yield* sql`CREATE INDEX carts_visitor ON carts (account_id, visitor_id) WHERE contact_id IS NULL AND visitor_id IS NOT NULL`
})
