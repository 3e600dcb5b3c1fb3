import type { Condition, Conditions, Op } from "../../domain/flows/Condition.ts"

/** The operators in words. */
export const operatorText: Record<Op, string> = {
  eq: "is",
  neq: "is not",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  in: "is one of",
  exists: "is set",
  not_exists: "is not set"
}

/** The value of a condition as the input shows it. */
export const valueText = ({ value }: Condition): string =>
  value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value)

const showCondition = (condition: Condition): string =>
  `${condition.field} ${operatorText[condition.op]} ${valueText(condition)}`.trim()

/** The conditions in words. */
export const showConditions = (conditions: Conditions): string =>
  conditions.map((group) => group.map(showCondition).join(" and ")).join(", or ")
