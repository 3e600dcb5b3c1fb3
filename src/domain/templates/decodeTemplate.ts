import { Result, Schema } from "effect"
import { withinContent } from "../content/oversizedContent.ts"
import { contentTemplates } from "../content/placedContents.ts"
import type { JsonObject } from "../json/Json.ts"
import { pickMembers, withPlainNumbers } from "../json/members.ts"
import type { Template } from "../messages/Template.ts"
import { firstOfEachField, issuesOf, type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { inputMembers, mailOfTemplate, TemplateInput, templateIssues } from "./SavedTemplate.ts"

const names = Object.keys(inputMembers)
const decode = Schema.decodeUnknownResult(TemplateInput, { errors: "all", onExcessProperty: "error" })

/** The Liquid templates of a saved template in all its languages, with their dotted paths. A subject may be left for later. */
const templatesOf = (input: TemplateInput): ReadonlyArray<Template> =>
  contentTemplates(mailOfTemplate(input), "").flatMap((one) =>
    one.source === "" ? [] : [{ ...one, field: one.field.slice(1) }]
  )

/** The template of a body by its schema and its rules, or the issues of the first that it breaks, by dotted path. Pure. */
export const decodeTemplate = (
  given: JsonObject,
  checkTemplates: (templates: ReadonlyArray<Template>) => ReadonlyArray<ValidationIssue>
): Result.Result<TemplateInput, ValidationFailed> => {
  const { email: body, oversized } = withinContent(pickMembers(given, names), "")
  const tooLarge = oversized.map((issue) => ({ ...issue, field: issue.field.slice(1) }))
  const decoded = decode(withPlainNumbers(body))
  if (Result.isFailure(decoded))
    return Result.fail(new ValidationFailed({ issues: firstOfEachField(tooLarge, issuesOf(decoded.failure.issue)) }))
  const input = decoded.success
  const issues =
    tooLarge.length > 0 ? tooLarge : firstOfEachField(templateIssues(input), checkTemplates(templatesOf(input)))
  return issues.length > 0 ? Result.fail(new ValidationFailed({ issues })) : Result.succeed(input)
}
