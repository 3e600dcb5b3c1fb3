import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { isPlaced } from "../distributed/placement.ts"
import { hasShardForm, makeShardFunction, shardDispatcher, templateOf } from "../distributed/shardFunctions.ts"
import { databaseFunctions } from "./databaseFunctions.ts"

/**
 * Creates the functions of the database, or replaces them by those of this version. A function whose parameters change gets another name:
 * processes of the previous version call the former one until they are stopped. Joins the open transaction.
 */
export const createFunctions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const isDistributed = yield* isPlaced(sql)
  const create = (name: string, parameters: string, result: string, text: string, settings = "") =>
    sql`${sql.literal(`CREATE OR REPLACE FUNCTION ${name}(${parameters}) RETURNS ${result} LANGUAGE plpgsql
      ${settings} AS $function$ ${text} $function$`)}`
  if (isDistributed) yield* sql`${sql.literal(makeShardFunction)}`
  for (const each of databaseFunctions) {
    const { name, parameters, result, body } = each
    const text = `DECLARE before json; BEGIN ${body} END`
    if (isDistributed && hasShardForm(each)) {
      yield* create(templateOf(each), parameters, result, text)
      yield* create(name, parameters, result, shardDispatcher(each))
    } else {
      // A plan for any account names no node.
      yield* create(name, parameters, result, text, isDistributed ? "" : "SET plan_cache_mode = force_generic_plan")
    }
  }
})
