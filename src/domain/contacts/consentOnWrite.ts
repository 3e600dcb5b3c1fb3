import { Schema } from "effect"
import type { EmailConsent, Rule, SmsConsent, Withdrawal } from "./Consent.ts"
import { leaf } from "../json/Leaf.ts"

// How far a state holds the service off: what is not said is stricter than a yes, a suppression stricter than a person's no.
const strictness: Record<EmailConsent | SmsConsent, number> = {
  subscribed: 0,
  single_opt_in: 1,
  pending: 2,
  never_subscribed: 3,
  unsubscribed: 4,
  suppressed: 5,
  compliance_suppressed: 6
}

/** The stricter of two states of a channel. */
export const stricterOf = <State extends EmailConsent | SmsConsent>(one: State, other: State): State =>
  strictness[one] >= strictness[other] ? one : other

/** The state that holds the service off; what the person took back does so too after the merchant wrote `never_subscribed`. */
export const heldOffAs = <State extends EmailConsent | SmsConsent>(
  state: State,
  withdrawal: Withdrawal | null
): State | "unsubscribed" | undefined => {
  if (strictness[state] >= strictness.unsubscribed) return state
  return withdrawal?.by === "person" ? "unsubscribed" : undefined
}

/**
 * Whether a file may bring a consent to `value`: it lifts neither an unsubscription nor a suppression, nor what the person took
 * back before the merchant wrote `never_subscribed` (contract §3).
 */
export const mayImport = (
  state: EmailConsent | SmsConsent,
  value: EmailConsent | SmsConsent,
  withdrawal: Withdrawal | null
): boolean => heldOffAs(state, withdrawal) === undefined || strictness[value] >= strictness[state]

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
