import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"

const querySequences = query(Schema.Struct({ name: Schema.String }))
const queryResults = query(Schema.Struct({ node: Schema.String, success: Schema.Boolean, result: Schema.String }))

// The planner settings of the service's own connections, which nodes do not get from the coordinator.
const planning = ["enable_seqscan = off", "jit = off"]

/**
 * Sets up every node for the statements of the service; idempotent. Gives the nodes where a command failed, with the reason. Sequences number
 * rows on each node in a range of its own; here they lose the bounds of the range, so that one can be set beyond another's before rows of an
 * account move (docs/scaling.md).
 */
export const prepareNodes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountTables: ReadonlyArray<string>
) {
  const sequences = yield* querySequences(sql`
    SELECT s.oid::regclass::text AS name FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype = 'i'
    JOIN pg_class owner ON owner.oid = d.refobjid
    WHERE s.relkind = 'S' AND owner.relname = ANY (${texts(accountTables)})
      AND owner.relnamespace = current_schema()::regnamespace ORDER BY 1 LIMIT 1000`)
  const commands = [
    ...planning.map((setting) => sql`format(${`ALTER DATABASE %I SET ${setting}`}, current_database())`),
    ...sequences.map(({ name }) => sql`${`ALTER SEQUENCE ${name} MINVALUE 1 NO MAXVALUE`}`)
  ]
  // Nodes refuse such commands unless they are told not to pass them on.
  const results = yield* Effect.forEach(commands, (command) =>
    queryResults(sql`
      SELECT nodename || ':' || nodeport AS node, success, result
      FROM run_command_on_workers('SET citus.enable_ddl_propagation TO off; ' || ${command}) ORDER BY 1 LIMIT 1000`)
  )
  return results.flat().filter(({ success }) => !success)
})
