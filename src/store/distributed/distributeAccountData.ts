import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createFunctions } from "../functions/createFunctions.ts"
import { distributeFunctions, distributeTables } from "./distributeTables.ts"
import { type Placement, readPlacement } from "./placement.ts"
import { prepareNodes } from "./prepareNodes.ts"
import { accountTables } from "./tablePlacement.ts"

/** Why account data cannot be distributed, for the operator. */
export class NotDistributable extends Schema.TaggedError<NotDistributable>()("NotDistributable", {
  message: Schema.String
}) {}

/** The obstacle to distributing account data; undefined when there is none. */
export const obstacleTo = (placement: Placement | undefined): string | undefined => {
  if (placement === undefined) {
    return "The database has no extension citus: run CREATE EXTENSION citus on every node, and add the nodes (docs/scaling.md)"
  }
  const { nodes, misplaced, localTables, connections } = placement
  if (nodes === 0) return "No node takes rows: run SELECT citus_add_node('host', 5432) for each (docs/scaling.md)"
  if (misplaced.length > 0) {
    return `Distributed by another column or beside other tables than contacts: ${misplaced.join(", ")}. Run SELECT undistribute_table('…') on each`
  }
  if (localTables.length > 0 && connections > 0) {
    return `The service still uses the database (${connections} connections): stop every process first`
  }
  return undefined
}

/**
 * Distributes the tables and functions of account data by account over the nodes of a Citus cluster, or what is not distributed of them yet.
 * One transaction: it does all or nothing. Says in the log what it does. Requires a migrated database and a pool of one connection.
 */
export const distributeAccountData = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const placement = yield* readPlacement(sql)
  const obstacle = obstacleTo(placement)
  if (placement === undefined || obstacle !== undefined) {
    return yield* new NotDistributable({ message: obstacle ?? "" })
  }
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`SET LOCAL lock_timeout = 0`
      yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
      yield* distributeTables(sql, { tables: placement.localTables, accountTables })
      yield* createFunctions
      yield* distributeFunctions(sql, (yield* readPlacement(sql))?.localFunctions ?? [])
    })
  )
  const failed = yield* prepareNodes(sql, accountTables)
  if (failed.length > 0) {
    const reasons = failed.map(({ node, result }) => `${node}: ${result}`)
    return yield* new NotDistributable({ message: `A node could not be set up: ${reasons.join("; ")}` })
  }
  yield* Effect.logInfo(
    placement.localTables.length + placement.localFunctions.length === 0
      ? "All account data was distributed already"
      : "All account data is distributed",
    { nodes: placement.nodes, tables: accountTables.length }
  )
})
