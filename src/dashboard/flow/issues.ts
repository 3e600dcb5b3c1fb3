import { createContext, useContext } from "react"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import type { Definition } from "../../domain/flows/Definition.ts"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import { showStep } from "./stepKinds.ts"

/** What the last save found wrong, by path in the definition (`steps.0.html`). */
export const Issues = createContext<ReadonlyArray<ValidationIssue>>([])

/** What is wrong at this very place, in words. */
export const useIssue = (path: string): string | undefined => {
  const found = useContext(Issues).filter(({ field }) => field === path)
  return found.length === 0 ? undefined : found.map(({ message }) => message).join("; ")
}

/** What is wrong at this place and below it. */
export const useIssuesBelow = (path: string): ReadonlyArray<ValidationIssue> =>
  useContext(Issues).filter(({ field }) => field === path || field.startsWith(`${path}.`))

/** Issues of a save as the form knows its places. */
export const placed = (issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<ValidationIssue> =>
  issues.map(({ field, message }) => ({ field: field.replace(/^definition\./, ""), message }))

const parts: Readonly<Record<string, string>> = {
  name: "Name",
  trigger: "Trigger",
  filters: "Conditions",
  entry: "Entry",
  exit: "Exit",
  steps: "Steps"
}

/** Where an issue lies, in words. */
export const placeOf = (definition: Definition, field: string): string => {
  const below = stepsOf(definition).filter(({ path }) => field === path || field.startsWith(`${path}.`))
  const deepest = below.at(-1)
  return deepest === undefined ? (parts[field.split(".")[0] ?? ""] ?? field) : `Step “${showStep(deepest.step)}”`
}
