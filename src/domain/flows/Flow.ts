import { Schema } from "effect"
import { OrderId } from "../orders/OrderId.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { Definition } from "./Definition.ts"

/** The body that makes or changes a flow (contract §10). */
export const FlowInput = Schema.Struct({ name: Name, definition: Definition }).annotate({ identifier: "FlowInput" })
export type FlowInput = typeof FlowInput.Type

export const FlowStatus = Schema.Literals(["active", "paused"])
export type FlowStatus = typeof FlowStatus.Type

/** A flow with the version that new runs take. */
export const Flow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: FlowStatus,
  version: Schema.Int,
  definition: Definition,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Flow" })
export type Flow = typeof Flow.Type

/** `queued`, `running`, `waiting` (until `due_at`) and `held` (the flow is paused) go on; the others have ended. */
export const RunStatus = Schema.Literals(["queued", "running", "waiting", "held", "completed", "exited", "failed"])
export type RunStatus = typeof RunStatus.Type

export const CauseType = Schema.Literals(["order_placed", "order_received", "event"])

/** A message that a run wrote; `reason` says why it was not sent. */
export const RunMessage = Schema.Struct({
  id: Schema.String,
  step_id: Schema.NullOr(Schema.String),
  channel: Schema.String,
  status: Schema.String,
  reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FlowRunMessage" })

/** A run as the dashboard shows it (contract §10). `current_step` comes next; it is null once the run has ended. `contact` is an address. */
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
