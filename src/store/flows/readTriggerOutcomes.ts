import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { RunMessage, RunStatus } from "../../domain/flows/FlowRun.ts"
import { CauseType } from "../../domain/flows/FlowTrigger.ts"
import type { TriggerOutcome } from "../../domain/flows/TriggerOutcome.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"

const Row = Schema.Struct({
  flow_id: Schema.String,
  flow_name: Schema.String,
  cause: CauseType,
  refused: Schema.NullOr(Schema.Literals(["filters", "entry"])),
  id: Schema.NullOr(Schema.String),
  version: Schema.NullOr(Schema.Int),
  status: Schema.NullOr(RunStatus),
  reason: Schema.NullOr(Schema.String),
  current_step: Schema.NullOr(Schema.String),
  started_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  messages: Schema.fromJsonString(Schema.Array(RunMessage))
})

const queryRows = query(Row)

const triggerOutcome = ({ flow_id, flow_name, cause, refused, ...run }: typeof Row.Type): TriggerOutcome => {
  const { id, version, status, started_at } = run
  const started = id !== null && version !== null && status !== null && started_at !== null
  return {
    flow_id,
    flow_name,
    cause,
    refused: started ? null : refused,
    run: started ? { ...run, id, version, status, started_at } : null
  }
}

/** The outcomes of triggers, by their `causeKey`, newest first, at most 1,000. */
export const readTriggerOutcomes = (
  sql: SqlClient.SqlClient,
  account_id: string,
  causeKeys: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<TriggerOutcome>, Unavailable> =>
  retried(sql`
    SELECT f.flow_id, f.name AS flow_name, n.reason AS refused, r.run_id AS id, r.version, r.status, r.reason,
      r.step AS current_step, r.created_at AS started_at,
      CASE WHEN split_part(c.key, '|', 2) = '' THEN 'event' ELSE split_part(c.key, '|', 1) END AS cause,
      (SELECT coalesce(json_agg(m ORDER BY m.id), '[]') FROM (
        SELECT message_id AS id, step_id, channel, status, reason FROM messages
        WHERE account_id = ${account_id} AND run_id = r.run_id ORDER BY message_id LIMIT 100) m)::text AS messages
    FROM flows f CROSS JOIN unnest(${texts(causeKeys)}) AS c (key)
    LEFT JOIN flow_runs r ON r.account_id = ${account_id} AND r.flow_id = f.flow_id AND r.cause_key = c.key
    LEFT JOIN flow_rejections n ON n.account_id = ${account_id} AND n.flow_id = f.flow_id AND n.cause_key = c.key
    WHERE f.account_id = ${account_id} AND (r.run_id IS NOT NULL OR n.reason IS NOT NULL)
    ORDER BY coalesce(r.created_at, n.occurred_at) DESC, f.flow_id, c.key LIMIT 1000`).pipe(
    queryRows,
    Effect.map((rows) => rows.map(triggerOutcome))
  )
