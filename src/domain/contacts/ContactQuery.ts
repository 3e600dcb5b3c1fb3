import { Schema } from "effect"
import { EmailConsent, SmsConsent } from "./Consent.ts"
import { Email } from "./Email.ts"
import { leaf } from "../json/Leaf.ts"
import { Cursor, PageQuery } from "../lists/Page.ts"
import { Timestamp } from "../values/Time.ts"

const one = (message: string) =>
  leaf({
    to: Schema.String,
    json: { type: "string" },
    message,
    decode: (value) => (typeof value === "string" && value !== "" ? value : undefined),
    encode: (value) => value
  })

const state = <const States extends ReadonlyArray<string>>(states: States, further: string) => {
  const known = Schema.Literals(states)
  const is = Schema.is(known)
  return leaf({
    to: known,
    json: { type: "string", enum: states },
    message: `Must be one of ${states.join(", ")}${further}`,
    decode: (value) => (is(value) ? value : undefined),
    encode: (value) => value
  })
}

const replaced = " (never_subscribed replaced non_subscribed)"

/** Rows a page has when the caller does not say. */
export const defaultPerPage = 25

/** The query of `GET /contacts` (contract §4). Each parameter at most once, no others. */
export const ContactQuery = Schema.Struct({
  ...PageQuery,
  cursor: Schema.optionalKey(Cursor),
  email: Schema.optionalKey(Email),
  phone: Schema.optionalKey(one("Must be one phone number")),
  email_consent: Schema.optionalKey(state(EmailConsent.literals, replaced)),
  sms_consent: Schema.optionalKey(state(SmsConsent.literals, replaced)),
  updated_since: Schema.optionalKey(Timestamp)
})
export type ContactQuery = typeof ContactQuery.Type

/** What a list of contacts is narrowed to. `phone` is E.164, `updated_since` milliseconds. */
export interface ContactFilter {
  readonly email?: string
  readonly phone?: string
  readonly email_consent?: EmailConsent
  readonly sms_consent?: SmsConsent
  readonly updated_since?: number
}
