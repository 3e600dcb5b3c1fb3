import type { Channel, EmailConsent, LedgerEntry, SmsConsent } from "./Consent.ts"
import { type Contact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import type { Move } from "./consentOnWrite.ts"
import { emailKey } from "./Email.ts"

/** What people had decided before they were erased, by the address they come back with. */
export interface Remembered {
  readonly email?: EmailConsent
  readonly sms?: SmsConsent
  /** When the last of them was erased, in milliseconds. */
  readonly erased_at?: number
}

// An erased opt-in is not given back; only what holds the service off survives, the stronger over the weaker.
const strength: Record<EmailConsent | SmsConsent, number> = {
  never_subscribed: 0,
  subscribed: 0,
  single_opt_in: 0,
  pending: 0,
  unsubscribed: 1,
  suppressed: 2,
  compliance_suppressed: 3
}

/** The addresses of a contact, each with what is remembered under it; null forgets what was. */
export const decisionsOf = (
  contact: Contact
): ReadonlyArray<{ readonly identity: string; readonly state: EmailConsent | SmsConsent | null }> => [
  ...(contact.email === null ? [] : [{ identity: emailIdentity(contact.email), state: kept(contact.email_consent) }]),
  ...(contact.phone === null ? [] : [{ identity: phoneIdentity(contact.phone), state: kept(contact.sms_consent) }])
]

/** What holds the service off most of what is remembered, if anything. */
export const strongest = <State extends EmailConsent | SmsConsent>(states: ReadonlyArray<State>): State | undefined =>
  states.toSorted((one, other) => strength[other] - strength[one])[0]

const kept = <State extends EmailConsent | SmsConsent>(state: State) => (strength[state] > 0 ? state : null)

/** What a decision is remembered under, before it is hashed. */
export const emailIdentity = (email: string): string => `email|${emailKey(email)}`
export const phoneIdentity = (phone: string): string => `phone|${phone}`

/** The move that brings a remembered decision back, if it is stronger than the state of the contact. */
export const onReturn = <State extends EmailConsent | SmsConsent>(
  state: State,
  remembered: State | undefined
): ReadonlyArray<Move<State>> =>
  remembered !== undefined && strength[remembered] > strength[state]
    ? [{ to: remembered, rule: "contact_returned" }]
    : []

/** Ledger lines for moves of one channel, one after the other. Moves by memory are told from those the caller made. */
export const linesOf = <State extends EmailConsent | SmsConsent>(
  entry: Omit<LedgerEntry, "from_state" | "to_state" | "refused" | "rule">,
  from: State,
  moves: ReadonlyArray<Move<State>>
): ReadonlyArray<LedgerEntry> =>
  moves.map(({ to, rule }, at) => ({
    ...entry,
    from_state: moves[at - 1]?.to ?? from,
    to_state: to,
    refused: false,
    rule,
    ...(rule === "contact_returned" ? { cause: "erasure" as const } : {})
  }))

/** A contact that an order or event creates, with what the person had decided before being erased, and the lines that say so. */
export const withRemembered = (
  contact: Contact,
  remembered: Remembered,
  entry: Pick<LedgerEntry, "source_id" | "actor" | "recorded_at">
): { readonly contact: Contact; readonly ledger: ReadonlyArray<LedgerEntry> } => {
  const { email, sms } = remembered
  const { account_id, contact_id, email_consent, sms_consent } = contact
  const moves = {
    email: contact.email === null ? [] : onReturn(email_consent, email),
    sms: contact.phone === null ? [] : onReturn(sms_consent, sms)
  }
  // The erasure was the person's own withdrawal, whatever the consent had been.
  const withdrawn = (channel: Channel, isMoved: boolean) =>
    isMoved || remembered.erased_at !== undefined
      ? ({ at: remembered.erased_at ?? entry.recorded_at, by: "person" } as const)
      : withdrawalOf(contact, channel)
  const line = { ...entry, account_id, contact_id, cause: "erasure" as const, effective_at: entry.recorded_at }
  return {
    contact: {
      ...contact,
      email_consent: moves.email.at(-1)?.to ?? email_consent,
      sms_consent: moves.sms.at(-1)?.to ?? sms_consent,
      ...withdrawalFields(withdrawn("email", moves.email.length > 0), withdrawn("sms", moves.sms.length > 0))
    },
    ledger: [
      ...linesOf({ ...line, channel: "email" }, email_consent, moves.email),
      ...linesOf({ ...line, channel: "sms" }, sms_consent, moves.sms)
    ]
  }
}
