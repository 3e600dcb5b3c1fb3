import type { Cause, EmailConsent, LedgerEntry, SmsConsent, Verdict } from "./Consent.ts"
import type { Contact } from "./Contact.ts"
import type { SmsKeyword } from "./SmsKeyword.ts"

/** The unsubscribe link of an e-mail, or its one-click form. A suppression is stronger and stays. */
export const emailOnUnsubscribe = (state: EmailConsent): Verdict<EmailConsent> => {
  if (state === "suppressed" || state === "compliance_suppressed") return { state, rule: "unsubscribe_link_suppressed" }
  return state === "unsubscribed" ? { state } : { state: "unsubscribed", rule: "unsubscribe_link" }
}

/** A text that is a keyword (contract §4). `stoppedByText`: the last change of the state came from a text. */
export const smsOnKeyword = (
  state: SmsConsent,
  keyword: SmsKeyword,
  { stoppedByText }: { readonly stoppedByText: boolean }
): Verdict<SmsConsent> => {
  if (keyword === "stop") return state === "unsubscribed" ? { state } : { state: "unsubscribed", rule: "sms_stop" }
  if (state === "subscribed") return { state }
  if (state === "pending") return { state: "subscribed", rule: "sms_start_pending" }
  if (state === "unsubscribed" && stoppedByText) return { state: "subscribed", rule: "sms_start_after_stop" }
  return { state, rule: "sms_start_without_opt_in" }
}

/** A hard bounce or a spam complaint, or the operator's hand (contract §4). */
export const emailOnReport = (
  state: EmailConsent,
  report: "bounce" | "complaint" | "dashboard"
): Verdict<EmailConsent> => {
  if (state === "compliance_suppressed") return { state }
  const rule = { bounce: "email_bounced", complaint: "email_complained", dashboard: "compliance_by_hand" } as const
  return { state: "compliance_suppressed", rule: rule[report] }
}

/** Lifting a compliance suppression brings back `before`, what held when it was set. */
export const emailOnLift = (state: EmailConsent, before: EmailConsent): Verdict<EmailConsent> =>
  state === "compliance_suppressed" ? { state: before, rule: "compliance_lifted" } : { state }

interface Source {
  readonly cause: Cause
  readonly source_id: string
  readonly actor: string
}

/** What was said of one channel: the verdict on it, and the state that was asked for. */
export type Said = Source &
  (
    | { readonly channel: "email"; readonly verdict: Verdict<EmailConsent>; readonly asked: EmailConsent }
    | { readonly channel: "sms"; readonly verdict: Verdict<SmsConsent>; readonly asked: SmsConsent }
  )

/** The contact after what was said, and the ledger's line of it; undefined when nothing was asked that does not hold already. */
export const hear = (
  now: number,
  contact: Contact,
  said: Said
): { readonly contact: Contact; readonly line: LedgerEntry } | undefined => {
  if (said.verdict.rule === undefined) return undefined
  const from_state = said.channel === "email" ? contact.email_consent : contact.sms_consent
  const refused = said.verdict.state === from_state
  const line: LedgerEntry = {
    account_id: contact.account_id,
    contact_id: contact.contact_id,
    channel: said.channel,
    from_state,
    to_state: refused ? said.asked : said.verdict.state,
    refused,
    cause: said.cause,
    rule: said.verdict.rule,
    source_id: said.source_id,
    actor: said.actor,
    effective_at: now,
    recorded_at: now
  }
  if (refused) return { contact, line }
  const after = said.channel === "email" ? { email_consent: said.verdict.state } : { sms_consent: said.verdict.state }
  return { contact: { ...contact, ...after, updated_at: now }, line }
}
