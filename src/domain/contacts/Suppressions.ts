import {
  type Cause,
  type Channel,
  type ConsentTransition,
  type EmailConsent,
  isOptOut,
  isStricter,
  type LedgerEntry,
  type SmsConsent
} from "./Consent.ts"
import { type Contact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import { emailKey } from "./Email.ts"

/** When and by what an address was suppressed. `at` in milliseconds. */
export interface SuppressionDecision {
  readonly at: number
  readonly cause: Cause
}

/** The suppressions of one e-mail and one phone that no contact has: of erased contacts, and from before there is a contact. */
export interface Suppressions {
  readonly email?: EmailConsent
  readonly sms?: SmsConsent
  readonly email_decision?: SuppressionDecision
  readonly sms_decision?: SuppressionDecision
  /** When a contact with either address was last erased, in milliseconds. */
  readonly erased_at?: number
}

/** When the person last withdrew consent on a channel, by an opt-out or by an erasure; undefined if never. */
export const suppressedAt = (suppressions: Suppressions, channel: Channel): number | undefined => {
  const times = [suppressions[`${channel}_decision`]?.at, suppressions.erased_at].filter((at) => at !== undefined)
  return times.length === 0 ? undefined : Math.max(...times)
}

/** The identities that suppressions are listed under, before they are hashed. */
export const emailIdentity = (email: string): string => `email|${emailKey(email)}`
export const phoneIdentity = (phone: string): string => `phone|${phone}`

/** The list entries of a contact's addresses: the opt-out, or `never_subscribed`, which records the time alone. */
export const suppressionsOf = (
  contact: Contact
): ReadonlyArray<{ readonly identity: string; readonly state: EmailConsent | SmsConsent }> => [
  ...(contact.email === null
    ? []
    : [{ identity: emailIdentity(contact.email), state: optOutOf(contact.email_consent) }]),
  ...(contact.phone === null ? [] : [{ identity: phoneIdentity(contact.phone), state: optOutOf(contact.sms_consent) }])
]

// An opt-in does not survive erasure.
const optOutOf = (state: EmailConsent | SmsConsent) => (isOptOut(state) ? state : "never_subscribed")

/** The transition to a listed opt-out, if that is stricter than the contact's state. */
export const restoredOptOut = <State extends EmailConsent | SmsConsent>(
  state: State,
  suppressed: State | undefined
): ReadonlyArray<ConsentTransition<State>> =>
  suppressed !== undefined && isOptOut(suppressed) && isStricter(suppressed, state)
    ? [{ to: suppressed, rule: "contact_returned" }]
    : []

/**
 * Whether a record was received before its person was erased and must not create the contact again. `known_since` is when the service
 * received it. Times in milliseconds.
 */
export const predatesErasure = (known_since: number | undefined, erased_at: number | null | undefined): boolean =>
  known_since !== undefined && erased_at != null && known_since <= erased_at

/** The error of such a record. */
export const erasedMessage = "The person was erased after this record was received"

/** A ledger entry of one channel without the members that depend on the rule. */
export type ChannelEntry = Omit<LedgerEntry, "from_state" | "to_state" | "refused" | "rule">

/** Ledger entries for consecutive transitions of one channel. A restored opt-out has the cause it was listed with. */
export const transitionEntries = <State extends EmailConsent | SmsConsent>(
  entry: ChannelEntry,
  from: State,
  transitions: ReadonlyArray<ConsentTransition<State>>,
  suppressedCause: Cause = "erasure"
): ReadonlyArray<LedgerEntry> =>
  transitions.map(({ to, rule }, at) => ({
    ...entry,
    from_state: transitions[at - 1]?.to ?? from,
    to_state: to,
    refused: false,
    rule,
    ...(rule === "contact_returned" ? { cause: suppressedCause } : {})
  }))

/** A contact that an order or event creates or gives an address, after the suppressions of its addresses, with their ledger entries. */
export const withSuppressions = (
  contact: Contact,
  suppressions: Suppressions,
  entry: Pick<LedgerEntry, "source_id" | "actor" | "recorded_at">
): { readonly contact: Contact; readonly ledger: ReadonlyArray<LedgerEntry> } => {
  const { email, sms, email_decision, sms_decision } = suppressions
  const { account_id, contact_id, email_consent, sms_consent } = contact
  const transitions = {
    email: contact.email === null ? [] : restoredOptOut(email_consent, email),
    sms: contact.phone === null ? [] : restoredOptOut(sms_consent, sms)
  }
  // An erasure withdraws both channels in the person's name, whatever the consent was.
  const withdrawal = (channel: Channel) => {
    const at = suppressedAt(suppressions, channel)
    return at === undefined ? withdrawalOf(contact, channel) : ({ at, by: "person" } as const)
  }
  const line = { ...entry, account_id, contact_id, cause: "erasure" as const, effective_at: entry.recorded_at }
  return {
    contact: {
      ...contact,
      email_consent: transitions.email.at(-1)?.to ?? email_consent,
      sms_consent: transitions.sms.at(-1)?.to ?? sms_consent,
      ...withdrawalFields(withdrawal("email"), withdrawal("sms"))
    },
    ledger: [
      ...transitionEntries({ ...line, channel: "email" }, email_consent, transitions.email, email_decision?.cause),
      ...transitionEntries({ ...line, channel: "sms" }, sms_consent, transitions.sms, sms_decision?.cause)
    ]
  }
}
