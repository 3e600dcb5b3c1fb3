import { Schema } from "effect"
import { Name, NonEmptyText, text } from "../values/Text.ts"
import { Language } from "../languages/Language.ts"

/** A field of a sign-up form: an address, a name, or `custom.` and the name of a custom field. */
const fieldKey = /^(?:email|phone|first_name|last_name|custom\.[A-Za-z0-9_-]{1,64})$/

export const FormField = Schema.Struct({
  key: Schema.String.check(Schema.isPattern(fieldKey)),
  label: text(100),
  required: Schema.Boolean
}).annotate({ identifier: "FormField" })
export type FormField = typeof FormField.Type

const maxFields = 20

const isUnique = (keys: ReadonlyArray<string>): boolean => new Set(keys).size === keys.length

const hasAddress = (fields: ReadonlyArray<FormField>): boolean =>
  fields.some(({ key }) => key === "email" || key === "phone")

const notBlank = Schema.makeFilter((value: string) => value.trim() !== "" || "Must not be empty")

/**
 * The mail that asks to confirm a sign-up. Subject and text are Liquid, the text is plain text with a blank line between paragraphs. The service
 * adds the button, which is the link to confirm, and a last line for those who did not sign up.
 */
export const ConfirmationMail = Schema.Struct({
  subject: text(255).check(notBlank),
  text: text(5_000).check(notBlank),
  button: text(60).check(notBlank)
}).annotate({ identifier: "ConfirmationMail" })
export type ConfirmationMail = typeof ConfirmationMail.Type

/**
 * The fields and texts of a form. `wording` is what a person agrees to; `language` null: by `Accept-Language`. Without `confirmation_mail` and
 * `confirmation_text` (Liquid) the messages that ask to confirm are in the language of the page.
 */
export const FormInput = Schema.Struct({
  name: Name,
  title: NonEmptyText,
  intro: text(1_000),
  fields: Schema.Array(FormField)
    .check(Schema.isMaxLength(maxFields))
    .check(
      Schema.makeFilter(
        (fields: ReadonlyArray<FormField>) =>
          (isUnique(fields.map(({ key }) => key)) && hasAddress(fields)) ||
          "Must have email or phone, and each field once"
      )
    ),
  wording: text(5_000).check(notBlank),
  button: text(60).check(notBlank),
  thanks: text(1_000),
  double_opt_in: Schema.Boolean,
  confirmation_mail: Schema.optionalKey(Schema.NullOr(ConfirmationMail)),
  confirmation_text: Schema.optionalKey(Schema.NullOr(text(480).check(notBlank))),
  language: Schema.NullOr(Language),
  tags: Schema.Array(NonEmptyText).check(Schema.isMaxLength(20))
}).annotate({ identifier: "FormInput" })
export type FormInput = typeof FormInput.Type

/** A stored form. `wording_version` grows with every change of the wording. */
export interface Form extends FormInput {
  readonly account_id: string
  readonly form_id: string
  readonly wording_version: number
}
