import { numberText } from "../json/Json.ts"
import type { Condition, Conditions, Op, Scalar } from "./Condition.ts"
import { containsText } from "./containsText.ts"
import { type Facts, fieldOf } from "./Facts.ts"

const plain = (value: unknown): unknown => {
  const number = numberText(value)
  return number === undefined ? value : Number(number)
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)

const elements = new WeakMap<object, ReadonlySet<unknown>>()

// Many conditions look into the same list.
const elementsOf = (list: ReadonlyArray<unknown>): ReadonlySet<unknown> => {
  const known = elements.get(list) ?? new Set(list.map(plain))
  elements.set(list, known)
  return known
}

const contains = (value: unknown, wanted: unknown): boolean =>
  Array.isArray(value)
    ? elementsOf(value).has(wanted)
    : typeof value === "string" && typeof wanted === "string" && containsText(value, wanted)

const compared = (value: unknown, wanted: unknown, test: (order: number) => boolean): boolean => {
  if (typeof value === "number" && typeof wanted === "number") return test(value - wanted)
  return typeof value === "string" && typeof wanted === "string" && test(value < wanted ? -1 : value > wanted ? 1 : 0)
}

const tests: Record<Op, (value: unknown, wanted: Scalar | ReadonlyArray<Scalar> | undefined) => boolean> = {
  eq: (value, wanted) => value === wanted,
  neq: (value, wanted) => value !== wanted,
  gt: (value, wanted) => compared(value, wanted, (order) => order > 0),
  gte: (value, wanted) => compared(value, wanted, (order) => order >= 0),
  lt: (value, wanted) => compared(value, wanted, (order) => order < 0),
  lte: (value, wanted) => compared(value, wanted, (order) => order <= 0),
  contains,
  not_contains: (value, wanted) => !contains(value, wanted),
  in: (value, wanted) => Array.isArray(wanted) && wanted.includes(value),
  exists: (value) => !isMissing(value),
  not_exists: isMissing
}

const conditionMatches = ({ field, op, value }: Condition, facts: Facts): boolean =>
  tests[op](plain(fieldOf(field)?.read(facts)), value)

/** Whether any of the groups holds as a whole; no group at all holds. A missing fact equals nothing and exceeds nothing. Pure. */
export const matches = (conditions: Conditions, facts: Facts): boolean =>
  conditions.length === 0 || conditions.some((all) => all.every((condition) => conditionMatches(condition, facts)))
