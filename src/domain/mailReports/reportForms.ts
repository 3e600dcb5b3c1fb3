import { Struct } from "effect"
import { brevo } from "./brevo.ts"
import { mailgun } from "./mailgun.ts"
import { plain } from "./plain.ts"
import { postmark } from "./postmark.ts"
import type { ReportForm, SignedReportForm } from "./ReportForm.ts"
import { type SignedFormId, signedFormIds } from "./ReportKey.ts"
import { resend } from "./resend.ts"
import { sendgrid } from "./sendgrid.ts"
import { ses } from "./ses.ts"

/** The forms in which reports on e-mail arrive. CONTRIBUTING.md lists all that a new form needs. */
export const reportForms = { ses, sendgrid, mailgun, postmark, brevo, resend, plain } satisfies Record<
  string,
  ReportForm
>

export type ReportFormId = keyof typeof reportForms

/** The forms that are signed by a key that the account sets. */
export const signedForms: Readonly<Record<SignedFormId, SignedReportForm>> = Struct.pick(reportForms, signedFormIds)
