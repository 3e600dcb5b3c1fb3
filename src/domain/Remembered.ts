import type { EmailConsent, LedgerEntry, SmsConsent, Verdict } from "./Consent.ts"
import type { Contact } from "./Contact.ts"
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

/**
 * The addresses of a contact, each with what is remembered under it: the state that holds the service off, or
 * `never_subscribed`, which only says when the address was erased.
 */
export const decisionsOf = (
  contact: Contact
): ReadonlyArray<{ readonly identity: string; readonly state: EmailConsent | SmsConsent }> => [
  ...(contact.email === null ? [] : [{ identity: emailIdentity(contact.email), state: kept(contact.email_consent) }]),
  ...(contact.phone === null ? [] : [{ identity: phoneIdentity(contact.phone), state: kept(contact.sms_consent) }])
]

const kept = (state: EmailConsent | SmsConsent) => (strength[state] > 0 ? state : "never_subscribed")

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

/**
 * What an order's yes comes to for an address that was erased: an order placed until that moment moves nothing
 * (contract §3: the erasure took back what was given before it).
 */
export const onErased = <State extends EmailConsent | SmsConsent>(
  { erased_at }: Pick<Contact, "erased_at">,
  placed_at: number,
  before: State,
  verdict: Verdict<State>
): Verdict<State> =>
  erased_at !== null && placed_at <= erased_at && verdict.state !== before
    ? { state: before, rule: "order_before_erasure" }
    : verdict

/** What was handed over before a person was erased makes no contact of that person anew. Times in milliseconds. */
export const isOutdated = (known_since: number | undefined, erased_at: number | null | undefined): boolean =>
  known_since !== undefined && erased_at != null && known_since <= erased_at

/** What is told of such a record. */
export const erasedSince = "The person was erased after this was handed over"

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
  { email, sms, erased_at }: Remembered,
  entry: Pick<LedgerEntry, "source_id" | "actor" | "recorded_at">
): { readonly contact: Contact; readonly ledger: ReadonlyArray<LedgerEntry> } => {
  const { account_id, contact_id, email_consent, sms_consent } = contact
  const moves = {
    email: contact.email === null ? [] : onReturn(email_consent, email),
    sms: contact.phone === null ? [] : onReturn(sms_consent, sms)
  }
  const line = { ...entry, account_id, contact_id, cause: "erasure" as const, effective_at: entry.recorded_at }
  return {
    contact: {
      ...contact,
      erased_at: erased_at ?? null,
      email_consent: moves.email.at(-1)?.to ?? email_consent,
      sms_consent: moves.sms.at(-1)?.to ?? sms_consent
    },
    ledger: [
      ...linesOf({ ...line, channel: "email" }, email_consent, moves.email),
      ...linesOf({ ...line, channel: "sms" }, sms_consent, moves.sms)
    ]
  }
}
