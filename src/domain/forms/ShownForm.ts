import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"
import { FormInput } from "./Form.ts"

/** Sign-ups of a form: addresses that were entered, and that were confirmed by mail or text. */
const SignUpCounts = { asked: Schema.Int, confirmed: Schema.Int }

/** Submissions that changed nothing: those whose hidden field was filled in, and phones beyond the texts that the account allows. */
const RejectedCounts = { robots: Schema.Int, unsent_texts: Schema.Int }

/** A form as the dashboard shows it. `sign_ups` and `rejected` count the last 30 days. */
export const ShownForm = Schema.Struct({
  id: Schema.String,
  ...FormInput.fields,
  wording_version: Schema.Int,
  created_at: Timestamp,
  updated_at: Timestamp,
  hosted_url: Schema.String.annotate({ description: "The page of the form." }),
  snippet: Schema.String.annotate({ description: "HTML that shows the form on any site, in a frame without scripts." })
}).annotate({ identifier: "Form" })
export type ShownForm = typeof ShownForm.Type

/** The messages by which a form asks to confirm a sign-up: null for an address that it does not ask for. */
const FormMessages = Schema.Struct({
  mail: Schema.NullOr(Schema.Struct({ subject: Schema.String, html: Schema.String, text: Schema.String })),
  text: Schema.NullOr(Schema.String)
})
export type FormMessages = typeof FormMessages.Type

/** A form as people see it: `html` is its page. */
export const FormPreview = Schema.Struct({ html: Schema.String, ...FormMessages.fields }).annotate({
  identifier: "FormPreview"
})

export const ListedForm = Schema.Struct({
  ...ShownForm.fields,
  sign_ups: Schema.Struct(SignUpCounts),
  rejected: Schema.Struct(RejectedCounts)
}).annotate({
  identifier: "ListedForm"
})

/** A form with every wording that it asked consent with, the newest first. */
export const FormDetails = Schema.Struct({
  ...ShownForm.fields,
  rejected: Schema.Struct(RejectedCounts),
  wordings: Schema.Array(Schema.Struct({ version: Schema.Int, wording: Schema.String, created_at: Timestamp }))
}).annotate({ identifier: "FormDetails" })
export type FormDetails = typeof FormDetails.Type

/** Sign-ups of a form by day of the account's time zone, the oldest first. */
export const SignUpReport = Schema.Struct({
  days: Schema.Array(Schema.Struct({ day: Schema.String, ...SignUpCounts }))
}).annotate({ identifier: "SignUpReport" })
export type SignUpReport = typeof SignUpReport.Type

/** The counts of hours by the days that they lie in. `starts` are the beginnings of the days in milliseconds, ascending. Pure. */
export const signUpsByDay = (
  { days, starts }: { readonly days: ReadonlyArray<string>; readonly starts: ReadonlyArray<number> },
  hours: ReadonlyArray<{ readonly hour: number; readonly asked: number; readonly confirmed: number }>
): SignUpReport => ({
  days: days.map((day, at) => {
    const [from, to] = [starts[at] ?? 0, starts[at + 1] ?? Number.POSITIVE_INFINITY]
    const own = hours.filter(({ hour }) => hour >= from && hour < to)
    const sum = (name: "asked" | "confirmed") => own.reduce((total, each) => total + each[name], 0)
    return { day, asked: sum("asked"), confirmed: sum("confirmed") }
  })
})
