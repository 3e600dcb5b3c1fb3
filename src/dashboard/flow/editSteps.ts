import type { Step } from "../../domain/flows/Step.ts"

/** The steps with another one in the place of the step of the same id, however deep it lies. */
export const withStep = (steps: ReadonlyArray<Step>, changed: Step): ReadonlyArray<Step> =>
  steps.map((step) => {
    if (step.id === changed.id) return changed
    return step.type === "split"
      ? { ...step, then: withStep(step.then, changed), else: withStep(step.else, changed) }
      : step
  })
