import { Schema } from "effect"
import type { Contact } from "./Contact.ts"
import { EmailConsent, SmsConsent } from "./Consent.ts"
import { SearchText } from "../lists/SearchText.ts"
import { IdText } from "../values/Id.ts"
import { NonEmptyText } from "../values/Text.ts"

const Kind = Schema.Literals(["add_tag", "remove_tag", "unsubscribe_email", "unsubscribe_sms", "delete"])

/**
 * An action on the contacts that a filter finds, newest first. One call takes some of them; `before` is the `next` of the answer before.
 * Every action can be repeated: what is done already is passed over.
 */
export const BulkAction = Schema.Struct({
  action: Kind,
  /** Required to add or remove a tag. */
  tag: Schema.optionalKey(NonEmptyText),
  filter: Schema.Struct({
    search: Schema.optionalKey(SearchText),
    email_consent: Schema.optionalKey(EmailConsent),
    sms_consent: Schema.optionalKey(SmsConsent)
  }),
  before: Schema.optionalKey(IdText)
}).annotate({ identifier: "BulkAction" })
export type BulkAction = typeof BulkAction.Type

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
