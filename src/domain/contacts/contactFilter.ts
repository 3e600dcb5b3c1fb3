import { Result } from "effect"
import { type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import type { ContactFilter, ContactSearchQuery } from "./ContactQuery.ts"
import { searchTerms } from "./contactSearch.ts"
import { normalizePhone } from "./Phone.ts"

/** The filter of a query. National phone numbers are read as of the country. */
export const contactFilter = (
  query: ContactSearchQuery,
  country: string
): Result.Result<ContactFilter, ValidationFailed> => {
  const { email, phone, email_consent, sms_consent, updated_since } = query
  const search = searchTerms(query.search ?? "")
  // An unescaped plus sign arrives as a space.
  const number = phone === undefined ? undefined : normalizePhone(phone.replace(/^ /, "+"), [country])
  const issues: ReadonlyArray<ValidationIssue> = [
    ...(phone !== undefined && number === undefined ? [{ field: "phone", message: "Must be a phone number" }] : []),
    ...(query.cursor !== undefined && query.page !== undefined
      ? [{ field: "page", message: "Must not come with a cursor" }]
      : [])
  ]
  if (issues.length > 0) return Result.fail(new ValidationFailed({ issues }))
  return Result.succeed({
    ...(search.length === 0 ? {} : { search }),
    ...(email === undefined ? {} : { email }),
    ...(number === undefined ? {} : { phone: number }),
    ...(email_consent === undefined ? {} : { email_consent }),
    ...(sms_consent === undefined ? {} : { sms_consent }),
    ...(updated_since === undefined ? {} : { updated_since: updated_since.epochMilliseconds })
  })
}
