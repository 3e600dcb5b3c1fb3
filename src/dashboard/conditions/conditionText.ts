import { showChannel, showState } from "../format.ts"
import { choicesOf, fieldLabel, kindOf, suggestedKindOf } from "./conditionFields.ts"
import { type Condition, type Conditions, isRecency } from "../../domain/conditions/Condition.ts"
import type { HistoryFilter } from "../../domain/conditions/HistoryFilter.ts"
import { countryName, languageCodeName } from "../pickers/codeNames.ts"
import type { ProductTitle } from "../products/useProductTitles.ts"
import { span } from "../words/common.ts"
import * as words from "../words/flows/flowConditions.ts"

/** The value of a condition as the input shows it. */
export const valueText = ({ value }: Condition): string =>
  value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value)

/** The value of a condition in words. */
const showValue = ({ field, op, value }: Condition, titleOf: ProductTitle): string => {
  const show = (text: string): string => {
    if (isRecency(op)) return span(text)
    if (kindOf(field) === "boolean") return words.truths[text === "true" ? "true" : "false"]
    if (field === "product.id") return titleOf(text)
    if (suggestedKindOf(field) === "countries") return countryName(text)
    if (suggestedKindOf(field) === "languages") return languageCodeName(text)
    return choicesOf(field)?.includes(text) === true ? showState(text) : text
  }
  return value === undefined ? "" : [value].flat().map(String).map(show).join(", ")
}

const showWhere = ({ within, ...others }: HistoryFilter, titleOf: ProductTitle): string =>
  [
    ...Object.entries(words.filterLabels).flatMap(([name, label]) => {
      const value = new Map(Object.entries(others)).get(name)
      if (value === undefined) return []
      const text = name === "channel" ? showChannel(value) : name === "product_id" ? titleOf(value) : value
      return [`${label} ${text}`]
    }),
    ...(within === undefined ? [] : [words.inTheLast(within)])
  ].join(", ")

/** A condition in words, with products by their titles. */
export const showCondition = (condition: Condition, titleOf: ProductTitle): string =>
  [
    fieldLabel(condition.field),
    words.operators[condition.op],
    showValue(condition, titleOf),
    condition.where === undefined ? "" : `(${showWhere(condition.where, titleOf)})`
  ]
    .filter((part) => part !== "")
    .join(" ")

/** The conditions in words, with products by their titles. */
export const showConditions = (conditions: Conditions, titleOf: ProductTitle): string =>
  words.joinedByOr(conditions.map((group) => words.joinedByAnd(group.map((one) => showCondition(one, titleOf)))))
