import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The platform of a connected store, and the secret that signs its webhooks. A store of BigCommerce has its hash and an access token too, because its
 * webhooks carry ids alone. `rejected_at` is when a webhook last had a bad signature.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE integrations ADD kind text NOT NULL DEFAULT 'custom', ADD encrypted_secret text, ADD store_hash text,
    ADD encrypted_access_token text, ADD rejected_at timestamptz`
})
