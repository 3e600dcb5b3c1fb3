import type { CheckFormTemplates } from "../../domain/forms/formRules.ts"
import { issuesOfTemplates } from "./checkTemplates.ts"
import { formVariables } from "./templateVariables.ts"

/** The issues of the templates of a form's messages, in order, at most one a template. */
export const checkFormTemplates: CheckFormTemplates = (templates) => issuesOfTemplates(templates, formVariables)
