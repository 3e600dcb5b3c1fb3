import type { Condition, Conditions, Op, Scalar } from "./Condition.ts"
import { containsText } from "./containsText.ts"
import type { ReadFact } from "./Facts.ts"

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (value instanceof Set && value.size === 0)

const contains = (value: unknown, wanted: unknown): boolean =>
  value instanceof Set
    ? value.has(wanted)
    : typeof value === "string" && typeof wanted === "string" && containsText(value, wanted)

const compare = (value: unknown, wanted: unknown, test: (order: number) => boolean): boolean => {
  if (typeof value === "number" && typeof wanted === "number") return test(value - wanted)
  return typeof value === "string" && typeof wanted === "string" && test(value < wanted ? -1 : value > wanted ? 1 : 0)
}

const tests: Record<Op, (value: unknown, wanted: Scalar | ReadonlyArray<Scalar> | undefined) => boolean> = {
  eq: (value, wanted) => value === wanted,
  neq: (value, wanted) => value !== wanted,
  gt: (value, wanted) => compare(value, wanted, (order) => order > 0),
  gte: (value, wanted) => compare(value, wanted, (order) => order >= 0),
  lt: (value, wanted) => compare(value, wanted, (order) => order < 0),
  lte: (value, wanted) => compare(value, wanted, (order) => order <= 0),
  contains,
  not_contains: (value, wanted) => !contains(value, wanted),
  in: (value, wanted) => Array.isArray(wanted) && wanted.includes(value),
  exists: (value) => !isMissing(value),
  not_exists: isMissing
}

const conditionMatches = ({ field, op, value }: Condition, read: ReadFact): boolean => tests[op](read(field), value)

/** Whether every condition of any one group holds, or there is no group. A missing fact equals nothing and exceeds nothing. Pure. */
export const matches = (conditions: Conditions, read: ReadFact): boolean =>
  conditions.length === 0 || conditions.some((group) => group.every((condition) => conditionMatches(condition, read)))
