import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Mails and blocks that accounts save for use again. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE templates (
    account_id text NOT NULL,
    template_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('mail', 'block')),
    name text NOT NULL,
    subject text,
    preheader text,
    content json NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, template_id)
  )`
  yield* sql`ALTER TABLE templates ALTER name SET STATISTICS 0, ALTER subject SET STATISTICS 0, ALTER preheader SET STATISTICS 0,
    ALTER content SET STATISTICS 0`
})
