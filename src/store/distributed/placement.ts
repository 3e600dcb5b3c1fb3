import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { accountTables } from "./tablePlacement.ts"

/** How Citus has placed the tables and functions of account data. */
export interface Placement {
  /** Nodes that take rows. */
  readonly nodes: number
  /** Other connections of the service. */
  readonly connections: number
  /** Tables of account data that are not distributed, in the order of `accountTables`. */
  readonly localTables: ReadonlyArray<string>
  /** Distributed tables that do not share the nodes of `contacts` by `account_id`. */
  readonly misplaced: ReadonlyArray<string>
  /** Functions of one account that run on the coordinator, or have a setting for one server since they were created again. */
  readonly localFunctions: ReadonlyArray<NodeFunction>
}

/** A function that nodes call. */
export interface NodeFunction {
  /** Its name with the types of its parameters. */
  readonly name: string
  /** Whether a call runs on the node of the account that is its first parameter. Statements and functions on that node call all others. */
  readonly is_delegated: boolean
}

const queryExtension = queryOne(Schema.Struct({ version: Schema.String }))
const queryCounts = queryOne(Schema.Struct({ nodes: Schema.Int, connections: Schema.Int }))
const queryTables = query(Schema.Struct({ name: Schema.String, is_with_contacts: Schema.Boolean }))
const queryFunctions = query(Schema.Struct({ name: Schema.String, is_delegated: Schema.Boolean }))

// The condition of the functions that nodes need: those that change one account, and those that a statement or function may call.
const ofNodes = `pronamespace = current_schema()::regnamespace AND prokind = 'f' AND prorettype <> 'trigger'::regtype
  AND proname NOT LIKE '%\\_of\\_accounts' AND proname !~ '_[0-9a-f]{8}_[0-9]+$'
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')`
const isDelegated = "(proargnames[1] = 'account' AND provolatile = 'v' AND proname NOT LIKE '%\\_on\\_shard')"

/** The functions that each node needs, those first that functions call. */
export const readNodeFunctions = (sql: SqlClient.SqlClient, condition: Fragment = sql`true`) =>
  queryFunctions(sql`
    SELECT oid::regprocedure::text AS name, ${sql.literal(isDelegated)} AS is_delegated FROM pg_proc
    WHERE ${sql.literal(ofNodes)} AND ${condition} ORDER BY 2, 1 LIMIT 1000`)

/** Whether account data, or a part of it, is distributed by Citus. */
export const isPlaced = (sql: SqlClient.SqlClient) =>
  Effect.map(
    readPlacement(sql),
    (placement) => placement !== undefined && placement.localTables.length < accountTables.length
  )

/** Reads the placement; undefined without the extension `citus`. */
export const readPlacement = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const extension = yield* queryExtension(sql`SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`)
  if (extension === undefined) return undefined
  const counts = yield* queryCounts(sql`
    SELECT (SELECT count(*)::int FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary') AS nodes,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()) AS connections`)
  const tables = yield* queryTables(sql`
    SELECT relname AS name, coalesce(placed.partmethod = 'h'
        AND column_to_column_name(placed.logicalrelid, placed.partkey) = 'account_id'
        AND placed.colocationid = (SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = to_regclass('contacts')), false
      ) AS is_with_contacts
    FROM pg_dist_partition placed JOIN pg_class ON oid = logicalrelid
    WHERE relname = ANY (${texts(accountTables)}) AND relnamespace = current_schema()::regnamespace ORDER BY 1 LIMIT 1000`)
  const functions = yield* readNodeFunctions(
    sql,
    sql`(NOT EXISTS (
      SELECT FROM pg_dist_object WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid
        AND (distribution_argument_index = 0 OR NOT ${sql.literal(isDelegated)})
    ) OR ${sql.literal(isDelegated)} AND proconfig IS NOT NULL)`
  )
  const distributed = new Set(tables.map(({ name }) => name))
  return {
    nodes: counts?.nodes ?? 0,
    connections: counts?.connections ?? 0,
    localTables: accountTables.filter((name) => !distributed.has(name)),
    misplaced: tables.filter(({ is_with_contacts }) => !is_with_contacts).map(({ name }) => name),
    localFunctions: functions
  } satisfies Placement
})
