import type { ValidationIssue } from "../ValidationIssue.ts"
import { type Condition, type Conditions, isRecency, type Op } from "./Condition.ts"
import { comparedValues, maxCompared, tooCostly } from "./conditionCost.ts"
import { conditionTime } from "./conditionTime.ts"
import { type FieldKind, fieldOf } from "./Facts.ts"
import { fieldOps } from "./fieldOps.ts"
import { FlowDuration } from "../flows/FlowDuration.ts"
import { historyFieldOf, historyLookups } from "./History.ts"
import { nearestField } from "./nearestField.ts"
import { readable } from "./readable.ts"

/** The lookups in orders, events, messages and views that one set of conditions may need of a contact. */
export const maxLookups = 10

/** The fields that conditions can compare. */
export interface Subject {
  /** The first parts of the names of fields. */
  readonly roots: ReadonlyArray<string>
  /** The message for a field with another root. */
  readonly missing: (root: string) => string
}

/** The issues of conditions that their schema cannot state, each by its dotted path below `path`. Pure. */
export const checkConditions = (
  conditions: Conditions,
  path: string,
  subject: Subject
): ReadonlyArray<ValidationIssue> => [
  ...(historyLookups(conditions).length > maxLookups
    ? [{ field: path, message: `Must count at most ${maxLookups} kinds of orders, events, messages and views` }]
    : []),
  ...(comparedValues(conditions) > maxCompared ? [{ field: path, message: tooCostly(maxCompared) }] : []),
  ...conditions.flatMap((group, at) =>
    group.flatMap((condition, index) => checkCondition(condition, `${path}.${at}.${index}`, subject))
  )
]

const checkCondition = (condition: Condition, path: string, subject: Subject): ReadonlyArray<ValidationIssue> => {
  const [root = ""] = condition.field.split(".")
  const history = historyFieldOf(condition.field)
  // Orders, events, messages and views are those of the contact.
  if (history !== undefined && !subject.roots.includes("contact")) {
    return [{ field: `${path}.field`, message: subject.missing(root) }]
  }
  if (history !== undefined) return [...checkWhere(condition, path), ...checkComparison(condition, history.kind, path)]
  const field = fieldOf(condition.field)
  if (field === undefined) {
    const meant = nearestField(condition.field, subject.roots)
    const hint = meant === undefined ? "" : `. Did you mean ${meant}?`
    return [{ field: `${path}.field`, message: `Is not a field that can be compared${hint}` }]
  }
  if (!subject.roots.includes(root)) {
    return [{ field: `${path}.field`, message: subject.missing(root) }]
  }
  return [...checkWhere(condition, path), ...checkComparison(condition, field.kind, path)]
}

const checkWhere = ({ field, where = {} }: Condition, path: string): ReadonlyArray<ValidationIssue> => {
  const allowed: ReadonlyArray<string> = historyFieldOf(field)?.filters ?? []
  return Object.keys(where)
    .filter((name) => !allowed.includes(name))
    .map((name) => ({ field: `${path}.where.${name}`, message: `Does not filter ${field}` }))
}

const kindWords: Readonly<Record<FieldKind, string>> = {
  number: "a number",
  text: "a text",
  boolean: "true or false",
  list: "a list",
  time: "a time",
  any: "a field of any kind"
}

const checkComparison = ({ op, value }: Condition, kind: FieldKind, path: string): ReadonlyArray<ValidationIssue> => {
  const misfit = fieldOps[kind].includes(op)
    ? []
    : [{ field: `${path}.op`, message: `Can't be used with ${kindWords[kind]}` }]
  return [...misfit, ...checkValue(op, value, kind, path)]
}

const checkValue = (
  op: Op,
  value: Condition["value"],
  kind: FieldKind,
  path: string
): ReadonlyArray<ValidationIssue> => {
  const wrong = (message: string) => [{ field: `${path}.value`, message }]
  if (op === "exists" || op === "not_exists") return value === undefined ? [] : wrong("Must be left out with this op")
  if (value === undefined) return wrong("Is required")
  if (Array.isArray(value) !== (op === "in")) return wrong(op === "in" ? "Must be a list" : "Must be a single value")
  const values = Array.isArray(value) ? value : [value]
  if (kind === "number" && values.some((one) => typeof one !== "number")) return wrong("Must be a number")
  if (kind === "text" && values.some((one) => typeof one !== "string")) return wrong("Must be text")
  if (kind === "boolean" && values.some((one) => typeof one !== "boolean")) return wrong("Must be true or false")
  if (isRecency(op)) {
    return readable(FlowDuration, value) === undefined ? wrong('Must be a duration from "1 second" to "365 days"') : []
  }
  if (kind === "time" && (typeof value !== "string" || conditionTime(value) === undefined)) {
    return wrong("Must be a day such as 2026-05-04, or an RFC 3339 time in UTC")
  }
  return []
}
