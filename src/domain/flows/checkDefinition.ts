import type { ValidationIssue } from "../ValidationIssue.ts"
import { checkConditions, type Subject } from "../conditions/checkConditions.ts"
import { blockConditionIssues } from "../content/blockConditionIssues.ts"
import type { FlowTrigger } from "./FlowTrigger.ts"
import { subjectOfTrigger } from "./triggerKinds.ts"
import type { ReadableDefinition } from "./readableDefinition.ts"
import type { Template } from "../messages/Template.ts"
import { stepIssues, templatesOf } from "./stepKinds.ts"
import { stepsOf } from "./stepsOf.ts"
import type { Awaited } from "./WaitFor.ts"

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
  const subject = conditionSubject(definition.trigger?.type)
  const pathsById = new Map<string, string>()
  const issues: Array<ValidationIssue> = [...checkConditions(definition.filters, "filters", subject)]
  for (const { step, path, depth } of placed) {
    const first = pathsById.get(step.id)
    if (first === undefined) pathsById.set(step.id, path)
    else issues.push({ field: `${path}.id`, message: `Is the id of ${first} already` })
    if (depth > maxSplitDepth) {
      issues.push({ field: path, message: `Must lie in at most ${maxSplitDepth} splits` })
    }
    if (step.type === "split") issues.push(...checkConditions(step.if, `${path}.if`, subject))
    if (step.type === "wait_for")
      issues.push(...checkConditions(step.where ?? [], `${path}.where`, awaitedSubject(step.for)))
    if (step.type === "send_email") issues.push(...blockConditionIssues(step, path, subject))
    issues.push(...stepIssues(step, path))
    if ("class" in step && step.class === "transactional") {
      const message = whyMarketing(definition.trigger?.type, step.type)
      if (message !== undefined) issues.push({ field: `${path}.class`, message })
    }
  }
  const templates = placed.flatMap(({ step, path }) => templatesOf(step, path))
  return [...issues, ...checkTemplates(templates, definition.trigger?.type)]
}

/** Why a message of a flow with this trigger can't be transactional; undefined if it can. */
const whyMarketing = (trigger: FlowTrigger["type"] | undefined, step: string): string | undefined => {
  if (trigger === "cart_abandoned") return "Must be marketing: nobody asked to be reminded of a cart"
  if (trigger === "product_viewed") return "Must be marketing: nobody asked to be reminded of a product"
  if (trigger === "price_dropped") return "Must be marketing: nobody asked to be told of prices"
  return trigger === "back_in_stock" && step === "send_sms"
    ? "Must be marketing: a request to be told of a restocking is answered by e-mail"
    : undefined
}

/** The data that the conditions of a wait compare: the order or event that comes. */
export const awaitedSubject = ({ type }: Awaited): Subject => {
  const root = type === "event" ? "event" : "order"
  return { roots: [root], missing: () => `Must be a field of the ${root} that comes` }
}

const rootsOf = (type: FlowTrigger["type"]): Subject["roots"] => {
  const subject = subjectOfTrigger(type)
  return subject === "none" ? ["contact"] : ["contact", subject]
}

/** What the conditions of a flow with this trigger can compare; undefined stands for any trigger. */
export const conditionSubject = (trigger: FlowTrigger["type"] | undefined): Subject => ({
  roots: trigger === undefined ? ["contact", "order", "event", "cart", "product"] : rootsOf(trigger),
  missing: (root) => `The trigger ${trigger} has no ${root}`
})
