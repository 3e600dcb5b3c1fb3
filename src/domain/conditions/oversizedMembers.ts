import type { ValidationIssue } from "../ValidationIssue.ts"
import { isObject } from "../json/Json.ts"
import { contentSizes, maxContents, maxValues, tooLargeContent } from "../content/oversizedContent.ts"
import { maxConditions, maxSteps } from "../flows/Definition.ts"
import { listOf } from "./readable.ts"

/** Conditions plus groups of unchecked JSON, counted up to the first one beyond `max`. */
export const countConditions = (conditions: unknown, max = maxConditions): number => {
  let count = 0
  // A group counts too, so that empty groups cannot keep the loop going.
  for (const group of listOf(conditions)) {
    count += 1 + listOf(group).length
    if (count > max) break
  }
  return count
}

interface Size {
  steps: number
  conditions: number
  /** The values of the largest content, and of all. */
  content: number
  contents: number
}

const sizeOf = (steps: unknown): Readonly<Size> => {
  const pending = [listOf(steps)]
  const size: Size = { steps: 0, conditions: 0, content: 0, contents: 0 }
  while (pending.length > 0 && size.steps <= maxSteps && size.conditions <= maxConditions) {
    const list = pending.pop() ?? []
    size.steps += list.length
    for (const step of list.slice(0, maxSteps)) {
      if (!isObject(step)) continue
      if (size.contents <= maxContents) {
        const { largest, all } = contentSizes(step)
        size.content = Math.max(size.content, largest)
        size.contents += all
      }
      size.conditions += countConditions(step["if"]) + countConditions(step["where"])
      pending.push(listOf(step["then"]), listOf(step["else"]), listOf(step["happened"]), listOf(step["timed_out"]))
      const branches = listOf(step["branches"])
      if (branches.length > maxSteps) size.steps += branches.length
      for (const branch of branches.slice(0, maxSteps)) pending.push(listOf(isObject(branch) ? branch["steps"] : []))
    }
  }
  return size
}

/**
 * Issues for the members of an unchecked definition that exceed the limits; they are not decoded. Counting stops at the limit,
 * so that the cost does not grow with the body.
 */
export const oversizedMembers = (raw: unknown): ReadonlyArray<ValidationIssue> => {
  const definition = isObject(raw) ? raw : {}
  const { steps, conditions, content, contents } = sizeOf(definition["steps"])
  const tooMany = `Must have at most ${maxConditions} conditions and groups of them in all`
  return [
    ...(countConditions(definition["filters"]) > maxConditions ? [{ field: "filters", message: tooMany }] : []),
    ...(steps > maxSteps
      ? [{ field: "steps", message: `Must have at most ${maxSteps} steps` }]
      : conditions > maxConditions
        ? [{ field: "steps", message: tooMany }]
        : content > maxValues
          ? [{ field: "steps", message: `Must have contents of ${tooLargeContent}` }]
          : contents > maxContents
            ? [
                {
                  field: "steps",
                  message: `Must have contents of at most ${maxContents.toLocaleString("en")} values in all`
                }
              ]
            : [])
  ]
}
