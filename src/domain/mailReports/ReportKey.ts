import { Schema, Struct } from "effect"
import { text } from "../values/Text.ts"

/** Whether a key is set, by the signed forms. Apart from the table of forms, whose code the dashboard's first page does not load. */
const SignedForms = Schema.Struct({ sendgrid: Schema.Boolean, mailgun: Schema.Boolean, resend: Schema.Boolean })

/** The forms that are signed by a key that the account sets. */
export const signedFormIds = Struct.keys(SignedForms.fields)
export type SignedFormId = (typeof signedFormIds)[number]

export const isSignedForm = (id: string): id is SignedFormId => signedFormIds.some((known) => known === id)

/**
 * The providers whose reports are checked by a key that the account sets; of `ses`, the topic of Amazon SNS, of `twilio`, the shared key of
 * webhooks about texts.
 */
export const KeyedProvider = Schema.Literals([...signedFormIds, "ses", "twilio"])
export type KeyedProvider = typeof KeyedProvider.Type

/**
 * Whether reports on mail are taken without a key of that provider: only while the account has none at all, because the
 * secret address alone is then the proof. Pure.
 */
export const isTakenUnsigned = (keys: ReadonlyMap<string, string>): boolean =>
  [...keys.keys()].every((provider) => provider === "twilio")

/** The key that a provider shows for checking its signatures, as it is copied: with white space, or the lines around a PEM key. */
export const ReportKeyInput = Schema.Struct({ key: text(500) }).annotate({ identifier: "ReportKeyInput" })

/** The key as it is stored. */
export const plainKey = (key: string): string => key.replace(/-----[A-Z ]+-----/g, "").replace(/\s+/g, "")

/** Which providers' reports are checked, and the topic of Amazon SNS that was confirmed. Keys are not shown again. */
export const ReportTrust = Schema.Struct({
  ...SignedForms.fields,
  twilio: Schema.Boolean,
  sns_topic: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ReportTrust" })
