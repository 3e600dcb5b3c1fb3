import { Schema } from "effect"
import { text } from "../../values/Text.ts"

/** The providers whose reports are checked by a key that the account sets. */
export const KeyedProvider = Schema.Literals(["sendgrid", "mailgun", "resend"])
export type KeyedProvider = typeof KeyedProvider.Type

/** A form whose trust the account can reset: a key, or for `ses` the topic of Amazon SNS. */
export const TrustedProvider = Schema.Literals(["ses", ...KeyedProvider.literals])

/** The key that a provider shows for checking its signatures, as it is copied: with white space, or the lines around a PEM key. */
export const ReportKeyInput = Schema.Struct({ key: text(500) }).annotate({ identifier: "ReportKeyInput" })

/** The key as it is stored. */
export const plainKey = (key: string): string => key.replace(/-----[A-Z ]+-----/g, "").replace(/\s+/g, "")

/** Which providers' reports are checked, and the topic of Amazon SNS that was confirmed. Keys are not shown again. */
export const ReportTrust = Schema.Struct({
  sendgrid: Schema.Boolean,
  mailgun: Schema.Boolean,
  resend: Schema.Boolean,
  sns_topic: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ReportTrust" })
