import { Schema } from "effect"
import type { Cause, ConsentDecision, EmailConsent, SmsConsent } from "./Consent.ts"

/** The choices on a contact's preference page (contract §14). */
export const PreferenceChoice = Schema.Literals([
  "email_off",
  "email_on",
  "sms_off",
  "sms_on",
  "pause_30",
  "pause_90",
  "resume",
  "topics"
])
export type PreferenceChoice = typeof PreferenceChoice.Type

const leavingCodes = ["too_many", "not_relevant", "never_signed_up", "other"] as const
export const LeavingReason = Schema.Literals(leavingCodes)
export type LeavingReason = typeof LeavingReason.Type

/** The reasons for leaving in the words that the ledger keeps. */
export const leavingReasons: Readonly<Record<LeavingReason, string>> = {
  too_many: "Too many messages",
  not_relevant: "Not what I am interested in",
  never_signed_up: "I never signed up",
  other: "Another reason"
}

const dayMillis = 86_400_000

/** Until when a choice pauses marketing messages, in milliseconds: null for none, undefined where the choice leaves a pause as it is. */
export const pauseAfter = (now: number, choice: PreferenceChoice): number | null | undefined => {
  if (choice === "pause_30") return now + 30 * dayMillis
  if (choice === "pause_90") return now + 90 * dayMillis
  return choice === "email_off" || choice === "sms_off" || choice === "topics" ? undefined : null
}

/** E-mail switched off on the preference page. A suppression is stricter and stays. */
export const emailOffByPreference = (state: EmailConsent): ConsentDecision<EmailConsent> =>
  state === "suppressed" || state === "compliance_suppressed"
    ? { state, rule: "preference_suppressed" }
    : { state: "unsubscribed", rule: "preference_off" }

/** E-mail switched on by the page of a message to this address, whose holder has decided. A compliance suppression stays. */
export const emailOnByPreference = (state: EmailConsent): ConsentDecision<EmailConsent> => {
  if (state === "subscribed") return { state }
  return state === "compliance_suppressed"
    ? { state, rule: "preference_compliance" }
    : { state: "subscribed", rule: "preference_on" }
}

/** Texts switched on by the page of a text to this phone. After a stop by text the provider sends nothing before a START text. */
export const smsOnByPreference = (state: SmsConsent, lastCause: Cause | undefined): ConsentDecision<SmsConsent> => {
  if (state === "subscribed") return { state }
  return isStoppedByText(state, lastCause)
    ? { state, rule: "preference_sms_stopped" }
    : { state: "subscribed", rule: "preference_on" }
}

/** Whether a text stopped the phone, also at the SMS provider. */
export const isStoppedByText = (state: SmsConsent, lastCause: Cause | undefined): boolean =>
  state === "unsubscribed" && lastCause === "inbound_sms"
