import { Option, Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { normalizePhone } from "../contacts/Phone.ts"
import { isText } from "../json/Json.ts"
import { fits, isBlank } from "../values/Text.ts"
import type { Form } from "./Form.ts"

/** Times of a form in milliseconds: a person needs longer than `least` to fill it in, and a page is sent within `most`. */
export const fillTime = { least: 2_000, most: 86_400_000 } as const

/** The name of the field that people do not see, so that only robots fill it in. */
export const honeypot = "website"

/** A valid submission. Phones are E.164; null members were not asked for or left empty. */
export interface Submission {
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly custom_fields: Readonly<Record<string, string>>
}

/** Why a field was not accepted. `agree` is the field of the wording. */
export type SubmissionIssue = "required" | "email" | "phone" | "text" | "agree"

const decodeEmail = Schema.decodeUnknownOption(Email)

/** Characters of an answer. */
const maxAnswer = 255

/** Reads the values of a form, with the issues of each field by its key. `country` is where national phone numbers are read. Pure. */
export const readSubmission = (
  { fields }: Pick<Form, "fields">,
  values: URLSearchParams,
  country: string
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

/** Whether a submission is a robot's: it filled in the hidden field, or its page was signed for another form, too late ago, or just now. */
export const isRobot = (
  now: number,
  values: URLSearchParams,
  issued: { readonly form_id: string | undefined; readonly at: number } | undefined,
  form_id: string
): boolean =>
  (values.get(honeypot) ?? "") !== "" ||
  issued === undefined ||
  issued.form_id !== form_id ||
  !(now - issued.at >= fillTime.least)
