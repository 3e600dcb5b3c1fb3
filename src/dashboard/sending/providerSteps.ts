import type { KeyedProvider } from "../../domain/messages/providers/ReportKey.ts"
import * as words from "../words/mailProviders.ts"

/** A provider that reports to the account: where to enter the address, and how its reports are checked. */
export interface ProviderSteps {
  readonly id: string
  readonly name: string
  readonly steps: ReadonlyArray<string>
  /** The key that checks the reports, as the provider calls it. */
  readonly key?: {
    readonly provider: KeyedProvider
    readonly label: string
    readonly where: string
    readonly removeTitle: string
  }
}

/** The mail providers, with what to click there. */
export const mailProviders: ReadonlyArray<ProviderSteps> = [
  { id: "ses", ...words.amazonSes },
  { id: "sendgrid", ...words.sendGrid, key: { provider: "sendgrid", ...words.sendGridKey } },
  { id: "mailgun", ...words.mailgun, key: { provider: "mailgun", ...words.mailgunKey } },
  { id: "postmark", ...words.postmark },
  { id: "brevo", ...words.brevo },
  { id: "resend", ...words.resend, key: { provider: "resend", ...words.resendKey } },
  { id: "other", ...words.otherProvider }
]
