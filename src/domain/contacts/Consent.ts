import { Schema } from "effect"

/** Specification §3.2. */
export const EmailConsent = Schema.Literals([
  "subscribed",
  "unsubscribed",
  "never_subscribed",
  "suppressed",
  "compliance_suppressed"
])
export type EmailConsent = typeof EmailConsent.Type

/** Specification §3.2. */
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

/** What made a ledger row (contract §4). */
export const Cause = Schema.Literals([
  "order",
  "api",
  "inbound_sms",
  "unsubscribe_link",
  "bounce",
  "complaint",
  "dashboard",
  "import",
  "erasure"
])
export type Cause = typeof Cause.Type

/** The rules that move or refuse consent, each with the sentence the ledger shows. */
export const rules = {
  order_email_opt_in: "An order placed within the last six months with accepts_email_marketing subscribes the contact",
  order_older_than_six_months: "An order older than six months gives no e-mail consent",
  order_email_suppressed: "A suppressed contact stays suppressed, whatever an order says",
  order_without_email: "accepts_email_marketing has no effect on an order sent with a phone and no e-mail",
  order_sms_new_contact: "An order with accepts_sms_marketing opts in the phone of the contact it creates",
  order_sms_existing_contact: "An order never changes the SMS consent of a contact that exists",
  order_before_withdrawal: "The person took the consent back; only an order placed after that moment gives it again",
  order_yes_repeated: "The yes of this order had been given before the consent was taken back, and is given once",
  order_phone_taken: "The phone belongs to another contact, so the new contact has none and no SMS opt-in",
  order_sms_remembered:
    "The person had unsubscribed before the contact was made; only an order placed after that moment gives the consent again",
  contact_write: "The caller set the consent of the contact",
  import_keeps_withdrawal: "An import never lifts an unsubscription or a suppression",
  address_changed: "The contact has another address; its consent stays",
  contact_merged: "The contact was merged with another; the stricter consent of both holds",
  contact_unsuppressed: "A consent written to a suppressed contact unsuppresses it first",
  contact_returned: "What the person had decided before holds for a new contact with the same address",
  unsubscribe_link: "The person used the unsubscribe link of an e-mail",
  unsubscribe_link_suppressed: "A suppressed contact gets no e-mail and stays suppressed when it unsubscribes",
  sms_stop: "The person answered a text with STOP or a word like it",
  sms_start_pending: "The person confirmed the opt-in by a text",
  sms_start_after_stop: "The person had stopped texts by a text and started them again by one",
  sms_start_without_opt_in: "A text starts only what is pending or was stopped by a text",
  email_bounced: "E-mail to the address bounced for good",
  email_complained: "The person reported an e-mail as spam",
  compliance_by_hand: "Set in the dashboard",
  compliance_lifted: "Lifted in the dashboard; what held before the suppression holds again"
} as const
export type Rule = keyof typeof rules

/** A line of the append-only consent ledger. Consent is a fold over the lines that were not refused. Times in milliseconds. */
export interface LedgerEntry {
  readonly account_id: string
  readonly contact_id: string
  readonly channel: Channel
  readonly from_state: EmailConsent | SmsConsent
  readonly to_state: EmailConsent | SmsConsent
  readonly refused: boolean
  readonly cause: Cause
  readonly rule: Rule
  readonly source_id: string
  readonly actor: string
  readonly effective_at: number
  readonly recorded_at: number
}

/** Who took a consent back: the person (link, text, complaint, erasure), or the merchant for them (API, dashboard, import). */
export const WithdrawnBy = Schema.Literals(["person", "merchant"])
export type WithdrawnBy = typeof WithdrawnBy.Type

/** A consent that was taken back and not given again since. `at` in milliseconds: of the person's last no, if they said one. */
export interface Withdrawal {
  readonly at: number
  readonly by: WithdrawnBy
}

export const isOptIn = (state: EmailConsent | SmsConsent): boolean =>
  state === "subscribed" || state === "single_opt_in"

/**
 * The withdrawal that stands after a consent became `state`. An opt-in ends it. What the person took back stays theirs, whatever
 * the merchant writes after it but an opt-in. Writing `never_subscribed` takes nothing back.
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

/** An order's yes, as withdrawals are judged by it. Times in milliseconds. */
export interface OrderYes {
  readonly placed_at: number
  /** When the service first had the order: it was placed by then, whatever its date says. */
  readonly known_at: number
  /** Whether the stored order had said this yes to the same contact. */
  readonly repeated: boolean
}

/**
 * Whether an order lifts a withdrawal (contract §3): the person's only when it was placed after it; the merchant's unless the yes
 * was given before.
 */
export const mayLift = ({ placed_at, known_at, repeated }: OrderYes, withdrawal: Withdrawal | null): boolean => {
  if (withdrawal === null) return true
  return withdrawal.by === "person" ? Math.min(placed_at, known_at) > withdrawal.at : !repeated
}

/** What a rule says of one channel: the state after it, and the rule that moved or refused it. No rule: nothing was asked. */
export interface ConsentDecision<State> {
  readonly state: State
  readonly rule?: Rule
}

/** The e-mail row of the table in specification §3.2, for an order that says yes. */
export const emailOnOrder = (
  state: EmailConsent,
  order: OrderYes & { readonly hasEmail: boolean; readonly withinSixMonths: boolean },
  withdrawal: Withdrawal | null
): ConsentDecision<EmailConsent> => {
  if (!order.hasEmail) return { state, rule: "order_without_email" }
  if (state === "subscribed") return { state }
  if (state === "suppressed" || state === "compliance_suppressed") return { state, rule: "order_email_suppressed" }
  if (!order.withinSixMonths) return { state, rule: "order_older_than_six_months" }
  if (!mayLift(order, withdrawal)) {
    return { state, rule: withdrawal?.by === "person" ? "order_before_withdrawal" : "order_yes_repeated" }
  }
  return { state: "subscribed", rule: "order_email_opt_in" }
}

/** The SMS row of the table in specification §3.2, for an order that says yes. */
export const smsOnOrder = (
  state: SmsConsent,
  contact: { readonly created: boolean; readonly phoneTaken: boolean },
  order: OrderYes,
  withdrawal: Withdrawal | null
): ConsentDecision<SmsConsent> => {
  if (!contact.created) return state === "subscribed" ? { state } : { state, rule: "order_sms_existing_contact" }
  if (contact.phoneTaken) return { state, rule: "order_phone_taken" }
  if (!mayLift(order, withdrawal)) return { state, rule: "order_sms_remembered" }
  return { state: "subscribed", rule: "order_sms_new_contact" }
}
