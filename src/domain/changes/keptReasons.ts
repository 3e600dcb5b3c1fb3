import { Schema, Struct } from "effect"

/** Why an undo left something as it is, each with the sentence that the API and the dashboard show. */
export const keptReasons = {
  changed_since: "It was changed since",
  person_decided: "The person decided about this consent since",
  stronger_than_before: "It would be a stronger consent than before another change that was undone",
  consent_kept: "The consent of this address stays, so the address stays too",
  last_address: "A contact needs an e-mail or a phone, and it has no other",
  too_many: "The contact has as many as a contact can have",
  contact_used: "Orders, messages or other records refer to the contact",
  contact_erased: "The contact was deleted",
  contact_merged: "The contact was merged with another",
  service_failure: "The service could not undo it"
} as const

export const KeptReason = Schema.Literals(Struct.keys(keptReasons)).annotate({
  description: Object.entries(keptReasons)
    .map(([code, text]) => `\`${code}\`: ${text}.`)
    .join(" ")
})
export type KeptReason = typeof KeptReason.Type

/** A member of a contact that an undo left, and why. `contact`: the contact itself. `name`: that of a tag, topic or custom field. */
export const KeptMember = Schema.Struct({
  member: Schema.Literals([
    "contact",
    "email",
    "phone",
    "first_name",
    "last_name",
    "email_consent",
    "sms_consent",
    "tag",
    "topic",
    "custom_field"
  ]),
  name: Schema.NullOr(Schema.String),
  reason: KeptReason
}).annotate({ identifier: "KeptMember" })
export type KeptMember = typeof KeptMember.Type
