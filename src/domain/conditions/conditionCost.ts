import type { Conditions } from "./Condition.ts"

/** The values that one set of conditions may compare with. */
export const maxCompared = 1_000

/** Counts the values that conditions compare with: all of a list, one of any other condition. The cost of judging a contact grows with it. Pure. */
export const comparedValues = (conditions: Conditions): number =>
  conditions.flat().reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0)

/** The issue of conditions that compare with more values than `max`. */
export const tooCostly = (max: number): string => `Must compare with at most ${max} values in all`
