import { isObject } from "../json/Json.ts"
import type { Definition } from "./Definition.ts"
import { FlowTrigger } from "./FlowTrigger.ts"
import { readable, readableConditions } from "../conditions/readable.ts"
import { readableSteps } from "./stepKinds.ts"

/** A definition of which parts did not decode: the trigger may be missing. */
export type ReadableDefinition = Pick<Definition, "filters" | "steps"> & { readonly trigger: FlowTrigger | undefined }

/**
 * The parts of a definition that decode, each in its place, and harmless values for the rest. Further checks run on it, so
 * that one response lists every issue. Pure.
 */
export const readableDefinition = (raw: unknown): ReadableDefinition => {
  const members = isObject(raw) ? raw : {}
  return {
    trigger: readable(FlowTrigger, members["trigger"]),
    filters: readableConditions(members["filters"]),
    steps: readableSteps(members["steps"], "steps")
  }
}
