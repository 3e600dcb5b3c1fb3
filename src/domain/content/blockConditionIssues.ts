import { checkConditions, maxLookups, type Subject } from "../conditions/checkConditions.ts"
import { comparedValues, maxCompared, tooCostly } from "../conditions/conditionCost.ts"
import { historyLookups } from "../conditions/History.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { MailDocument } from "./MailDocument.ts"
import { placedBlocks } from "./placedBlocks.ts"
import { placedContents } from "./placedContents.ts"
import type { Translated, WrittenEmail } from "./Translations.ts"

const issuesIn = (document: MailDocument, path: string, subject: Subject): ReadonlyArray<ValidationIssue> => {
  const conditioned = placedBlocks(document, path).flatMap(({ block: { shown_if = [] }, field }) =>
    shown_if.length === 0 ? [] : [{ shown_if, field: `${field}.shown_if` }]
  )
  const all = conditioned.flatMap(({ shown_if }) => shown_if)
  return [
    ...(historyLookups(all).length > maxLookups
      ? [
          {
            field: path,
            message: `Must count at most ${maxLookups} kinds of orders, events, messages and views in all blocks`
          }
        ]
      : []),
    ...(comparedValues(all) > maxCompared ? [{ field: path, message: tooCostly(maxCompared) }] : []),
    ...conditioned.flatMap(({ shown_if, field }) => checkConditions(shown_if, field, subject))
  ]
}

/** The issues of the conditions of an e-mail's blocks, in all its languages, at the path of the e-mail. Pure. */
export const blockConditionIssues = (
  email: Translated<WrittenEmail>,
  path: string,
  subject: Subject
): ReadonlyArray<ValidationIssue> =>
  placedContents<WrittenEmail>(email, path).flatMap(({ written: { content }, path: at }) =>
    content === undefined ? [] : issuesIn(content.document, `${at}.content.document`, subject)
  )
