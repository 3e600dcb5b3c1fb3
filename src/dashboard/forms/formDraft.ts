import type { FormField, FormInput } from "../../domain/forms/Form.ts"
import * as common from "../words/common.ts"
import * as words from "../words/forms.ts"

/** The form that a new one begins as. */
export const newForm: FormInput = {
  name: words.beginning.name,
  title: words.beginning.title,
  intro: "",
  fields: [{ key: "email", label: common.email, required: true }],
  wording: words.beginning.wording,
  button: words.beginning.button,
  thanks: "",
  double_opt_in: true,
  confirmation_mail: null,
  confirmation_text: null,
  language: null,
  tags: []
}

/** The input of a form without the members that the service adds. */
export const inputOf = (form: FormInput): FormInput => ({
  name: form.name,
  title: form.title,
  intro: form.intro,
  fields: form.fields,
  wording: form.wording,
  button: form.button,
  thanks: form.thanks,
  double_opt_in: form.double_opt_in,
  confirmation_mail: form.confirmation_mail ?? null,
  confirmation_text: form.confirmation_text ?? null,
  language: form.language,
  tags: form.tags
})

/** The fields that every form can have, with the label that each begins with. */
export const standardFields = [
  ["email", common.email],
  ["phone", common.phone],
  ["first_name", words.firstName],
  ["last_name", words.lastName]
] as const

export const withField = (fields: ReadonlyArray<FormField>, field: FormField): ReadonlyArray<FormField> =>
  fields.some(({ key }) => key === field.key)
    ? fields.map((each) => (each.key === field.key ? field : each))
    : [...fields, field]

export const withoutField = (fields: ReadonlyArray<FormField>, key: string): ReadonlyArray<FormField> =>
  fields.filter((each) => each.key !== key)
