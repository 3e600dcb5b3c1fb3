import { Schema } from "effect"
import { OrderId } from "../orders/OrderId.ts"
import { Timestamp } from "../values/Time.ts"

/** `queued`, `running`, `waiting` (until `due_at`) and `held` (the flow is paused) are under way; the others have ended. */
export const RunStatus = Schema.Literals(["queued", "running", "waiting", "held", "completed", "exited", "failed"])
export type RunStatus = typeof RunStatus.Type

export const CauseType = Schema.Literals(["order_placed", "order_received", "event"])

/** A message of a run; `reason` says why it was not sent. */
export const RunMessage = Schema.Struct({
  id: Schema.String,
  step_id: Schema.NullOr(Schema.String),
  channel: Schema.String,
  status: Schema.String,
  reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FlowRunMessage" })

/** A run as the dashboard shows it (contract §10). `current_step` runs next, null once the run has ended. `contact` is its e-mail or phone. */
export const FlowRun = Schema.Struct({
  id: Schema.String,
  contact_id: Schema.String,
  contact: Schema.NullOr(Schema.String),
  cause: Schema.Struct({
    type: CauseType,
    order_id: Schema.NullOr(OrderId),
    event_id: Schema.NullOr(Schema.String)
  }),
  version: Schema.Int,
  status: RunStatus,
  reason: Schema.NullOr(Schema.String),
  current_step: Schema.NullOr(Schema.String),
  due_at: Schema.NullOr(Timestamp),
  started_at: Timestamp,
  updated_at: Timestamp,
  ended_at: Schema.NullOr(Timestamp),
  messages: Schema.Array(RunMessage)
}).annotate({ identifier: "FlowRun" })
export type FlowRun = typeof FlowRun.Type
