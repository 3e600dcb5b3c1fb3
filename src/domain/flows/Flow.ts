import { Schema } from "effect"
import { HoldoutPercent } from "../lift/Lift.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { Definition } from "./Definition.ts"

/** The body that creates or changes a flow (contract §10). */
export const FlowInput = Schema.Struct({ name: Name, definition: Definition }).annotate({ identifier: "FlowInput" })
export type FlowInput = typeof FlowInput.Type

/** The body that changes a flow. With `version` the save succeeds only while that is the newest version (contract §10). */
export const FlowChange = Schema.Struct({ ...FlowInput.fields, version: Schema.optionalKey(Schema.Int) }).annotate({
  identifier: "FlowChange"
})
export type FlowChange = typeof FlowChange.Type

/** The flow has a newer version than the one that a save is based on. Nothing was changed. */
export class FlowChanged extends Schema.TaggedError<FlowChanged>()("FlowChanged", {}) {}

export const FlowStatus = Schema.Literals(["active", "paused"])
export type FlowStatus = typeof FlowStatus.Type

/** Why a mail server refused mail of the flow, in words, since the flow was last activated. */
export const FlowNotice = Schema.Struct({ text: Schema.String, at: Timestamp, message_id: Schema.String }).annotate({
  identifier: "FlowNotice"
})

/** A flow in its newest version, which new runs take. `holdout_percent` of its people get none of its marketing (contract §20). */
export const Flow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: FlowStatus,
  version: Schema.Int,
  definition: Definition,
  holdout_percent: HoldoutPercent,
  notice: Schema.NullOr(FlowNotice),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Flow" })
export type Flow = typeof Flow.Type

/**
 * Counts of a flow's newest 10,000 runs and newest 10,000 messages: runs `under_way`, runs `finished` in whatever way, and
 * `messages` sent, and those `captured` because no provider was set. `at_least` says that the flow has more of either, so that each count is a minimum.
 */
export const FlowCounts = Schema.Struct({
  under_way: Schema.Int,
  finished: Schema.Int,
  messages: Schema.Int,
  captured: Schema.Int,
  at_least: Schema.Boolean
}).annotate({ identifier: "FlowCounts" })

/** A flow as lists show it. */
export const ListedFlow = Schema.Struct({ ...Flow.fields, counts: FlowCounts }).annotate({ identifier: "ListedFlow" })
export type ListedFlow = typeof ListedFlow.Type
