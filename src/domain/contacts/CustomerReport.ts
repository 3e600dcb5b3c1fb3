import type { Withdrawal } from "./Consent.ts"
import type { ContactWrite } from "./decideContact.ts"

/** A customer of a connected store with the times of the store's platform, in milliseconds. A consent without a time was not reported. */
export interface CustomerReport {
  readonly integration_id: string
  readonly customer_id: string
  readonly updated_at: number
  readonly email_consent_at: number | null
  readonly sms_consent_at: number | null
}

/** The latest times of a customer that were applied before. */
export type AppliedReport = Pick<CustomerReport, "updated_at" | "email_consent_at" | "sms_consent_at">

/** What a channel of the contact rests on. `changed_at` is the last change that did not come from the same store. */
export interface ChannelHistory {
  readonly state: string
  readonly withdrawal: Pick<Withdrawal, "at"> | null
  readonly changed_at: number | null
}

const isFresh = (
  reported: number | null,
  applied: number | null | undefined,
  { state, withdrawal, changed_at }: ChannelHistory,
  value: string
) => {
  if (reported === null || (applied != null && reported <= applied)) return false
  if (state === "suppressed" || state === "compliance_suppressed") return false
  if (value === "subscribed") return withdrawal === null || reported > withdrawal.at
  // An opt-out from before the contact opted in elsewhere does not end that opt-in.
  return !(state === "subscribed" || state === "single_opt_in") || changed_at === null || reported > changed_at
}

/**
 * The write of a customer report without what is outdated: fields and consents that a later report gave already, a yes from before the
 * person took it back, and a no from before the person said yes elsewhere. Pure.
 */
export const withoutOutdated = (
  write: ContactWrite,
  report: CustomerReport,
  applied: AppliedReport | undefined,
  history: { readonly email: ChannelHistory; readonly sms: ChannelHistory }
): ContactWrite => {
  const { email_consent, sms_consent, ...fields } = write.fields
  const isOutdated = applied !== undefined && report.updated_at < applied.updated_at
  const hasEmail =
    email_consent !== undefined &&
    isFresh(report.email_consent_at, applied?.email_consent_at, history.email, email_consent)
  const hasSms =
    sms_consent !== undefined && isFresh(report.sms_consent_at, applied?.sms_consent_at, history.sms, sms_consent)
  return {
    ...write,
    fields: {
      ...(isOutdated ? {} : fields),
      ...(hasEmail ? { email_consent } : {}),
      ...(hasSms ? { sms_consent } : {})
    }
  }
}
