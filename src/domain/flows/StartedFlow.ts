import { Schema } from "effect"
import { StartRefusal } from "../reasons.ts"
import { Timestamp } from "../values/Time.ts"
import { CauseType, RunMessage, RunStatus } from "./Flow.ts"

/** What a flow made of a cause: the run it started, or what stood against one. Exactly one of the two is not null. */
export const StartedFlow = Schema.Struct({
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
}).annotate({ identifier: "StartedFlow" })
export type StartedFlow = typeof StartedFlow.Type
