import type { ValidationIssue } from "../ValidationIssue.ts"
import { isObject } from "../json/Json.ts"
import { maxConditions, maxSteps } from "./Definition.ts"

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const lengthOf = (conditions: unknown): number => {
  let count = 0
  // Each group counts itself, so that empty ones end the count too.
  for (const group of listOf(conditions)) {
    count += 1 + listOf(group).length
    if (count > maxConditions) break
  }
  return count
}

const sizeOf = (steps: unknown): { readonly steps: number; readonly conditions: number } => {
  const waiting = [listOf(steps)]
  const size = { steps: 0, conditions: 0 }
  while (waiting.length > 0 && size.steps <= maxSteps && size.conditions <= maxConditions) {
    const list = waiting.pop() ?? []
    size.steps += list.length
    for (const step of list.slice(0, maxSteps)) {
      if (!isObject(step)) continue
      size.conditions += lengthOf(step["if"])
      waiting.push(listOf(step["then"]), listOf(step["else"]))
    }
  }
  return size
}

/**
 * The members of a definition, readable or not, that hold more than a definition may: what is in them is not worth decoding.
 * Counting ends where too much is found, so that its cost does not grow with what is sent.
 */
export const oversizedMembers = (raw: unknown): ReadonlyArray<ValidationIssue> => {
  const definition = isObject(raw) ? raw : {}
  const { steps, conditions } = sizeOf(definition["steps"])
  const tooMany = `Must have at most ${maxConditions} conditions and groups of them in all`
  return [
    ...(lengthOf(definition["filters"]) > maxConditions ? [{ field: "filters", message: tooMany }] : []),
    ...(steps > maxSteps
      ? [{ field: "steps", message: `Must have at most ${maxSteps} steps` }]
      : conditions > maxConditions
        ? [{ field: "steps", message: tooMany }]
        : [])
  ]
}
