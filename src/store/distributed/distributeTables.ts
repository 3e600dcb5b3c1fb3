import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { texts } from "../sql/parameters.ts"
import type { NodeFunction } from "./placement.ts"
import { query, queryOne } from "../sql/query.ts"

const queryConstraints = query(
  Schema.Struct({ owner: Schema.String, name: Schema.String, definition: Schema.String, is_kept: Schema.Boolean })
)
const queryTriggers = query(Schema.Struct({ owner: Schema.String, name: Schema.String }))
const queryRows = queryOne(Schema.Struct({ has_rows: Schema.Boolean }))

/**
 * Distributes tables by `account_id`, with their rows, in the order given: `contacts` first. Foreign keys between tables of account data stay,
 * those to other tables go, as a node cannot check them. Triggers go, since a distributed table has none; the functions that write contacts count
 * them. Requires an open transaction, and that nothing else uses the tables.
 */
export const distributeTables = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { tables, accountTables }: { readonly tables: ReadonlyArray<string>; readonly accountTables: ReadonlyArray<string> }
) {
  // One connection a node, as the statements below depend on one another.
  yield* sql`SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)`
  const constraints = yield* queryConstraints(sql`
    SELECT owner.relname AS owner, conname AS name, pg_get_constraintdef(c.oid) AS definition,
      target.relname = ANY (${texts(accountTables)}) AS is_kept
    FROM pg_constraint c JOIN pg_class owner ON owner.oid = conrelid JOIN pg_class target ON target.oid = confrelid
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND owner.relname = ANY (${texts(tables)})
    ORDER BY 1, 2 LIMIT 1000`)
  const triggers = yield* queryTriggers(sql`
    SELECT relname AS owner, tgname AS name FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND relname = ANY (${texts(tables)})
    ORDER BY 1, 2 LIMIT 1000`)
  for (const { owner, name } of triggers) {
    yield* Effect.logInfo(`Drops the trigger ${name} of ${owner}`)
    yield* sql`DROP TRIGGER ${sql(name)} ON ${sql(owner)}`
  }
  for (const { owner, name } of constraints) yield* sql`ALTER TABLE ${sql(owner)} DROP CONSTRAINT ${sql(name)}`
  for (const table of tables) {
    const rows = yield* queryRows(sql`SELECT EXISTS (SELECT FROM ${sql(table)}) AS has_rows`)
    yield* Effect.logInfo(`Distributes ${table}${rows?.has_rows === true ? " with its rows" : ""}`)
    yield* sql`SELECT create_distributed_table(${table}, 'account_id',
      colocate_with => ${table === "contacts" ? "none" : "contacts"})::text`
    // The nodes have the rows; the coordinator's copies of them are hidden, not gone.
    if (rows?.has_rows === true)
      yield* sql`SELECT truncate_local_data_after_distributing_table(${table}::regclass)::text`
  }
  for (const { owner, name, definition, is_kept } of constraints) {
    if (is_kept) yield* sql`ALTER TABLE ${sql(owner)} ADD CONSTRAINT ${sql(name)} ${sql.literal(definition)}`
    else yield* Effect.logInfo(`Drops the foreign key ${name} of ${owner}`)
  }
})

/**
 * Creates functions on every node. Those of one account run on the node of the account that is their first parameter, also within transactions,
 * where their advisory locks are held; a plan for any account names no node, so each call is planned.
 */
export const distributeFunctions = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  functions: ReadonlyArray<NodeFunction>
) {
  for (const { name, is_delegated } of functions) {
    yield* Effect.logInfo(`Distributes the function ${name}`)
    if (!is_delegated) {
      yield* sql`SELECT create_distributed_function(${name}::regprocedure)::text`
      continue
    }
    yield* sql`ALTER FUNCTION ${sql.literal(name)} RESET plan_cache_mode`
    yield* sql`SELECT create_distributed_function(${name}::regprocedure, 'account', 'contacts', true)::text`
  }
})
