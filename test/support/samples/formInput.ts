import type { FormInput } from "../../../src/domain/forms/Form.ts"

/** A form with every kind of field. */
export const formInput: FormInput = {
  name: "Newsletter",
  title: "Tea by mail",
  intro: "",
  fields: [
    { key: "email", label: "E-mail", required: false },
    { key: "phone", label: "Phone", required: false },
    { key: "first_name", label: "First name", required: false },
    { key: "custom.tea", label: "<b>Tea</b>", required: false }
  ],
  wording: "Send me news about tea. I can leave at any time.",
  button: "Sign up",
  thanks: "",
  double_opt_in: true,
  language: null,
  tags: ["newsletter"]
}
