import { type Result, Schema } from "effect"
import type { JsonObject } from "../../json/Json.ts"
import type { ValidationIssue } from "../../ValidationIssue.ts"
import type { DeliveryReport } from "../DeliveryReport.ts"

/** The forms in which reports on e-mail arrive (contract §4.7). `plain` is the form of this service. */
export const Provider = Schema.Literals(["ses", "sendgrid", "mailgun", "postmark", "brevo", "resend", "plain"])
export type Provider = typeof Provider.Type

/** The form of one provider's reports. */
export interface ReportForm {
  readonly provider: Provider
  /** Whether a body, or an element of a list, has this form. Forms exclude each other. */
  readonly matches: (body: JsonObject) => boolean
  /** The reports of one body. Empty for events that say nothing of delivery, such as opens, and for recipients that are no address. */
  readonly read: (body: JsonObject) => Result.Result<ReadonlyArray<DeliveryReport>, ReadonlyArray<ValidationIssue>>
}

/** The message of an unknown form. */
export const unknownForm =
  "Is of no known form. Known are Amazon SES by SNS, SendGrid, Mailgun, Postmark, Brevo, Resend, and " +
  '{"type": "bounce" | "complaint" | "delivered", "email"}'
