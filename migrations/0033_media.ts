import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The library of pictures: each is a row with its bytes, so that none is there in part. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE media (
    account_id text NOT NULL,
    media_id text NOT NULL,
    digest text NOT NULL,
    name text NOT NULL,
    type text NOT NULL CHECK (type IN ('png', 'jpeg', 'gif')),
    width int NOT NULL,
    height int NOT NULL,
    size int NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, media_id)
  )`
  // Pictures are compressed already, and a slice is read without the whole.
  yield* sql`ALTER TABLE media ALTER bytes SET STORAGE EXTERNAL`
  yield* sql`ALTER TABLE media ALTER name SET STATISTICS 0, ALTER bytes SET STATISTICS 0`
  yield* sql`CREATE UNIQUE INDEX media_digest ON media (account_id, digest)`
})
