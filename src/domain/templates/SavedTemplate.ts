import { Schema } from "effect"
import { bodyIssues } from "../content/contentIssues.ts"
import { BlocksContent } from "../content/MailDocument.ts"
import { languageIssues, placedContents } from "../content/placedContents.ts"
import { Preheader } from "../content/preheader.ts"
import { emailLanguages, type Translated, type WrittenEmail } from "../content/Translations.ts"
import { HtmlTemplate } from "../flows/Step.ts"
import { NamedListQuery } from "../lists/Page.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { Name, text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** `mail`: a whole mail. `block`: one block, which may be columns, to put into mails. */
export const TemplateKind = Schema.Literals(["mail", "block"])
export type TemplateKind = typeof TemplateKind.Type

const maxSubject = 1_000

/** The members that hold the languages of a mail. */
const languages = emailLanguages(text(maxSubject), HtmlTemplate)

/** The members of the body that saves a template. */
export const inputMembers = {
  kind: TemplateKind,
  name: Name,
  subject: Schema.optionalKey(text(maxSubject).annotate({ description: "Of a mail, to begin with." })),
  preheader: Schema.optionalKey(Preheader),
  content: BlocksContent,
  ...languages
}

const Input = Schema.Struct(inputMembers).annotate({ identifier: "TemplateInput" })

/** The body that saves a template. */
export interface TemplateInput extends Schema.Schema.Type<typeof Input> {}

/** A `TemplateInput` as JSON. */
export interface TemplateInputJson extends Schema.Codec.Encoded<typeof Input> {}

// Named types, as those of documents.
export const TemplateInput: Schema.Codec<TemplateInput, TemplateInputJson> = Input

/** The body that renames one. */
export const TemplateChange = Schema.Struct({ name: Name }).annotate({ identifier: "TemplateChange" })

const kept = {
  id: Schema.String,
  kind: TemplateKind,
  name: Schema.String,
  created_at: Timestamp,
  updated_at: Timestamp
}

/** A template of a list, without its content. */
export const ListedTemplate = Schema.Struct(kept).annotate({ identifier: "ListedTemplate" })
export type ListedTemplate = typeof ListedTemplate.Type

/** The members of a template that is saved. */
export const savedMembers = {
  ...kept,
  subject: Schema.NullOr(Schema.String),
  preheader: Schema.NullOr(Schema.String),
  content: BlocksContent,
  ...languages
}

const Saved = Schema.Struct(savedMembers).annotate({ identifier: "SavedTemplate" })

/** A template that the account saved. */
export interface SavedTemplate extends Schema.Schema.Type<typeof Saved> {}

/** A `SavedTemplate` as JSON. */
export interface SavedTemplateJson extends Schema.Codec.Encoded<typeof Saved> {}

export const SavedTemplate: Schema.Codec<SavedTemplate, SavedTemplateJson> = Saved

/** The query of a list of templates. */
export const TemplateListQuery = { ...NamedListQuery, kind: Schema.optionalKey(TemplateKind) }
export interface TemplateListQuery extends NamedListQuery {
  readonly kind?: TemplateKind
}

/** A template as the mail that it makes. */
export const mailOfTemplate = ({
  subject = "",
  preheader,
  content,
  language,
  translations
}: TemplateInput): Translated<WrittenEmail> => ({
  subject,
  ...(preheader === undefined ? {} : { preheader }),
  content,
  ...(language === undefined ? {} : { language }),
  ...(translations === undefined ? {} : { translations })
})

/** What must hold of a template beyond its schema. It need not be finished: whoever uses it fills it in. Pure. */
export const templateIssues = (input: TemplateInput): ReadonlyArray<ValidationIssue> => {
  const { kind, content, language, translations } = input
  const field = "content.document.blocks"
  const { length } = content.document.blocks
  const count =
    kind === "block" && length !== 1
      ? [{ field, message: "Must be one block; several stand beside each other in columns" }]
      : length === 0
        ? [{ field, message: "Must not be empty" }]
        : []
  const ofBlock = [
    ...(language === undefined ? [] : ["language"]),
    ...(translations === undefined ? [] : ["translations"])
  ].map((name) => ({ field: name, message: "Must be left out of a block, which gets the language of its mail" }))
  const mail = mailOfTemplate(input)
  const issues = [
    ...languageIssues(mail, ""),
    ...placedContents<WrittenEmail>(mail, "").flatMap(({ written, path }) => bodyIssues(written, path))
  ]
  return [
    ...count,
    ...(kind === "block" ? ofBlock : []),
    ...issues.map((issue) => ({ ...issue, field: issue.field.slice(1) }))
  ]
}
