import { Schema } from "effect"
import type { ConsentProof } from "./ConsentProof.ts"

/** States of `email_consent`. `compliance_suppressed` is set by bounces, complaints and operators, never by writes. */
export const EmailConsent = Schema.Literals([
  "subscribed",
  "unsubscribed",
  "never_subscribed",
  "suppressed",
  "compliance_suppressed"
])
export type EmailConsent = typeof EmailConsent.Type

/** States of `sms_consent`. `pending` waits for the person to confirm by text. */
export const SmsConsent = Schema.Literals([
  "subscribed",
  "unsubscribed",
  "never_subscribed",
  "single_opt_in",
  "pending"
])
export type SmsConsent = typeof SmsConsent.Type

export const Channel = Schema.Literals(["email", "sms"])
export type Channel = typeof Channel.Type

/** The origin of a ledger entry (contract §4.6). */
export const Cause = Schema.Literals([
  "order",
  "api",
  "inbound_sms",
  "unsubscribe_link",
  "resubscribe_link",
  "preference_page",
  "form",
  "bounce",
  "complaint",
  "dashboard",
  "import",
  "erasure"
])
export type Cause = typeof Cause.Type

/** The rules that change or refuse consent, each with the sentence that the API and the dashboard show. */
export const rules = {
  order_email_opt_in: "An order placed within the last six months with accepts_email_marketing subscribes the contact",
  order_older_than_six_months: "An order older than six months gives no e-mail consent",
  order_email_suppressed: "An order never lifts a suppression",
  order_without_email: "accepts_email_marketing has no effect on an order sent with a phone and no e-mail",
  order_sms_new_contact: "An order with accepts_sms_marketing subscribes the phone of the contact it creates",
  order_sms_existing_contact: "An order never changes the SMS consent of a contact that exists",
  order_before_withdrawal: "The contact withdrew this consent; only an order placed after that gives it again",
  order_yes_repeated: "The order gave this consent before it was withdrawn; repeating the order does not give it again",
  order_phone_taken: "The phone belongs to another contact, so the new contact has no phone and no SMS opt-in",
  order_sms_remembered:
    "The phone was unsubscribed before this contact existed; only an order placed after that gives consent again",
  order_taken_by_store:
    "Another store sent an order with the same number and another buyer, who has the order now; the consent stays",
  contact_write: "The consent of the contact was set",
  import_keeps_withdrawal: "An import lifts no unsubscription and no suppression",
  import_lifts_withdrawal:
    "The user who ran the import let it lift unsubscriptions and suppressions, and gave a reason",
  change_undone: "A change of many contacts was undone; the consent from before it holds again",
  address_changed: "The contact has another address; its consent stays",
  contact_merged: "The contact was merged with another; the stricter consent of both holds",
  contact_unsuppressed: "A consent written to a suppressed contact unsuppresses it first",
  contact_returned: "An earlier opt-out of this address holds for the contact that now has it",
  unsubscribe_link: "The person used the unsubscribe link of an e-mail",
  unsubscribe_link_suppressed: "A suppressed contact stays suppressed when it uses an unsubscribe link",
  unsubscribed_at_provider: "The person left by the mail provider's own link or list",
  unsubscribed_at_provider_suppressed: "A suppressed contact stays suppressed when it leaves at the mail provider",
  resubscribe_link:
    "The person took back, on the page of the same link, that they unsubscribed with it less than a day before",
  resubscribe_link_suppressed: "A suppressed contact stays suppressed when it uses a link to subscribe again",
  resubscribe_link_late: "A link subscribes again only whom the same link unsubscribed within the last day",
  preference_off: "The person switched it off on the preference page",
  preference_suppressed: "A suppressed contact stays suppressed when it switches e-mail off on its preference page",
  preference_on: "The person switched it on, on the preference page of a message to this address",
  preference_asked:
    "The person asked for it on the preference page of a message to another address, and a message to this one asks to confirm",
  preference_compliance: "The preference page lifts no compliance suppression",
  preference_sms_stopped: "The person stopped texts by a text, and only a START text starts them again",
  topic_left: "The person left this topic on the preference page; other marketing goes on",
  topic_returned: "The person came back to this topic on the preference page; it gives no consent",
  topic_left_by_caller: "Left for the person by the API or in the dashboard; other marketing goes on",
  topic_returned_by_caller: "Joined again for the person by the API or in the dashboard; it gives no consent",
  topic_left_by_import: "The imported file says that the person left this topic; other marketing goes on",
  topic_returned_by_import:
    "The user who ran the import let it bring people back, and gave a reason; a topic gives no consent",
  form_asked:
    "The address was entered in a sign-up form, and a message to it asks to confirm; the consent does not change yet",
  form_confirmed: "The person confirmed the sign-up by the message to this address",
  form_opt_in: "The person signed up in a form without a confirmation by e-mail",
  sms_stop: "The person answered a text with STOP or a word like it",
  sms_stop_at_provider: "The SMS provider refuses texts to this phone, because the person stopped them there",
  sms_phone_unreachable: "The SMS provider says that the phone takes no texts: no such number, a landline, or blocked",
  sms_start_pending: "The person confirmed the opt-in by a text",
  sms_start_after_stop: "The person stopped texts before and now started them again by a text",
  sms_start_without_opt_in: "A START text subscribes only a contact that is pending or was stopped by a text",
  email_bounced: "E-mail to the address bounced permanently",
  email_soft_bounced: "Five e-mails to the address bounced within seven days, and none was delivered between",
  email_complained: "The person reported an e-mail as spam",
  compliance_by_hand: "Set in the dashboard",
  compliance_lifted: "Lifted in the dashboard; the consent from before the suppression is restored"
} as const
export type Rule = keyof typeof rules

