import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { QueueWatch } from "./QueueWatch.ts"
import { repeatUpkeep } from "./repeatUpkeep.ts"

/**
 * Merges the pending list of the index that contacts are searched by, unless another process does so now. Merging many contacts at once costs
 * half of what a writer pays that merges its own few.
 */
export const mergeSearchIndex = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT gin_clean_pending_list(oid::regclass)::text FROM pg_class
    WHERE relname = 'contact_search_grams' AND relnamespace = current_schema()::regnamespace AND pg_has_role(relowner, 'USAGE')
      AND pg_try_advisory_xact_lock(7262013)`
})

/**
 * Merges the search index each second in which something was written, for as long as the program runs, outside of the calls that write contacts. A writer merges only a list
 * that has reached its limit, as on the nodes of a distributed database, whose indexes this process does not see.
 */
export const SearchIndexLayer = Layer.effectDiscard(
  repeatUpkeep(mergeSearchIndex, "0 seconds", "The search index was not merged")
).pipe(Layer.provide(QueueWatch.layer))
