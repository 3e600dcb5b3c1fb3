import { Schema } from "effect"
import { StartRefusal } from "../reasons.ts"
import { Timestamp } from "../values/Time.ts"
import { RunMessage, RunStatus } from "./FlowRun.ts"
import { CauseType } from "./FlowTrigger.ts"

/** The outcome of a trigger for one flow: the run it started, or the rule that prevented one. Exactly one of `run` and `refused` is not null. */
export const TriggerOutcome = Schema.Struct({
  flow_id: Schema.String,
  flow_name: Schema.String,
  cause: CauseType,
  refused: Schema.NullOr(StartRefusal),
  run: Schema.NullOr(
    Schema.Struct({
      id: Schema.String,
      version: Schema.Int,
      status: RunStatus,
      reason: Schema.NullOr(Schema.String),
      current_step: Schema.NullOr(Schema.String),
      started_at: Timestamp,
      messages: Schema.Array(RunMessage)
    })
  )
}).annotate({ identifier: "TriggerOutcome" })
export type TriggerOutcome = typeof TriggerOutcome.Type
