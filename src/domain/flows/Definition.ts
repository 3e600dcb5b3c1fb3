import { Schema } from "effect"
import { Conditions } from "../conditions/Condition.ts"
import { FlowDuration } from "./FlowDuration.ts"
import { FlowTrigger } from "./FlowTrigger.ts"
import { Step } from "./Step.ts"

/** How often a contact may enter: at every trigger, once ever, or again only so long after the last entry. */
export const Entry = Schema.Union([
  Schema.Struct({ type: Schema.Literal("always") }),
  Schema.Struct({ type: Schema.Literal("once") }),
  Schema.Struct({ type: Schema.Literal("after"), duration: FlowDuration })
]).annotate({ message: "Must have a type: always, once or after" })
export type Entry = typeof Entry.Type

/** Steps of a definition, including those inside splits. */
export const maxSteps = 100

/** Conditions plus groups, counted separately for the filters and for all splits together. */
export const maxConditions = 1_000

/** Which contacts a flow takes and what it does for them (contract §10). Saving one makes a new version; runs stay on theirs. */
export const Definition = Schema.Struct({
  trigger: FlowTrigger,
  filters: Conditions,
  entry: Entry,
  exit: Schema.Struct({ on_purchase: Schema.Boolean }),
  steps: Schema.Array(Step).check(
    Schema.isMinLength(1, { message: "Must have a step" }),
    Schema.isMaxLength(maxSteps, { message: `Must have at most ${maxSteps} steps` })
  )
}).annotate({ identifier: "FlowDefinition" })
export type Definition = typeof Definition.Type
