import type { Channel, EmailConsent, LedgerEntry, Rule, SmsConsent } from "../contacts/Consent.ts"
import type { ConsentProof } from "../contacts/ConsentProof.ts"
import { type Contact, withdrawalFields, withdrawalOf } from "../contacts/Contact.ts"
import { smsWhileAsked } from "./DoubleOptIn.ts"

/** The request that a change belongs to, with its evidence: of a form, or of the preference page reached from the other channel. */
interface SignUp {
  readonly source_id: string
  readonly proof: ConsentProof
  readonly by?: "form" | "preference_page"
}

const askedRule = ({ by }: SignUp): Rule => (by === "preference_page" ? "preference_asked" : "form_asked")

/** A contact after a change, with its entry of the ledger. */
interface SignUpChange {
  readonly contact: Contact
  readonly entry: LedgerEntry
}

const entryOf = (
  now: number,
  { account_id, contact_id }: Contact,
  channel: Channel,
  [from_state, to_state]: readonly [EmailConsent | SmsConsent, EmailConsent | SmsConsent],
  rule: Rule,
  { source_id, proof, by = "form" }: SignUp
): LedgerEntry => ({
  account_id,
  contact_id,
  channel,
  from_state,
  to_state,
  refused: false,
  cause: by,
  rule,
  source_id,
  actor: "contact",
  effective_at: now,
  recorded_at: now,
  proof
})

/** The request to confirm an e-mail address, which changes no consent. Pure. */
export const emailAsked = (now: number, contact: Contact, signUp: SignUp): SignUpChange => {
  const state = contact.email_consent
  return { contact, entry: entryOf(now, contact, "email", [state, state], askedRule(signUp), signUp) }
}

/** The request to confirm a phone by a text. Pure. */
export const phoneAsked = (now: number, contact: Contact, signUp: SignUp): SignUpChange => {
  const state = smsWhileAsked(contact.sms_consent)
  return {
    contact: state === contact.sms_consent ? contact : { ...contact, sms_consent: state, updated_at: now },
    entry: entryOf(now, contact, "sms", [contact.sms_consent, state], askedRule(signUp), signUp)
  }
}

/** E-mail after the person confirmed, or signed up without a confirmation. It ends every withdrawal. Pure. */
export const emailSubscribed = (
  now: number,
  contact: Contact,
  rule: "form_confirmed" | "form_opt_in",
  signUp: SignUp
): SignUpChange => ({
  contact: {
    ...contact,
    email_consent: "subscribed",
    ...withdrawalFields(null, withdrawalOf(contact, "sms")),
    updated_at: now
  },
  entry: entryOf(now, contact, "email", [contact.email_consent, "subscribed"], rule, signUp)
})
