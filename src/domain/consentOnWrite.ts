import { Schema } from "effect"
import type { EmailConsent, Rule, SmsConsent } from "./Consent.ts"
import { leaf } from "./Leaf.ts"

/** A step of a consent from one state to the next. */
export interface Move<State> {
  readonly to: State
  readonly rule: Rule
}

const oneOf = <const States extends ReadonlyArray<string>>(states: States, message: string) => {
  const known = Schema.Literals(states)
  const is = Schema.is(known)
  return leaf({
    to: known,
    json: { type: "string", enum: states },
    message,
    decode: (value) => (is(value) ? value : undefined),
    encode: (state) => state
  })
}

export const writableEmailConsents = ["subscribed", "unsubscribed", "never_subscribed", "suppressed"] as const

/** What a caller may set `email_consent` to (contract §4). */
export const WritableEmailConsent = oneOf(
  writableEmailConsents,
  "Must be subscribed, unsubscribed, never_subscribed (which replaced non_subscribed) or suppressed"
)
export type WritableEmailConsent = typeof WritableEmailConsent.Type

export const writableSmsConsents = ["subscribed", "unsubscribed", "never_subscribed", "single_opt_in"] as const

/** What a caller may set `sms_consent` to (contract §4). */
export const WritableSmsConsent = oneOf(
  writableSmsConsents,
  "Must be subscribed, unsubscribed, never_subscribed (which replaced non_subscribed) or single_opt_in"
)
export type WritableSmsConsent = typeof WritableSmsConsent.Type

/** The rows of specification §3.2 for contact endpoints. Contract: the contact is not `compliance_suppressed`. */
export const emailOnWrite = (
  state: EmailConsent,
  value: WritableEmailConsent | undefined
): ReadonlyArray<Move<EmailConsent>> => {
  if (value === undefined || value === state) return []
  const move = { to: value, rule: "contact_write" } as const
  return state === "suppressed" ? [{ to: "never_subscribed", rule: "contact_unsuppressed" }, move] : [move]
}

/** Any writable SMS consent follows any state. */
export const smsOnWrite = (state: SmsConsent, value: WritableSmsConsent | undefined): ReadonlyArray<Move<SmsConsent>> =>
  value === undefined || value === state ? [] : [{ to: value, rule: "contact_write" }]

/** Whether an SMS consent needs a phone to be given to. */
export const needsPhone = (value: unknown): boolean => value === "subscribed" || value === "single_opt_in"
