import type { Conditions } from "../conditions/Condition.ts"
import type { FactReader } from "../conditions/Facts.ts"
import { comparedText } from "../messages/MessageWhy.ts"
import { explainConditions } from "../segments/explainSegment.ts"
import type { ConditionAt } from "./SegmentBacktest.ts"

/** Each condition with whether it held, and what the contact had. Pure. */
export const conditionsAt = (
  conditions: Conditions,
  reader: FactReader
): { readonly is_member: boolean; readonly groups: ReadonlyArray<ReadonlyArray<typeof ConditionAt.Type>> } => {
  const { is_member, groups } = explainConditions(conditions, reader)
  return {
    is_member,
    groups: groups.map((group) =>
      group.map(({ condition, holds }) => ({
        condition,
        holds,
        value: comparedText(condition.field, reader.read(condition))
      }))
    )
  }
}
