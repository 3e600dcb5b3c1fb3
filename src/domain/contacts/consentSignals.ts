import {
  type Cause,
  type EmailConsent,
  type LedgerEntry,
  isOptIn,
  type SmsConsent,
  type ConsentDecision,
  type Withdrawal,
  withdrawalAfter
} from "./Consent.ts"
import { type Contact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import type { SmsKeyword } from "../messages/SmsKeyword.ts"

/** The unsubscribe link of an e-mail, or its one-click form. A suppression is stronger and stays. */
export const emailOnUnsubscribe = (state: EmailConsent): ConsentDecision<EmailConsent> =>
  state === "suppressed" || state === "compliance_suppressed"
    ? { state, rule: "unsubscribe_link_suppressed" }
    : { state: "unsubscribed", rule: "unsubscribe_link" }

/** A text that is a keyword (contract §4). `stoppedByText`: the last change of the state came from a text. */
export const smsOnKeyword = (
  state: SmsConsent,
  keyword: SmsKeyword,
  { stoppedByText }: { readonly stoppedByText: boolean }
): ConsentDecision<SmsConsent> => {
  if (keyword === "stop") return { state: "unsubscribed", rule: "sms_stop" }
  if (state === "subscribed") return { state }
  if (state === "pending") return { state: "subscribed", rule: "sms_start_pending" }
  if (state === "unsubscribed" && stoppedByText) return { state: "subscribed", rule: "sms_start_after_stop" }
  return { state, rule: "sms_start_without_opt_in" }
}

/** A hard bounce or a spam complaint, or the operator's hand (contract §4). */
export const emailOnReport = (report: "bounce" | "complaint" | "dashboard"): ConsentDecision<EmailConsent> => {
  const rule = { bounce: "email_bounced", complaint: "email_complained", dashboard: "compliance_by_hand" } as const
  return { state: "compliance_suppressed", rule: rule[report] }
}

/** Lifting a compliance suppression brings back `before`, what held when it was set. */
export const emailOnLift = (state: EmailConsent, before: EmailConsent): ConsentDecision<EmailConsent> =>
  state === "compliance_suppressed" ? { state: before, rule: "compliance_lifted" } : { state }

interface Source {
  readonly cause: Cause
  readonly source_id: string
  readonly actor: string
}

/** What was said of one channel: the verdict on it, and the state that was asked for. */
export type ConsentSignal = Source &
  (
    | { readonly channel: "email"; readonly verdict: ConsentDecision<EmailConsent>; readonly asked: EmailConsent }
    | { readonly channel: "sms"; readonly verdict: ConsentDecision<SmsConsent>; readonly asked: SmsConsent }
  )

const personsCauses: ReadonlySet<Cause> = new Set(["unsubscribe_link", "inbound_sms", "complaint"])

const withdrawalBySaid = (
  now: number,
  before: Withdrawal | null,
  { asked, cause, verdict }: ConsentSignal,
  takesBack: boolean
): Withdrawal | null => {
  // A no counts although a suppression stays.
  if (takesBack) return withdrawalAfter(before, asked, "person", now)
  if (cause === "bounce") return before
  return withdrawalAfter(before, verdict.state, "merchant", now)
}

/**
 * The contact after what was said, and the ledger's line of it, if it gets one: when the state changes, when a change is refused,
 * and when the person takes back what the merchant had taken back. A no that the person says again moves the moment of their
 * withdrawal alone. Undefined when nothing changes.
 */
export const applyConsentSignal = (
  now: number,
  contact: Contact,
  said: ConsentSignal
): { readonly contact: Contact; readonly line: LedgerEntry | undefined } | undefined => {
  const { channel, verdict, asked, cause } = said
  if (verdict.rule === undefined) return undefined
  const from_state = contact[`${channel}_consent`]
  const before = withdrawalOf(contact, channel)
  const takesBack = personsCauses.has(cause) && !isOptIn(asked)
  const moved = verdict.state !== from_state
  const refused = verdict.state !== asked
  const isTold = moved || refused || (takesBack && from_state === "unsubscribed" && before?.by !== "person")
  if (!isTold && !takesBack) return undefined
  const withdrawal = moved || takesBack ? withdrawalBySaid(now, before, said, takesBack) : before
  const after =
    said.channel === "email"
      ? { email_consent: said.verdict.state, ...withdrawalFields(withdrawal, withdrawalOf(contact, "sms")) }
      : { sms_consent: said.verdict.state, ...withdrawalFields(withdrawalOf(contact, "email"), withdrawal) }
  const line: LedgerEntry = {
    account_id: contact.account_id,
    contact_id: contact.contact_id,
    channel,
    from_state,
    to_state: asked,
    refused,
    cause,
    rule: verdict.rule,
    source_id: said.source_id,
    actor: said.actor,
    effective_at: now,
    recorded_at: now
  }
  return {
    contact: { ...contact, ...after, updated_at: moved ? now : contact.updated_at },
    line: isTold ? line : undefined
  }
}
