import type { Definition, Step } from "./Definition.ts"

/** A step with its dotted path in the definition, how many splits it lies in, and the id of the step after it. */
interface PlacedStep {
  readonly step: Step
  readonly path: string
  readonly depth: number
  readonly next: string | null
}

const placed = (
  steps: ReadonlyArray<Step>,
  path: string,
  depth: number,
  after: string | null
): ReadonlyArray<PlacedStep> =>
  steps.flatMap((step, at) => {
    const next = steps[at + 1]?.id ?? after
    const here = `${path}.${at}`
    const nested =
      step.type === "split"
        ? [...placed(step.then, `${here}.then`, depth + 1, next), ...placed(step.else, `${here}.else`, depth + 1, next)]
        : []
    return [{ step, path: here, depth, next }, ...nested]
  })

/** Every step, in reading order. A branch of a split that is over goes on after the split. */
export const stepsOf = ({ steps }: Pick<Definition, "steps">): ReadonlyArray<PlacedStep> =>
  placed(steps, "steps", 0, null)
