import type { CheckTemplates } from "../../domain/flows/checkDefinition.ts"
import { checkTemplate, markupOf } from "./Template.ts"
import { templateVariables } from "./TemplateVariables.ts"

/** Characters of markup in the templates of a flow. To read as many takes the thread that serves everyone some 0.2 s. */
const maxMarkup = 50_000

const tooMuch = `Brings what stands in {{ }} and {% %} to more than ${maxMarkup.toLocaleString("en")} characters, the most of a flow`

/** The issues of templates; those beyond what may be read in one go have that issue and are not read. */
export const checkTemplates: CheckTemplates = (templates, trigger) => {
  let markup = 0
  return templates.flatMap(({ field, kind, source }) => {
    markup += markupOf(source)
    const wrong = markup > maxMarkup ? [tooMuch] : checkTemplate(kind, source, templateVariables[trigger ?? "any"])
    return wrong.map((message) => ({ field, message }))
  })
}
