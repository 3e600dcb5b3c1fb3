import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The class of a message, which decides on the consent it needs, and the layout of its mail. Messages from before are marketing.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE messages
    ADD COLUMN IF NOT EXISTS class text NOT NULL DEFAULT 'marketing' CHECK (class IN ('marketing', 'transactional')),
    ADD COLUMN IF NOT EXISTS layout text NOT NULL DEFAULT 'shell' CHECK (layout IN ('shell', 'none'))`
})
