import type { Cause, Channel, EmailConsent, LedgerEntry, SmsConsent } from "./Consent.ts"
import { type Contact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import type { Move } from "./consentOnWrite.ts"
import { emailKey } from "./Email.ts"

/** When and how something was decided about an address. `at` in milliseconds. */
export interface Decision {
  readonly at: number
  readonly cause: Cause
}

/** What is known of addresses that no contact has: what people decided before they were erased, or before there was a contact. */
export interface Suppressions {
  readonly email?: EmailConsent
  readonly sms?: SmsConsent
  readonly email_decision?: Decision
  readonly sms_decision?: Decision
  /** When the last of them was erased, in milliseconds. */
  readonly erased_at?: number
}

/** When the person behind the address of a channel took back what they had given; undefined when they did not. */
export const withdrawnAt = (remembered: Suppressions, channel: Channel): number | undefined => {
  const times = [remembered[`${channel}_decision`]?.at, remembered.erased_at].filter((at) => at !== undefined)
  return times.length === 0 ? undefined : Math.max(...times)
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

/** What holds the service off most of what is remembered, if anything. */
export const strongest = <Row extends { readonly state: EmailConsent | SmsConsent }>(
  rows: ReadonlyArray<Row>
): Row | undefined => rows.toSorted((one, other) => strength[other.state] - strength[one.state])[0]

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

/** What was handed over before a person was erased makes no contact of that person anew. Times in milliseconds. */
export const isOutdated = (known_since: number | undefined, erased_at: number | null | undefined): boolean =>
  known_since !== undefined && erased_at != null && known_since <= erased_at

/** What is told of such a record. */
export const erasedSince = "The person was erased after this was handed over"

/** Ledger lines for moves of one channel, one after the other. Moves by memory have the cause of what was remembered. */
export const linesOf = <State extends EmailConsent | SmsConsent>(
  entry: Omit<LedgerEntry, "from_state" | "to_state" | "refused" | "rule">,
  from: State,
  moves: ReadonlyArray<Move<State>>,
  returned: Cause = "erasure"
): ReadonlyArray<LedgerEntry> =>
  moves.map(({ to, rule }, at) => ({
    ...entry,
    from_state: moves[at - 1]?.to ?? from,
    to_state: to,
    refused: false,
    rule,
    ...(rule === "contact_returned" ? { cause: returned } : {})
  }))

/** A contact that an order or event creates, with what is remembered of its addresses, and the ledger lines that say so. */
export const withSuppressions = (
  contact: Contact,
  remembered: Suppressions,
  entry: Pick<LedgerEntry, "source_id" | "actor" | "recorded_at">
): { readonly contact: Contact; readonly ledger: ReadonlyArray<LedgerEntry> } => {
  const { email, sms, email_decision, sms_decision } = remembered
  const { account_id, contact_id, email_consent, sms_consent } = contact
  const moves = {
    email: contact.email === null ? [] : onReturn(email_consent, email),
    sms: contact.phone === null ? [] : onReturn(sms_consent, sms)
  }
  // An erasure was the person's own withdrawal of both channels, whatever the consent had been.
  const withdrawn = (channel: Channel) => {
    const at = withdrawnAt(remembered, channel)
    return at === undefined ? withdrawalOf(contact, channel) : ({ at, by: "person" } as const)
  }
  const line = { ...entry, account_id, contact_id, cause: "erasure" as const, effective_at: entry.recorded_at }
  return {
    contact: {
      ...contact,
      email_consent: moves.email.at(-1)?.to ?? email_consent,
      sms_consent: moves.sms.at(-1)?.to ?? sms_consent,
      ...withdrawalFields(withdrawn("email"), withdrawn("sms"))
    },
    ledger: [
      ...linesOf({ ...line, channel: "email" }, email_consent, moves.email, email_decision?.cause),
      ...linesOf({ ...line, channel: "sms" }, sms_consent, moves.sms, sms_decision?.cause)
    ]
  }
}
