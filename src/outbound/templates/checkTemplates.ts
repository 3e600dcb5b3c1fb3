import type { CheckTemplates } from "../../domain/flows/checkDefinition.ts"
import type { Template } from "../../domain/messages/Template.ts"
import { subjectOfTrigger } from "../../domain/flows/triggerKinds.ts"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import { partIssues } from "./partIssues.ts"
import { checkTemplate, markupOf } from "./Template.ts"
import { type KnownVariables, templateVariables } from "./templateVariables.ts"

/** Characters of outputs and tags in all templates of a flow, since parsing them blocks the event loop. */
const maxMarkup = 50_000

const tooMuchMarkup = `Brings the text inside {{ }} and {% %} to more than ${maxMarkup.toLocaleString("en")} characters, the limit of a flow`

/** Issues of one template that are listed. */
const maxListed = 5

// A response has one message a field.
const listed = (issues: ReadonlyArray<string>): string => {
  const more = issues.length - maxListed
  return [...issues.slice(0, maxListed), ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}

/**
 * The issues of templates that may use these variables, in order, at most one a template. Templates beyond `maxMarkup` get an issue that
 * says so and are not parsed.
 */
export const issuesOfTemplates = (
  templates: ReadonlyArray<Template>,
  variables: KnownVariables
): ReadonlyArray<ValidationIssue> => {
  let markup = 0
  return templates.flatMap(({ field, kind, source, isPart = false }) => {
    markup += markupOf(source)
    const issues =
      markup > maxMarkup
        ? [tooMuchMarkup]
        : [...(isPart ? partIssues(source) : []), ...checkTemplate(kind, source, variables)]
    return issues.length === 0 ? [] : [{ field, message: listed(issues) }]
  })
}

/** The issues of a flow's templates. */
export const checkTemplates: CheckTemplates = (templates, trigger) =>
  issuesOfTemplates(templates, templateVariables[trigger === undefined ? "any" : subjectOfTrigger(trigger)])
