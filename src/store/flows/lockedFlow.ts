import { Effect, Result, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { FlowTrigger } from "../../domain/flows/FlowTrigger.ts"
import { queryOne } from "../sql/query.ts"
import { Millis } from "../sql/timestamps.ts"
import type { CheckedFlow, WatchedTrigger } from "./checkedFlows.ts"
import type { FlowVersions } from "./FlowVersions.ts"

/** A locked flow: its rule, and how far it is checked. `since`: it starts for nothing that came true before. In milliseconds. */
export interface LockedFlow<Rule> {
  readonly rule: Rule
  readonly checked_until: number | null
  readonly since: number
}

const Row = Schema.Struct({
  account_id: Schema.String,
  flow_id: Schema.String,
  version: Schema.Int,
  checked_until: Schema.NullOr(Millis),
  since: Millis
})

/**
 * Locks an active flow whose trigger has the rule that `ruleOf` takes. Undefined if another process has it, or if it is no longer such a flow. Joins the
 * open transaction.
 */
export const lockedFlow =
  <Rule>(
    sql: SqlClient.SqlClient,
    versions: FlowVersions["Service"],
    trigger_type: WatchedTrigger,
    ruleOf: (trigger: FlowTrigger) => Rule | undefined
  ) =>
  ({
    account_id,
    flow_id,
    clock_offset
  }: CheckedFlow): Effect.Effect<LockedFlow<Rule> | undefined, SqlError.SqlError> =>
    Effect.gen(function* () {
      const row = yield* sql`SELECT account_id, flow_id, version, checked_until, updated_at AS since FROM flows
        WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND status = 'active'
          AND trigger_type = ${sql.literal(`'${trigger_type}'`)}
        FOR NO KEY UPDATE SKIP LOCKED`.pipe(queryOne(Row))
      const [flow] = row === undefined ? [] : yield* versions.readDefinitions([row])
      if (flow === undefined || Result.isFailure(flow.definition)) return undefined
      const rule = ruleOf(flow.definition.success.trigger)
      const { checked_until, since } = flow
      return rule === undefined ? undefined : { rule, checked_until, since: since + clock_offset }
    })
