import { Schema } from "effect"
import { EmailConsent, SmsConsent } from "./Consent.ts"
import { Email } from "./Email.ts"
import { leaf } from "../json/Leaf.ts"
import { Cursor, PageQuery } from "../lists/Page.ts"
import { Timestamp } from "../values/Time.ts"

const nonEmpty = (message: string) =>
  leaf({
    to: Schema.String,
    json: { type: "string" },
    message,
    decode: (value) => (typeof value === "string" && value !== "" ? value : undefined),
    encode: (value) => value
  })

const oneOf = <const States extends ReadonlyArray<string>>(states: States) => {
  const literals = Schema.Literals(states)
  const is = Schema.is(literals)
  return leaf({
    to: literals,
    json: { type: "string", enum: states },
    message: `Must be one of ${states.join(", ")} (never_subscribed replaced non_subscribed)`,
    decode: (value) => (is(value) ? value : undefined),
    encode: (value) => value
  })
}

/** The default of `per_page`. */
export const defaultPerPage = 25

/** The query of `GET /contacts` (contract §4.2). */
export const ContactQuery = Schema.Struct({
  ...PageQuery,
  cursor: Schema.optionalKey(Cursor),
  email: Schema.optionalKey(Email),
  phone: Schema.optionalKey(nonEmpty("Must be one phone number")),
  email_consent: Schema.optionalKey(oneOf(EmailConsent.literals)),
  sms_consent: Schema.optionalKey(oneOf(SmsConsent.literals)),
  updated_since: Schema.optionalKey(Timestamp)
})
export type ContactQuery = typeof ContactQuery.Type

/** The filters of a list of contacts. `phone` is E.164, `updated_since` milliseconds. */
export interface ContactFilter {
  readonly email?: string
  readonly phone?: string
  readonly email_consent?: EmailConsent
  readonly sms_consent?: SmsConsent
  readonly updated_since?: number
}
