import { Schema } from "effect"
import { EmailConsent, SmsConsent } from "./Consent.ts"
import { SearchText } from "../lists/SearchText.ts"
import type { SearchTerm } from "./contactSearch.ts"
import { Email } from "./Email.ts"
import { leaf } from "../json/Leaf.ts"
import { Cursor, PageQuery } from "../lists/Page.ts"
import { type Sort, sortQuery } from "../lists/Sort.ts"
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

/** The contacts that one list of ids may name. */
export const maxChosen = 200

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

/** The columns that the dashboard's list of contacts can be sorted by. */
export const contactSortColumns = ["created_at", "last_order_at"] as const
export type ContactSort = Sort<(typeof contactSortColumns)[number]>

/** The query of a list of contacts in the dashboard. `search` finds parts of e-mail, phone and name. */
export const ContactSearchQuery = Schema.Struct({
  ...ContactQuery.fields,
  search: Schema.optionalKey(SearchText),
  sort: sortQuery(contactSortColumns)
})
export type ContactSearchQuery = typeof ContactSearchQuery.Type

/** The filters of a list of contacts. `phone` is E.164, `updated_since` milliseconds. Every term of `search` must match. */
export interface ContactFilter {
  readonly search?: ReadonlyArray<SearchTerm>
  readonly contact_ids?: ReadonlyArray<string>
  readonly email?: string
  readonly phone?: string
  readonly email_consent?: EmailConsent
  readonly sms_consent?: SmsConsent
  readonly updated_since?: number
}
