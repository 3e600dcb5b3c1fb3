import { Schema } from "effect"
import { Flow } from "./Flow.ts"

/**
 * What a flow has done: its newest 10,000 runs and its newest 10,000 messages are counted. `under_way` runs go on, `finished`
 * ones have ended in whatever way, `messages` went out. With `at_least` the flow has more, so that each is a least number.
 */
export const FlowCounts = Schema.Struct({
  under_way: Schema.Int,
  finished: Schema.Int,
  messages: Schema.Int,
  at_least: Schema.Boolean
}).annotate({ identifier: "FlowCounts" })

/** A flow as lists show it. */
export const ListedFlow = Schema.Struct({ ...Flow.fields, counts: FlowCounts }).annotate({ identifier: "ListedFlow" })
export type ListedFlow = typeof ListedFlow.Type
