import { Result, Schema } from "effect"
import { bodyTemplates } from "../content/emailBody.ts"
import { withinContent } from "../content/oversizedContent.ts"
import type { JsonObject } from "../json/Json.ts"
import { pickMembers, withPlainNumbers } from "../json/members.ts"
import type { Template } from "../messages/Template.ts"
import { firstOfEachField, issuesOf, type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { inputMembers, TemplateInput, templateIssues } from "./SavedTemplate.ts"

const names = Object.keys(inputMembers)
const decode = Schema.decodeUnknownResult(TemplateInput, { errors: "all", onExcessProperty: "error" })

/** The Liquid templates of a saved template, with their dotted paths. */
const templatesOf = ({ subject = "", preheader, content }: TemplateInput): ReadonlyArray<Template> => {
  const body = { ...(preheader === undefined ? {} : { preheader }), content }
  const source: ReadonlyArray<Template> = subject === "" ? [] : [{ field: "subject", kind: "subject", source: subject }]
  return [...source, ...bodyTemplates(body, "").map((one) => ({ ...one, field: one.field.slice(1) }))]
}

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
