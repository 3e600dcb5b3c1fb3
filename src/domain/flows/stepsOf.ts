import { branchesOf } from "./branchesOf.ts"
import type { Definition } from "./Definition.ts"
import type { Step } from "./Step.ts"

/** A step with its dotted path in the definition, the number of splits around it, and the id of the step after it. */
interface PlacedStep {
  readonly step: Step
  readonly path: string
  readonly depth: number
  readonly next: string | null
}

const place = (
  steps: ReadonlyArray<Step>,
  path: string,
  depth: number,
  after: string | null
): ReadonlyArray<PlacedStep> =>
  steps.flatMap((step, at) => {
    const next = steps[at + 1]?.id ?? after
    const here = `${path}.${at}`
    const nested = branchesOf(step).flatMap((branch) => place(branch.steps, `${here}.${branch.path}`, depth + 1, next))
    return [{ step, path: here, depth, next }, ...nested]
  })

/** Every step, in reading order. The last step of a branch is followed by the step after the split. */
export const stepsOf = ({ steps }: Pick<Definition, "steps">): ReadonlyArray<PlacedStep> => {
  const found = placed.get(steps) ?? place(steps, "steps", 0, null)
  placed.set(steps, found)
  return found
}

// A run asks at each move, and a backtest moves millions of runs of one definition.
const placed = new WeakMap<ReadonlyArray<Step>, ReadonlyArray<PlacedStep>>()
