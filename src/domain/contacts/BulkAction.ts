import { Result, Schema } from "effect"
import { Conditions } from "../conditions/Condition.ts"
import type { JsonObject } from "../json/Json.ts"
import { decodeSegmentDraft } from "../segments/decodeSegment.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { Contact } from "./Contact.ts"
import { maxChosen } from "./ContactQuery.ts"
import { EmailConsent, SmsConsent } from "./Consent.ts"
import { SearchText } from "../lists/SearchText.ts"
import { IdText } from "../values/Id.ts"
import { NonEmptyText } from "../values/Text.ts"

const Kind = Schema.Literals(["add_tag", "remove_tag", "unsubscribe_email", "unsubscribe_sms", "delete"])

/**
 * An action on the contacts that a filter or conditions find, or on those of a list, newest first. One call takes some of them; `before` is the
 * `next` of the answer before. Every action can be repeated: what is done already is passed over.
 */
export const BulkAction = Schema.Struct({
  action: Kind,
  /** Required to add or remove a tag. */
  tag: Schema.optionalKey(NonEmptyText),
  filter: Schema.optionalKey(
    Schema.Struct({
      search: Schema.optionalKey(SearchText),
      email_consent: Schema.optionalKey(EmailConsent),
      sms_consent: Schema.optionalKey(SmsConsent)
    })
  ),
  contact_ids: Schema.optionalKey(Schema.Array(IdText).check(Schema.isMinLength(1), Schema.isMaxLength(maxChosen))),
  /** As in a segment. */
  conditions: Schema.optionalKey(Conditions),
  before: Schema.optionalKey(IdText)
}).annotate({ identifier: "BulkAction" })
export type BulkAction = typeof BulkAction.Type

/** The issues of an action that its schema cannot state: of its conditions, and where not exactly one member says which contacts. Pure. */
export const bulkActionIssues = (body: JsonObject): ReadonlyArray<ValidationIssue> => {
  const { filter, contact_ids, conditions } = body
  const given = [filter, contact_ids, conditions].filter((member) => member !== undefined)
  const decoded = conditions === undefined ? undefined : decodeSegmentDraft({ conditions })
  return [
    ...(decoded !== undefined && Result.isFailure(decoded) ? decoded.failure.issues : []),
    ...(given.length === 1
      ? []
      : [{ field: "filter", message: "Exactly one of filter, contact_ids and conditions must say which contacts" }])
  ]
}

/** The outcome of one call: the contacts looked at, those that changed, and where the next call goes on; null at the end. */
export const BulkProgress = Schema.Struct({
  processed: Schema.Int,
  changed: Schema.Int,
  next: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BulkProgress" })
export type BulkProgress = typeof BulkProgress.Type

/** Whether an action may change the contact. Suppressed contacts stay suppressed; who never subscribed cannot unsubscribe. Pure. */
export const takesAction = (action: BulkAction["action"], contact: Contact): boolean => {
  if (action === "delete") return true
  if (contact.email_consent === "compliance_suppressed") return false
  if (action === "unsubscribe_email") return contact.email_consent === "subscribed"
  if (action === "unsubscribe_sms") return ["subscribed", "single_opt_in", "pending"].includes(contact.sms_consent)
  return true
}
