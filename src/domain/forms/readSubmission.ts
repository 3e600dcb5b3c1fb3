import { Option, Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { normalizePhone } from "../contacts/Phone.ts"
import { isTextable } from "../contacts/textableNumber.ts"
import { isText } from "../json/Json.ts"
import { fits, isBlank } from "../values/Text.ts"
import { fillTime } from "./fillTime.ts"
import type { Form } from "./Form.ts"

/**
 * The name of the field that people do not see. Browsers and password managers fill fields whose name or label speaks of an address, a person or a
 * site; this one is a word of none of their lists.
 */
export const honeypot = "leave_blank"

/** A valid submission. Phones are E.164; null members were not asked for or left empty. */
export interface Submission {
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly custom_fields: Readonly<Record<string, string>>
}

/** Why a field was not accepted. `untextable`: a phone that no text is sent to. `agree` is the field of the wording. */
export type SubmissionIssue = "required" | "email" | "phone" | "untextable" | "text" | "agree"

/** Where an account's forms read national numbers, and the countries whose phones they may text. */
export interface PhoneRules {
  readonly country: string
  readonly textedCountries: ReadonlyArray<string>
}

const decodeEmail = Schema.decodeUnknownOption(Email)

/** Characters of an answer. */
const maxAnswer = 255

/** Reads the values of a form, with the issues of each field by its key. Pure. */
export const readSubmission = (
  { fields }: Pick<Form, "fields">,
  values: URLSearchParams,
  { country, textedCountries }: PhoneRules
): { readonly submission: Submission; readonly issues: ReadonlyMap<string, SubmissionIssue> } => {
  const issues = new Map<string, SubmissionIssue>()
  const read = new Map<string, string>()
  for (const { key, required } of fields) {
    const value = (values.get(key) ?? "").trim()
    if (isBlank(value)) {
      if (required) issues.set(key, "required")
      continue
    }
    if (!isText(value) || !fits(value, maxAnswer)) {
      issues.set(key, "text")
      continue
    }
    const accepted =
      key === "email"
        ? Option.getOrUndefined(decodeEmail(value))
        : key === "phone"
          ? normalizePhone(value, [country])
          : value
    if (accepted === undefined) issues.set(key, key === "phone" ? "phone" : "email")
    else if (key === "phone" && !isTextable(accepted, textedCountries)) issues.set(key, "untextable")
    else read.set(key, accepted)
  }
  const asksBoth = fields.some(({ key }) => key === "email") && fields.some(({ key }) => key === "phone")
  if (!read.has("email") && !read.has("phone") && issues.size === 0)
    issues.set(asksBoth || fields.some(({ key }) => key === "email") ? "email" : "phone", "required")
  if (values.get("agree") !== "yes") issues.set("agree", "agree")
  const custom = [...read].filter(([key]) => key.startsWith("custom."))
  return {
    submission: {
      email: read.get("email") ?? null,
      phone: read.get("phone") ?? null,
      first_name: read.get("first_name") ?? null,
      last_name: read.get("last_name") ?? null,
      custom_fields: Object.fromEntries(custom.map(([key, value]) => [key.slice("custom.".length), value]))
    },
    issues
  }
}

/** The signed record that a page carries of its form and of when it was shown, in milliseconds. */
interface Shown {
  readonly form_id: string
  readonly at: number
}

/**
 * The decision on a submission before its values are read. `robot`: its page was signed for another form, too late ago, or just now; it is
 * answered as a person's and changes nothing. `hidden_field`: only the hidden field speaks for a robot. Software of the person's own may have
 * filled it in, so the page is shown again, and the submission is counted. Pure.
 */
export const judgeSubmission = (
  now: number,
  values: URLSearchParams,
  shown: Shown | undefined,
  form_id: string
): "read" | "stale" | "hidden_field" | "robot" => {
  if (shown === undefined || shown.form_id !== form_id || !(now - shown.at >= fillTime.least)) return "robot"
  if (now - shown.at > fillTime.most) return "stale"
  return (values.get(honeypot) ?? "") === "" ? "read" : "hidden_field"
}

/** The key of a submission of a page. Pure. */
export const submissionKey = ({ email, phone }: Pick<Submission, "email" | "phone">): string =>
  JSON.stringify([email, phone])
