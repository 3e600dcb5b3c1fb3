import { emailKey } from "./Email.ts"
import type { Contact } from "./Contact.ts"
import type { Withdrawal } from "./Consent.ts"
import type { ContactWrite } from "./decideContact.ts"

/**
 * A customer of a connected store with the times of the store's platform, in milliseconds. A consent without a time was not reported. `is_whole`:
 * the report has all of the customer; otherwise it has consents alone, and its e-mail and phone are those that they were given for.
 */
export interface CustomerReport {
  readonly integration_id: string
  readonly customer_id: string
  readonly is_whole: boolean
  readonly updated_at: number
  readonly email_consent_at: number | null
  readonly sms_consent_at: number | null
}

type ReportedState = "subscribed" | "unsubscribed"

/** A consent that a platform recorded. */
export interface ReportedConsent {
  readonly value: ReportedState
  readonly at: number
}

/**
 * The facts known of a customer. A consent with a state waits for the contact, or for its address; without one, its time is the latest that was
 * applied.
 */
export interface KnownCustomer {
  readonly contact_id: string | null
  readonly updated_at: number
  readonly email_consent: ReportedState | null
  readonly email_consent_at: number | null
  readonly sms_consent: ReportedState | null
  readonly sms_consent_at: number | null
}

/** The basis of the contact's consent on a channel. `opted_in_at` is when the last opt-in took effect, without which there is none. */
export interface ChannelHistory {
  readonly state: string
  readonly withdrawal: Pick<Withdrawal, "at"> | null
  readonly opted_in_at: number | null
}

/** The later of two consents; of one moment, the no. */
export const laterConsent = (one: ReportedConsent | null, other: ReportedConsent | null): ReportedConsent | null => {
  if (one === null || other === null) return one ?? other
  if (one.at !== other.at) return one.at > other.at ? one : other
  return one.value === "unsubscribed" ? one : other
}

/** The consent that waits for the contact of a customer. */
export const keptConsent = (known: KnownCustomer | undefined, channel: "email" | "sms"): ReportedConsent | null => {
  const [value, at] = [known?.[`${channel}_consent`], known?.[`${channel}_consent_at`]]
  return value == null || at == null ? null : { value, at }
}

const appliedAt = (known: KnownCustomer | undefined, channel: "email" | "sms"): number | null =>
  known === undefined || known[`${channel}_consent`] !== null ? null : known[`${channel}_consent_at`]

const isFresh = ({ value, at }: ReportedConsent, { state, withdrawal, opted_in_at }: ChannelHistory) => {
  if (state === "suppressed" || state === "compliance_suppressed") return false
  if (value === "subscribed") return withdrawal === null || at > withdrawal.at
  // An opt-out from before the contact opted in elsewhere does not end that opt-in.
  return !(state === "subscribed" || state === "single_opt_in") || opted_in_at === null || at >= opted_in_at
}

const reportedConsent = (write: ContactWrite, channel: "email" | "sms"): ReportedConsent | null => {
  const [value, at] = [write.fields[`${channel}_consent`], write.reported?.[`${channel}_consent_at`]]
  return (value === "subscribed" || value === "unsubscribed") && at != null ? { value, at } : null
}

// Consents alone hold for the address that they were given for.
const isOfContact = (write: ContactWrite, channel: "email" | "sms", contact: Contact | undefined): boolean => {
  if (contact === undefined || write.reported?.is_whole !== false) return true
  const { email, phone } = write.fields
  if (channel === "sms") return phone == null || phone === contact.phone
  return email == null || (contact.email !== null && emailKey(email) === emailKey(contact.email))
}

/** The effect of a report on one channel: the consent to write, and what is known of it afterwards. */
const decideChannel = (
  channel: "email" | "sms",
  write: ContactWrite,
  known: KnownCustomer | undefined,
  { contact, history }: { readonly contact: Contact | undefined; readonly history: ChannelHistory | undefined }
) => {
  const reported = isOfContact(write, channel, contact) ? reportedConsent(write, channel) : null
  const consent = laterConsent(reported, keptConsent(known, channel))
  const applied = appliedAt(known, channel)
  const stays = {
    write: undefined,
    known: [known?.[`${channel}_consent`] ?? null, known?.[`${channel}_consent_at`] ?? null] as const
  }
  if (consent === null || (applied !== null && consent.at <= applied)) return stays
  const address = channel === "email" ? "email" : "phone"
  const hasAddress = (write.fields[address] ?? contact?.[address] ?? null) !== null
  if (history === undefined || !hasAddress) return { write: undefined, known: [consent.value, consent.at] as const }
  return { write: isFresh(consent, history) ? consent : undefined, known: [null, consent.at] as const }
}

/**
 * The write of a customer report without what is outdated: fields and consents that a later report gave already, a yes from before the
 * person took it back, and a no from before the person said yes elsewhere. Consents that waited for the contact count with it. `known` is what
 * is known of the customer afterwards. Without a `history` there is no contact to write to, and the consents wait. Pure.
 */
export const applyCustomerReport = (
  write: ContactWrite,
  report: CustomerReport,
  before: KnownCustomer | undefined,
  contact: Contact | undefined,
  history: { readonly email: ChannelHistory; readonly sms: ChannelHistory } | undefined
): { readonly write: ContactWrite; readonly known: Omit<KnownCustomer, "contact_id"> } => {
  const { email_consent: _email, sms_consent: _sms, ...fields } = write.fields
  const reported = { ...write, reported: report }
  const email = decideChannel("email", reported, before, { contact, history: history?.email })
  const sms = decideChannel("sms", reported, before, { contact, history: history?.sms })
  const isOutdated = report.is_whole
    ? before !== undefined && before.contact_id !== null && report.updated_at < before.updated_at
    : contact !== undefined
  return {
    write: {
      ...write,
      fields: {
        ...(isOutdated ? {} : fields),
        ...(email.write === undefined ? {} : { email_consent: email.write.value }),
        ...(sms.write === undefined ? {} : { sms_consent: sms.write.value })
      },
      reported: { ...report, email_consent_at: email.write?.at ?? null, sms_consent_at: sms.write?.at ?? null }
    },
    known: {
      updated_at: Math.max(before?.updated_at ?? 0, report.is_whole ? report.updated_at : 0),
      email_consent: email.known[0],
      email_consent_at: email.known[1],
      sms_consent: sms.known[0],
      sms_consent_at: sms.known[1]
    }
  }
}
