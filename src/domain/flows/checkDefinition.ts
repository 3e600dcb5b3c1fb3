import type { ValidationIssue } from "../ValidationIssue.ts"
import type { Condition, Conditions } from "./Condition.ts"
import type { FlowTrigger, Step } from "./Definition.ts"
import { fieldOf, type Kind } from "./Facts.ts"
import type { Readable } from "./readableDefinition.ts"
import { stepsOf } from "./stepsOf.ts"

const deepestSplit = 5

/** A Liquid template and the dotted path to it. */
interface Template {
  readonly field: string
  readonly kind: "subject" | "html" | "sms"
  readonly source: string
}

/** Says what is wrong with the templates of a flow with this trigger, or with any if it is not known. */
export type CheckTemplates = (
  templates: ReadonlyArray<Template>,
  trigger: FlowTrigger["type"] | undefined
) => ReadonlyArray<ValidationIssue>

/** What a schema can't say of a definition. Every issue is named by its dotted path. Pure. */
export const checkDefinition = (
  definition: Readable,
  checkTemplates: CheckTemplates
): ReadonlyArray<ValidationIssue> => {
  const placed = stepsOf(definition)
  const seen = new Map<string, string>()
  const issues: Array<ValidationIssue> = checkConditions(definition, definition.filters, "filters").slice()
  for (const { step, path, depth } of placed) {
    const first = seen.get(step.id)
    if (first === undefined) seen.set(step.id, path)
    else issues.push({ field: `${path}.id`, message: `Is the id of ${first} already` })
    if (depth > deepestSplit) {
      issues.push({ field: path, message: `Must lie in at most ${deepestSplit} splits` })
    }
    if (step.type === "split") issues.push(...checkConditions(definition, step.if, `${path}.if`))
    if (step.type === "webhook" && !isWebAddress(step.url)) {
      issues.push({ field: `${path}.url`, message: "Must be an http or https address" })
    }
  }
  const templates = placed.flatMap(({ step, path }) => templatesOf(step, path))
  return [...issues, ...checkTemplates(templates, definition.trigger?.type)]
}

/** The templates of the step at this path. */
export const templatesOf = (step: Step, path: string): ReadonlyArray<Template> => {
  if (step.type === "send_sms") return [{ field: `${path}.text`, kind: "sms", source: step.text }]
  if (step.type !== "send_email") return []
  return [
    { field: `${path}.subject`, kind: "subject", source: step.subject },
    { field: `${path}.html`, kind: "html", source: step.html }
  ]
}

const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).username === ""

const checkConditions = ({ trigger }: Readable, conditions: Conditions, path: string): ReadonlyArray<ValidationIssue> =>
  conditions.flatMap((all, at) =>
    all.flatMap((condition, index) => {
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

const opsOf: Record<Kind, RegExp> = {
  number: /^(?:eq|neq|gte?|lte?|in|exists|not_exists)$/,
  text: /^(?:eq|neq|contains|not_contains|in|exists|not_exists)$/,
  list: /^(?:contains|not_contains|exists|not_exists)$/,
  any: /./
}

const checkComparison = ({ op, value }: Condition, kind: Kind, path: string): ReadonlyArray<ValidationIssue> => {
  if (!opsOf[kind].test(op)) return [{ field: `${path}.op`, message: `Can't compare a ${kind} field` }]
  const wrong = (message: string) => [{ field: `${path}.value`, message }]
  if (op === "exists" || op === "not_exists") return value === undefined ? [] : wrong("Must be left out with this op")
  if (value === undefined) return wrong("Is required")
  if (Array.isArray(value) !== (op === "in")) return wrong(op === "in" ? "Must be a list" : "Must be a single value")
  const values = Array.isArray(value) ? value : [value]
  if (kind === "number" && values.some((one) => typeof one !== "number")) return wrong("Must be a number")
  if (kind === "text" && values.some((one) => typeof one !== "string")) return wrong("Must be text")
  return []
}
