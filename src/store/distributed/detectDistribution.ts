import { Config, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Distribution } from "./Distribution.ts"
import { readPlacement } from "./placement.ts"
import { accountTables } from "./tablePlacement.ts"

const setting = Config.option(Config.Literals(["citus"], "DATABASE_DISTRIBUTED"))

const detect = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (Option.isSome(yield* setting)) return "by_account" as const
  const placement = yield* readPlacement(sql)
  if (placement === undefined) return "none" as const
  const { localTables, localFunctions } = placement
  const isDistributed = localTables.length < accountTables.length
  if (localTables.length + localFunctions.length > 0) {
    yield* Effect.logWarning(
      isDistributed
        ? "Some account data is not distributed: stop the service and run npm run distribute"
        : "The database has the extension citus, but accounts are not distributed: npm run distribute does it",
      { tables: localTables.length, functions: localFunctions.length }
    )
  }
  return isDistributed ? ("by_account" as const) : ("none" as const)
})

/**
 * Whether account data is distributed: by the setting `DATABASE_DISTRIBUTED`, else as found in the migrated database. One line in the log says
 * when Citus is there and something of the account data is not distributed.
 */
export const DistributionLayer = Layer.effect(Distribution, detect)
