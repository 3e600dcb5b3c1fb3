import { createContext, useContext } from "react"
import type { ValidationIssue } from "../../../domain/ValidationIssue.ts"
import type { Definition } from "../../../domain/flows/Definition.ts"
import { stepsOf } from "../../../domain/flows/stepsOf.ts"
import type { ProductTitle } from "../../products/useProductTitles.ts"
import { showStep } from "../steps/stepDisplay.ts"
import * as words from "../../words/flows/flowSteps.ts"

/** The issues of the last save, by path within the definition (`steps.0.html`). */
export const FlowIssues = createContext<ReadonlyArray<ValidationIssue>>([])

/** The messages at exactly this path; undefined when there are none. */
export const useIssue = (path: string): string | undefined => {
  const issues = useContext(FlowIssues).filter(({ field }) => field === path)
  return issues.length === 0 ? undefined : issues.map(({ message }) => message).join("; ")
}

/** The issues at this path and below it. */
export const useIssuesWithin = (path: string): ReadonlyArray<ValidationIssue> =>
  useContext(FlowIssues).filter(({ field }) => field === path || field.startsWith(`${path}.`))

/** API issues with their paths relative to the definition, as the editor uses them. */
export const relativeToDefinition = (issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<ValidationIssue> =>
  issues.map(({ field, message }) => ({ field: field.replace(/^definition\./, ""), message }))

/** The step or section that an issue belongs to. */
export const issueLocation = (definition: Definition, field: string, titleOf: ProductTitle): string => {
  const matching = stepsOf(definition).filter(({ path }) => field === path || field.startsWith(`${path}.`))
  const deepest = matching.at(-1)
  return deepest === undefined
    ? (words.sectionNames[field.split(".")[0] ?? ""] ?? field)
    : words.issueAtStep(showStep(deepest.step, titleOf))
}
