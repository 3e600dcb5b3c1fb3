import { mapBranches } from "../../../domain/flows/branchesOf.ts"
import type { Step } from "../../../domain/flows/Step.ts"

type Steps = ReadonlyArray<Step>

/** The steps with `changed` in place of the step of the same id, at any depth. */
export const replaceStep = (steps: Steps, changed: Step): Steps =>
  steps.map((step) => {
    if (step.id === changed.id) return changed
    return mapBranches(step, (branch) => replaceStep(branch, changed))
  })

/** The steps with the step at `from` moved by `offset` positions; unchanged when that leaves the list. */
export const moveStep = (steps: Steps, from: number, offset: number): Steps => {
  const to = from + offset
  const step = steps[from]
  if (step === undefined || to < 0 || to >= steps.length) return steps
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** An id that is not in `usedIds`. */
export const newStepId = (usedIds: ReadonlyArray<string>): string => {
  let number = usedIds.length + 1
  while (usedIds.includes(`s${number}`)) number++
  return `s${number}`
}
