import type { Template } from "../messages/Template.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { asksForReply } from "../messages/SmsKeyword.ts"
import { htmlOfText } from "./askingMessages.ts"
import { firstOfEachField, type ValidationIssue } from "../ValidationIssue.ts"

/** The issues of the templates of a form's messages. */
export type CheckFormTemplates = (templates: ReadonlyArray<Template>) => ReadonlyArray<ValidationIssue>

/** The Liquid templates of a form as they are rendered, read from any body, so that one response lists all issues. */
const templatesOf = ({ confirmation_mail: mail, confirmation_text: text }: JsonObject): ReadonlyArray<Template> => {
  const { subject, text: words } = isObject(mail) ? mail : {}
  return [
    ...(typeof subject === "string"
      ? [{ field: "confirmation_mail.subject", kind: "subject", source: subject } as const]
      : []),
    ...(typeof words === "string"
      ? [{ field: "confirmation_mail.text", kind: "html", source: htmlOfText(words) } as const]
      : []),
    ...(typeof text === "string" ? [{ field: "confirmation_text", kind: "sms", source: text } as const] : [])
  ]
}

// Tags can leave out what follows, and `raw` can put it into a comment: the link to confirm would be gone.
const hidesLink = ({ source }: Template): boolean => source.includes("{%") || /\|\s*raw\b/.test(source)

const linkIssues = (templates: ReadonlyArray<Template>): ReadonlyArray<ValidationIssue> =>
  templates
    .filter(hidesLink)
    .map(({ field }) => ({ field, message: "Can only use outputs, such as {{ account.name }}" }))

const replyIssues = (templates: ReadonlyArray<Template>): ReadonlyArray<ValidationIssue> =>
  templates.flatMap(({ field, kind, source }) =>
    kind === "sms" && !asksForReply(source)
      ? [{ field, message: "Must say that YES (or JA, OUI, SÍ, SIM, TAK) agrees, and that STOP ends the texts" }]
      : []
  )

/** The rules of a form's messages, as issues of any body by dotted path. Pure. */
export const formRules =
  (checkTemplates: CheckFormTemplates) =>
  (body: JsonObject): ReadonlyArray<ValidationIssue> => {
    const templates = templatesOf(body)
    return firstOfEachField(linkIssues(templates), checkTemplates(templates), replyIssues(templates))
  }
