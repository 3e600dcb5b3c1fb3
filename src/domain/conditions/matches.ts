import { type Condition, type Conditions, isRecency, type Op, type Scalar } from "./Condition.ts"
import { containsText } from "./containsText.ts"
import { compareText } from "./compareText.ts"
import { conditionTime } from "./conditionTime.ts"
import { type FactReader, kindOfCondition } from "./Facts.ts"
import { compareFree, daysAround, isDayWithin, sameFree } from "./freeValue.ts"
import { durationMillis } from "../flows/FlowDuration.ts"

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (value instanceof Set && value.size === 0)

const contains = (value: unknown, wanted: unknown): boolean =>
  value instanceof Set
    ? value.has(wanted)
    : typeof value === "string" && typeof wanted === "string" && containsText(value, wanted)

const compare = (value: unknown, wanted: unknown, test: (order: number) => boolean): boolean => {
  if (typeof value === "number" && typeof wanted === "number") return test(value - wanted)
  return typeof value === "string" && typeof wanted === "string" && test(compareText(value, wanted))
}

const isWithin = (value: unknown, wanted: unknown, now: number): boolean =>
  typeof value === "number" && typeof wanted === "string" && value > now - durationMillis(wanted)

type Wanted = Scalar | ReadonlyArray<Scalar> | undefined
type Tests = Readonly<Record<Op, (value: unknown, wanted: Wanted, now: number) => boolean>>

const tests: Tests = {
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
  not_exists: isMissing,
  within: isWithin,
  not_within: (value, wanted, now) => !isWithin(value, wanted, now),
  within_next: () => false
}

const isSame = (value: unknown, wanted: Wanted): boolean =>
  wanted !== undefined && typeof wanted !== "object" && sameFree(value, wanted)

const isFreeWithin = (op: "within" | "within_next") => (value: unknown, wanted: Wanted, now: number) =>
  typeof wanted === "string" && isDayWithin(value, daysAround(now, op, wanted))

// Custom fields and data of events hold what files, forms and callers wrote.
const freeTests: Tests = {
  ...tests,
  eq: isSame,
  neq: (value, wanted) => !isSame(value, wanted),
  gt: (value, wanted) => compareFree(value, wanted, (order) => order > 0),
  gte: (value, wanted) => compareFree(value, wanted, (order) => order >= 0),
  lt: (value, wanted) => compareFree(value, wanted, (order) => order < 0),
  lte: (value, wanted) => compareFree(value, wanted, (order) => order <= 0),
  in: (value, wanted) => Array.isArray(wanted) && wanted.some((one) => isSame(value, one)),
  within: isFreeWithin("within"),
  not_within: (value, wanted, now) => !isFreeWithin("within")(value, wanted, now),
  within_next: isFreeWithin("within_next")
}

/** Whether one condition holds. A missing fact equals nothing, exceeds nothing and lies within no time. Pure. */
export const conditionMatches = (condition: Condition, { read, now }: FactReader): boolean => {
  const { op, value } = condition
  const kind = kindOfCondition(condition)
  const isTime = kind === "time" && !isRecency(op)
  return (kind === "any" ? freeTests : tests)[op](
    read(condition),
    isTime && typeof value === "string" ? conditionTime(value) : value,
    now
  )
}

/** Whether every condition of any one group holds, or there is no group. Pure. */
export const matches = (conditions: Conditions, facts: FactReader): boolean =>
  conditions.length === 0 || conditions.some((group) => group.every((condition) => conditionMatches(condition, facts)))
