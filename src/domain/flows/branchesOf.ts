import type { Step } from "./Step.ts"

/** The steps of a branch, and the dotted path to them within the step. */
interface SplitBranch {
  readonly path: string
  readonly steps: ReadonlyArray<Step>
}

/** The branches of a step of any kind, in reading order; none for a kind without branches. */
export const branchesOf = (step: Step): ReadonlyArray<SplitBranch> => {
  if (step.type === "split") {
    return [
      { path: "then", steps: step.then },
      { path: "else", steps: step.else }
    ]
  }
  if (step.type === "wait_for") {
    return [
      { path: "happened", steps: step.happened },
      { path: "timed_out", steps: step.timed_out }
    ]
  }
  return step.type === "random_split"
    ? step.branches.map(({ steps }, at) => ({ path: `branches.${at}.steps`, steps }))
    : []
}

/** The step with the steps of each branch replaced by what `change` gives for them. */
export const mapBranches = (
  step: Step,
  change: (steps: ReadonlyArray<Step>, path: string) => ReadonlyArray<Step>
): Step => {
  if (step.type === "split") return { ...step, then: change(step.then, "then"), else: change(step.else, "else") }
  if (step.type === "wait_for") {
    return {
      ...step,
      happened: change(step.happened, "happened"),
      timed_out: change(step.timed_out, "timed_out")
    }
  }
  return step.type === "random_split"
    ? {
        ...step,
        branches: step.branches.map((branch, at) => ({
          ...branch,
          steps: change(branch.steps, `branches.${at}.steps`)
        }))
      }
    : step
}
