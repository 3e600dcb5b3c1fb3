import type { ValidationIssue } from "../ValidationIssue.ts"
import type { Condition, Conditions } from "./Condition.ts"
import type { FlowTrigger } from "./Definition.ts"
import { fieldOf, type FieldKind } from "./Facts.ts"
import type { ReadableDefinition } from "./readableDefinition.ts"
import { stepIssues, type Template, templatesOf } from "./stepKinds.ts"
import { stepsOf } from "./stepsOf.ts"

const maxSplitDepth = 5

/** The issues of templates in a flow with this trigger; undefined stands for any trigger. */
export type CheckTemplates = (
  templates: ReadonlyArray<Template>,
  trigger: FlowTrigger["type"] | undefined
) => ReadonlyArray<ValidationIssue>

/** The issues of a definition that its schema cannot state, each by its dotted path. Pure. */
export const checkDefinition = (
  definition: ReadableDefinition,
  checkTemplates: CheckTemplates
): ReadonlyArray<ValidationIssue> => {
  const placed = stepsOf(definition)
  const pathsById = new Map<string, string>()
  const issues: Array<ValidationIssue> = checkConditions(definition, definition.filters, "filters").slice()
  for (const { step, path, depth } of placed) {
    const first = pathsById.get(step.id)
    if (first === undefined) pathsById.set(step.id, path)
    else issues.push({ field: `${path}.id`, message: `Is the id of ${first} already` })
    if (depth > maxSplitDepth) {
      issues.push({ field: path, message: `Must lie in at most ${maxSplitDepth} splits` })
    }
    if (step.type === "split") issues.push(...checkConditions(definition, step.if, `${path}.if`))
    issues.push(...stepIssues(step, path))
  }
  const templates = placed.flatMap(({ step, path }) => templatesOf(step, path))
  return [...issues, ...checkTemplates(templates, definition.trigger?.type)]
}

const checkConditions = (
  { trigger }: ReadableDefinition,
  conditions: Conditions,
  path: string
): ReadonlyArray<ValidationIssue> =>
  conditions.flatMap((group, at) =>
    group.flatMap((condition, index) => {
      const here = `${path}.${at}.${index}`
      const field = fieldOf(condition.field)
      if (field === undefined) return [{ field: `${here}.field`, message: "Is not a field that can be compared" }]
      const root = condition.field.split(".")[0]
      if (trigger !== undefined && root !== "contact" && (root === "event") !== (trigger.type === "event")) {
        return [{ field: `${here}.field`, message: `The trigger ${trigger.type} has no ${root}` }]
      }
      return checkComparison(condition, field.kind, here)
    })
  )

const allowedOps: Record<FieldKind, RegExp> = {
  number: /^(?:eq|neq|gte?|lte?|in|exists|not_exists)$/,
  text: /^(?:eq|neq|contains|not_contains|in|exists|not_exists)$/,
  list: /^(?:contains|not_contains|exists|not_exists)$/,
  any: /./
}

const checkComparison = ({ op, value }: Condition, kind: FieldKind, path: string): ReadonlyArray<ValidationIssue> => {
  if (!allowedOps[kind].test(op)) return [{ field: `${path}.op`, message: `Can't compare a ${kind} field` }]
  const wrong = (message: string) => [{ field: `${path}.value`, message }]
  if (op === "exists" || op === "not_exists") return value === undefined ? [] : wrong("Must be left out with this op")
  if (value === undefined) return wrong("Is required")
  if (Array.isArray(value) !== (op === "in")) return wrong(op === "in" ? "Must be a list" : "Must be a single value")
  const values = Array.isArray(value) ? value : [value]
  if (kind === "number" && values.some((one) => typeof one !== "number")) return wrong("Must be a number")
  if (kind === "text" && values.some((one) => typeof one !== "string")) return wrong("Must be text")
  return []
}
