import { showChannel, showState } from "../format.ts"
import { choicesOf, fieldLabel, kindOf } from "./conditionFields.ts"
import { type Condition, type Conditions, isRecency } from "../../domain/conditions/Condition.ts"
import type { HistoryFilter } from "../../domain/conditions/HistoryFilter.ts"
import { span } from "../words/common.ts"
import * as words from "../words/flows/flowConditions.ts"

/** The value of a condition as the input shows it. */
export const valueText = ({ value }: Condition): string =>
  value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value)

/** The value of a condition in words. */
const showValue = ({ field, op, value }: Condition): string => {
  const show = (text: string): string =>
    isRecency(op)
      ? span(text)
      : kindOf(field) === "boolean"
        ? words.truths[text === "true" ? "true" : "false"]
        : choicesOf(field)?.includes(text) === true
          ? showState(text)
          : text
  return value === undefined ? "" : [value].flat().map(String).map(show).join(", ")
}

const showWhere = ({ within, ...others }: HistoryFilter): string =>
  [
    ...Object.entries(words.filterLabels).flatMap(([name, label]) => {
      const value = new Map(Object.entries(others)).get(name)
      return value === undefined ? [] : [`${label} ${name === "channel" ? showChannel(String(value)) : value}`]
    }),
    ...(within === undefined ? [] : [words.inTheLast(within)])
  ].join(", ")

/** A condition in words. */
export const showCondition = (condition: Condition): string =>
  [
    fieldLabel(condition.field),
    words.operators[condition.op],
    showValue(condition),
    condition.where === undefined ? "" : `(${showWhere(condition.where)})`
  ]
    .filter((part) => part !== "")
    .join(" ")

/** The conditions in words. */
export const showConditions = (conditions: Conditions): string =>
  words.joinedByOr(conditions.map((group) => words.joinedByAnd(group.map(showCondition))))
