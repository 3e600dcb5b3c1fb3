import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Records of earlier imports are bodies of the API, as lines of NDJSON are.
const lines = JSON.stringify({
  format: {
    type: "ndjson",
    encoding: "utf-8",
    separator: ",",
    newline: "\n",
    decimal: ".",
    dates: "dmy",
    timezone: "UTC"
  },
  headers: [],
  targets: [],
  currency: null,
  email_consent: null,
  sms_consent: null
})

/**
 * Imports are read from the file itself: `uploaded` bytes of it, up to row `file_row`, are records. Uploads under way, whose records the browser
 * made, are cancelled: they have imported nothing yet. Failed records keep their rows, and an import may lift refusals, for a reason.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE imports ADD COLUMN IF NOT EXISTS uploaded bigint NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS file_row int NOT NULL DEFAULT 0, ADD COLUMN IF NOT EXISTS lift_reason text`
  yield* sql`ALTER TABLE import_failures ADD COLUMN IF NOT EXISTS body text`
  yield* sql`ALTER TABLE import_failures ALTER COLUMN body SET STATISTICS 0`
  yield* sql`ALTER TABLE imports ALTER COLUMN lift_reason SET STATISTICS 0`
  yield* sql`DELETE FROM import_records r USING imports i
    WHERE i.account_id = r.account_id AND i.import_id = r.import_id AND i.status = 'uploading'`
  yield* sql`UPDATE imports SET layout = ${lines}, uploaded = file_size,
    status = CASE WHEN status = 'uploading' THEN 'cancelled' ELSE status END`
})
