import {
  type Cause,
  type ConsentDecision,
  type EmailConsent,
  isOptIn,
  type LedgerEntry,
  type SmsConsent,
  type Withdrawal,
  withdrawalAfter
} from "./Consent.ts"
import type { ConsentProof } from "./ConsentProof.ts"
import { type Contact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import type { SmsKeyword } from "../messages/SmsKeyword.ts"

/** The unsubscribe link of an e-mail, or its one-click form (RFC 8058). A suppression is stricter and stays. */
export const emailOnUnsubscribe = (state: EmailConsent): ConsentDecision<EmailConsent> =>
  state === "suppressed" || state === "compliance_suppressed"
    ? { state, rule: "unsubscribe_link_suppressed" }
    : { state: "unsubscribed", rule: "unsubscribe_link" }

/**
 * The person left by the mail provider's own link, header or list (contract §12). A suppression is stricter and stays. `subscribedAt`: when
 * the person last subscribed, `leftAt`: when they left, both in milliseconds. A provider may repeat its report for days: one from before a
 * later yes changes nothing, beyond the five minutes by which clocks may differ.
 */
export const emailOnProviderUnsubscribe = (
  state: EmailConsent,
  { subscribedAt, leftAt }: { readonly subscribedAt: number | undefined; readonly leftAt: number | null }
): ConsentDecision<EmailConsent> => {
  if (state === "suppressed" || state === "compliance_suppressed") {
    return { state, rule: "unsubscribed_at_provider_suppressed" }
  }
  const isOutdated = state === "subscribed" && leftAt !== null && subscribedAt !== undefined
  return isOutdated && subscribedAt - leftAt > clockTolerance
    ? { state }
    : { state: "unsubscribed", rule: "unsubscribed_at_provider" }
}

// Milliseconds by which the clock of a provider may differ.
const clockTolerance = 300_000

/** Milliseconds in which an unsubscription can be taken back on its own page. */
const returnWindow = 86_400_000

/**
 * The way back on the page of an unsubscribe link: only for a contact that this link, of the message `message_id`, unsubscribed
 * less than a day ago. `last` is the change that made the present state. A suppression stays.
 */
export const emailOnResubscribe = (
  now: number,
  state: EmailConsent,
  last:
    | {
        readonly cause: Cause
        readonly from_state: string
        readonly source_id: string
        readonly recorded_at: number
      }
    | undefined,
  message_id: string
): ConsentDecision<EmailConsent> => {
  if (state === "subscribed") return { state }
  if (state === "suppressed" || state === "compliance_suppressed") return { state, rule: "resubscribe_link_suppressed" }
  const isOwn =
    state === "unsubscribed" &&
    last?.cause === "unsubscribe_link" &&
    last.from_state === "subscribed" &&
    last.source_id === message_id
  return isOwn && now - last.recorded_at < returnWindow
    ? { state: "subscribed", rule: "resubscribe_link" }
    : { state, rule: "resubscribe_link_late" }
}

/**
 * A keyword by text (contract §4.7). `stoppedByPerson`: a text or the preference page caused the last change of the state. `isAsked`: a sign-up
 * of the phone waits for its confirmation.
 */
export const smsOnKeyword = (
  state: SmsConsent,
  keyword: SmsKeyword,
  { stoppedByPerson, isAsked }: { readonly stoppedByPerson: boolean; readonly isAsked: boolean }
): ConsentDecision<SmsConsent> => {
  if (keyword === "stop") return { state: "unsubscribed", rule: "sms_stop" }
  if (state === "subscribed") return { state }
  if (state === "pending" || isAsked) return { state: "subscribed", rule: "sms_start_pending" }
  if (keyword === "confirm") return { state }
  if (state === "unsubscribed" && stoppedByPerson) return { state: "subscribed", rule: "sms_start_after_stop" }
  return { state, rule: "sms_start_without_opt_in" }
}

/** A hard bounce, a spam complaint, or a suppression set in the dashboard (contract §4.4). */
export const emailOnReport = (report: "bounce" | "complaint" | "dashboard"): ConsentDecision<EmailConsent> => {
  const rule = { bounce: "email_bounced", complaint: "email_complained", dashboard: "compliance_by_hand" } as const
  return { state: "compliance_suppressed", rule: rule[report] }
}

/** Five soft bounces within seven days, with no delivery between (contract §4.7). A compliance suppression is stricter and stays. */
export const emailOnSoftBounces = (state: EmailConsent): ConsentDecision<EmailConsent> =>
  state === "suppressed" || state === "compliance_suppressed"
    ? { state }
    : { state: "suppressed", rule: "email_soft_bounced" }

/** Lifting a compliance suppression restores `before`, the state from before it was set. */
export const emailOnLift = (state: EmailConsent, before: EmailConsent): ConsentDecision<EmailConsent> =>
  state === "compliance_suppressed" ? { state: before, rule: "compliance_lifted" } : { state }

interface SignalSource {
  readonly cause: Cause
  readonly source_id: string
  readonly actor: string
  readonly proof?: ConsentProof
}

/** A signal on one channel: the state that it requests, and the decision of its rule. */
export type ConsentSignal = SignalSource &
  (
    | { readonly channel: "email"; readonly requested: EmailConsent; readonly decision: ConsentDecision<EmailConsent> }
    | { readonly channel: "sms"; readonly requested: SmsConsent; readonly decision: ConsentDecision<SmsConsent> }
  )

const causedByPerson: ReadonlySet<Cause> = new Set(["unsubscribe_link", "preference_page", "inbound_sms", "complaint"])

const withdrawalOnSignal = (
  now: number,
  before: Withdrawal | null,
  { requested, cause, decision }: ConsentSignal,
  isPersonsOptOut: boolean
): Withdrawal | null => {
  // The person's opt-out is a withdrawal even where a suppression stays.
  if (isPersonsOptOut) return withdrawalAfter(before, requested, "person", now)
  if (cause === "bounce") return before
  return withdrawalAfter(before, decision.state, "merchant", now)
}

/**
 * The contact after a signal, and its ledger entry. An entry is written when the state changes, when a change is refused, and when the
 * person withdraws a consent that the merchant had withdrawn. A repeated opt-out of the person only moves the time of the
 * withdrawal. Undefined when nothing changes. Pure.
 */
export const applyConsentSignal = (
  now: number,
  contact: Contact,
  signal: ConsentSignal
): { readonly contact: Contact; readonly entry: LedgerEntry | undefined } | undefined => {
  const { channel, decision, requested, cause } = signal
  if (decision.rule === undefined) return undefined
  const from_state = contact[`${channel}_consent`]
  const before = withdrawalOf(contact, channel)
  const isPersonsOptOut = causedByPerson.has(cause) && !isOptIn(requested)
  const changes = decision.state !== from_state
  const refused = decision.state !== requested
  const isRecorded = changes || refused || (isPersonsOptOut && from_state === "unsubscribed" && before?.by !== "person")
  if (!isRecorded && !isPersonsOptOut) return undefined
  const withdrawal = changes || isPersonsOptOut ? withdrawalOnSignal(now, before, signal, isPersonsOptOut) : before
  const after =
    signal.channel === "email"
      ? { email_consent: signal.decision.state, ...withdrawalFields(withdrawal, withdrawalOf(contact, "sms")) }
      : { sms_consent: signal.decision.state, ...withdrawalFields(withdrawalOf(contact, "email"), withdrawal) }
  const entry: LedgerEntry = {
    account_id: contact.account_id,
    contact_id: contact.contact_id,
    channel,
    from_state,
    to_state: requested,
    refused,
    cause,
    rule: decision.rule,
    source_id: signal.source_id,
    actor: signal.actor,
    effective_at: now,
    recorded_at: now,
    ...(signal.proof === undefined ? {} : { proof: signal.proof })
  }
  return {
    contact: { ...contact, ...after, updated_at: changes ? now : contact.updated_at },
    entry: isRecorded ? entry : undefined
  }
}
