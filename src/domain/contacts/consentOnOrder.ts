import {
  type Channel,
  type ConsentDecision,
  type EmailConsent,
  isOptIn,
  type LedgerEntry,
  type SmsConsent,
  type Withdrawal,
  withdrawalAfter
} from "./Consent.ts"
import { type Contact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import { effectiveOptOut } from "./consentOnWrite.ts"
import type { Order, PlaceOrder } from "../orders/Order.ts"
import { monthsBefore } from "../values/Time.ts"

/** An opt-in by an order. Times in milliseconds. */
export interface OrderOptIn {
  readonly placed_at: number
  /** When the service first received the order. */
  readonly received_at: number
  /** The stored order gave the same opt-in to the same contact. */
  readonly repeated: boolean
}

/** The e-mail rows of contract §4.5, for an order with `accepts_email_marketing: true`. The first row that applies decides. */
export const emailOnOrder = (
  state: EmailConsent,
  order: OrderOptIn & { readonly hasEmail: boolean; readonly withinSixMonths: boolean },
  withdrawal: Withdrawal | null
): ConsentDecision<EmailConsent> => {
  if (!order.hasEmail) return { state, rule: "order_without_email" }
  if (state === "subscribed") return { state }
  if (state === "suppressed" || state === "compliance_suppressed") return { state, rule: "order_email_suppressed" }
  if (!order.withinSixMonths) return { state, rule: "order_older_than_six_months" }
  if (!endsWithdrawal(order, withdrawal)) {
    return { state, rule: withdrawal?.by === "person" ? "order_before_withdrawal" : "order_yes_repeated" }
  }
  return { state: "subscribed", rule: "order_email_opt_in" }
}

/** The SMS rows of contract §4.5, for an order with `accepts_sms_marketing: true`. The first row that applies decides. */
const smsOnOrder = (
  state: SmsConsent,
  contact: { readonly created: boolean; readonly phoneTaken: boolean },
  order: OrderOptIn,
  withdrawal: Withdrawal | null
): ConsentDecision<SmsConsent> => {
  if (!contact.created && state === "subscribed") return { state }
  if (!contact.created) return { state, rule: "order_sms_existing_contact" }
  if (contact.phoneTaken) return { state, rule: "order_phone_taken" }
  if (!endsWithdrawal(order, withdrawal)) return { state, rule: "order_sms_remembered" }
  return { state: "subscribed", rule: "order_sms_new_contact" }
}

/** Whether an opt-in ends a withdrawal: the person's if the order was placed after it, the merchant's unless the opt-in is repeated. */
const endsWithdrawal = ({ placed_at, received_at, repeated }: OrderOptIn, withdrawal: Withdrawal | null): boolean => {
  if (withdrawal === null) return true
  // An order cannot be placed after it was received, whatever its date says.
  return withdrawal.by === "person" ? Math.min(placed_at, received_at) > withdrawal.at : !repeated
}

/** The withdrawal of the contact, or a later one in the order's store. An opt-in of the contact is judged with the store's report itself. */
const withdrawalKnownTo = (
  { withdrawn_at }: Pick<PlaceOrder, "withdrawn_at">,
  contact: Contact,
  channel: Channel
): Withdrawal | null => {
  const [own, at] = [withdrawalOf(contact, channel), withdrawn_at?.[channel]]
  if (at == null || isOptIn(contact[`${channel}_consent`]) || (own?.by === "person" && own.at >= at)) return own
  return { at, by: "person" }
}

/**
 * The yes of an imported order to a channel that was withdrawn or suppressed, whoever wrote that; undefined where the rules of orders
 * decide. The reason that the file gives may lift it, never a compliance suppression (contract §16).
 */
const importedOptIn = <State extends EmailConsent | SmsConsent>(
  state: State,
  withdrawal: Withdrawal | null,
  lift_reason: string | null
): ConsentDecision<State | "subscribed"> | undefined => {
  if (state === "compliance_suppressed") return undefined
  if (withdrawal === null && effectiveOptOut(state, withdrawal) === undefined) return undefined
  return lift_reason === null
    ? { state, rule: "import_keeps_withdrawal" }
    : { state: "subscribed", rule: "import_lifts_withdrawal" }
}

/** An order call as the consent rules read it. `order` is the stored order with the call laid over it. */
export interface ConsentCall {
  readonly call: PlaceOrder
  readonly before: Order | undefined
  readonly order: Pick<Order, "email" | "phone" | "placed_at" | "accepts_email_marketing" | "accepts_sms_marketing">
  readonly created: boolean
  readonly phoneTaken: boolean
}

/**
 * The contact after the consent rules of an order, with a ledger entry for every change and refusal (contract §4.5). A stored opt-in
 * that the call omits counts again when the order moves to another contact. A refusal is recorded once, and again after a
 * later withdrawal. Pure.
 */
export const consentOnOrder = (
  now: number,
  contact: Contact,
  { call, before, order, created, phoneTaken }: ConsentCall
): { readonly contact: Contact; readonly ledger: ReadonlyArray<LedgerEntry> } => {
  const earlier = before?.contact_id === contact.contact_id ? before : undefined
  const hadOptIn = {
    email: earlier?.accepts_email_marketing === true && earlier.email !== null,
    sms: earlier?.accepts_sms_marketing === true
  }
  const optIn = (channel: Channel): OrderOptIn | undefined => {
    const field = `accepts_${channel}_marketing` as const
    const requested = order[field] === true && (call.fields[field] === true || !hadOptIn[channel])
    return requested
      ? { placed_at: order.placed_at, received_at: before?.created_at ?? now, repeated: hadOptIn[channel] }
      : undefined
  }
  const optIns = { email: optIn("email"), sms: optIn("sms") }
  const withdrawals = { email: withdrawalKnownTo(call, contact, "email"), sms: withdrawalKnownTo(call, contact, "sms") }
  const limits = { hasEmail: order.email !== null, withinSixMonths: order.placed_at >= monthsBefore(now, 6) }
  const importedYes = <State extends EmailConsent | SmsConsent>(channel: Channel, state: State, counts: boolean) =>
    call.imported === undefined || !counts
      ? undefined
      : importedOptIn(state, withdrawals[channel], call.imported.lift_reason)
  const email: ConsentDecision<EmailConsent> =
    optIns.email === undefined
      ? { state: contact.email_consent }
      : (importedYes("email", contact.email_consent, limits.hasEmail && limits.withinSixMonths) ??
        emailOnOrder(contact.email_consent, { ...optIns.email, ...limits }, withdrawals.email))
  const sms: ConsentDecision<SmsConsent> =
    optIns.sms === undefined
      ? { state: contact.sms_consent }
      : (importedYes("sms", contact.sms_consent, created && !phoneTaken) ??
        smsOnOrder(contact.sms_consent, { created, phoneTaken }, optIns.sms, withdrawals.sms))

  // The stored order has the same opt-in and was refused already; nothing was withdrawn and no date changed since.
  const wasRecorded = (channel: Channel): boolean => {
    if (earlier?.[`accepts_${channel}_marketing`] !== true) return false
    const withdrawnAt = withdrawals[channel]?.at
    return withdrawnAt === undefined ? earlier.placed_at === order.placed_at : earlier.updated_at > withdrawnAt
  }
  const entries = (channel: Channel, { state, rule }: ConsentDecision<EmailConsent | SmsConsent>) => {
    const from_state = contact[`${channel}_consent`]
    const refused = state === from_state
    if (rule === undefined || (refused && wasRecorded(channel))) return []
    return [
      {
        account_id: call.account_id,
        contact_id: contact.contact_id,
        channel,
        from_state,
        to_state: refused ? ("subscribed" as const) : state,
        refused,
        cause: rule.startsWith("import_") ? ("import" as const) : ("order" as const),
        rule,
        ...(rule === "import_lifts_withdrawal" && call.imported?.lift_reason != null
          ? { proof: { reason: call.imported.lift_reason } }
          : {}),
        source_id: String(call.order_id),
        actor: call.actor,
        effective_at: Math.min(order.placed_at, now),
        recorded_at: now
      }
    ]
  }
  const withdrawal = (channel: Channel, { state }: ConsentDecision<EmailConsent | SmsConsent>) =>
    state === contact[`${channel}_consent`]
      ? withdrawals[channel]
      : withdrawalAfter(withdrawals[channel], state, "merchant", now)
  return {
    contact: {
      ...contact,
      email_consent: email.state,
      sms_consent: sms.state,
      ...withdrawalFields(withdrawal("email", email), withdrawal("sms", sms))
    },
    ledger: [...entries("email", email), ...entries("sms", sms)]
  }
}
