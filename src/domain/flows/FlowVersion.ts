import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"
import { Definition } from "./Definition.ts"

/** A saved version of a flow in a list. */
export const FlowVersion = Schema.Struct({ version: Schema.Int, created_at: Timestamp }).annotate({
  identifier: "FlowVersion"
})
export type FlowVersion = typeof FlowVersion.Type

/** A version with its definition. */
export const FlowVersionDetails = Schema.Struct({ ...FlowVersion.fields, definition: Definition }).annotate({
  identifier: "FlowVersionDetails"
})
export type FlowVersionDetails = typeof FlowVersionDetails.Type