/** An entry of the append-only consent ledger. Consent is a fold over the entries that were not refused. Times in milliseconds. */
export interface LedgerEntry {
  readonly account_id: string
  readonly contact_id: string
  readonly channel: Channel
  /** The topic that the entry is about: its states say whether the person is in. Absent for one about the channel as a whole. */
  readonly topic?: string
  readonly from_state: EmailConsent | SmsConsent
  readonly to_state: EmailConsent | SmsConsent
  readonly refused: boolean
  readonly cause: Cause
  readonly rule: Rule
  readonly source_id: string
  readonly actor: string
  readonly effective_at: number
  readonly recorded_at: number
  readonly proof?: ConsentProof
}

/** The outcome of the rules of a channel: the state, and the rule that changed it or refused a change. No rule: no change was requested. */
export interface ConsentDecision<State> {
  readonly state: State
  readonly rule?: Rule
}

/** A change of a consent from its current state to `to`. */
export interface ConsentTransition<State> {
  readonly to: State
  readonly rule: Rule
}

/** The order of states from the weakest to the strictest. Opt-outs start at `unsubscribed`. */
export const strictness: Record<EmailConsent | SmsConsent, number> = {
  subscribed: 0,
  single_opt_in: 1,
  pending: 2,
  never_subscribed: 3,
  unsubscribed: 4,
  suppressed: 5,
  compliance_suppressed: 6
}

export const isOptIn = (state: EmailConsent | SmsConsent): boolean =>
  state === "subscribed" || state === "single_opt_in"

export const isOptOut = (state: EmailConsent | SmsConsent): boolean => strictness[state] >= strictness.unsubscribed

export const isStricter = (state: EmailConsent | SmsConsent, other: EmailConsent | SmsConsent): boolean =>
  strictness[state] > strictness[other]

export const stricterOf = <State extends EmailConsent | SmsConsent>(one: State, other: State): State =>
  isStricter(other, one) ? other : one

/** The author of a withdrawal: the person (link, text, complaint, erasure), or the merchant (API, dashboard, import). */
export const WithdrawnBy = Schema.Literals(["person", "merchant"])
export type WithdrawnBy = typeof WithdrawnBy.Type

/** A withdrawal without a later opt-in. `at` in milliseconds; for a person the time of their last withdrawal. */
export interface Withdrawal {
  readonly at: number
  readonly by: WithdrawnBy
}

/**
 * The withdrawal in effect after a consent became `state`. An opt-in ends it. The merchant ends or replaces the person's
 * withdrawal by an opt-in alone. `never_subscribed` and `pending` withdraw nothing.
 */
export const withdrawalAfter = (
  before: Withdrawal | null,
  state: EmailConsent | SmsConsent,
  by: WithdrawnBy,
  now: number
): Withdrawal | null => {
  if (isOptIn(state)) return null
  if (by === "person") return { at: now, by }
  return before?.by === "person" || state === "never_subscribed" || state === "pending" ? before : { at: now, by }
}
