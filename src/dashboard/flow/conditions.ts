import type { Condition, Conditions, Op } from "../../domain/flows/Condition.ts"

/** Comparisons in words. */
export const words: Record<Op, string> = {
  eq: "is",
  neq: "is not",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  in: "is one of",
  exists: "is known",
  not_exists: "is not known"
}

/** The value of a condition as it is typed. */
export const textOf = ({ value }: Condition): string =>
  value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value)

/** A condition in words. */
const showCondition = (condition: Condition): string =>
  `${condition.field} ${words[condition.op]} ${textOf(condition)}`.trim()

/** The conditions in words. */
export const showConditions = (conditions: Conditions): string =>
  conditions.map((all) => all.map(showCondition).join(" and ")).join(", or ")
