import { Schema } from "effect"
import { OrderId } from "../orders/OrderId.ts"
import { Timestamp } from "../values/Time.ts"
import { CauseType } from "./FlowTrigger.ts"
import { Awaited } from "./WaitFor.ts"

/** `queued`, `running`, `waiting` (until `due_at`) and `held` (the flow is paused) are under way; the others have ended. */
export const RunStatus = Schema.Literals(["queued", "running", "waiting", "held", "completed", "exited", "failed"])
export type RunStatus = typeof RunStatus.Type

/** Which runs a list shows: those `under_way`, or those that ended in a way. */
export const RunState = Schema.Literals(["under_way", "completed", "exited", "failed"])

/** Filters of the list of runs; an absent member does not filter. `step`: runs that are at this step now. */
export interface RunFilter {
  readonly state?: typeof RunState.Type
  readonly step?: string
}

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
  /** The event that the run awaits until `due_at`; null if it waits for a time alone. */
  awaits: Schema.NullOr(Awaited),
  started_at: Timestamp,
  updated_at: Timestamp,
  ended_at: Schema.NullOr(Timestamp),
  messages: Schema.Array(RunMessage)
}).annotate({ identifier: "FlowRun" })
export type FlowRun = typeof FlowRun.Type
