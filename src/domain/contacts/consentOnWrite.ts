import { Schema } from "effect"
import {
  type Cause,
  type ConsentTransition,
  type EmailConsent,
  isOptIn,
  isOptOut,
  isStricter,
  type SmsConsent,
  type Withdrawal,
  withdrawalAfter
} from "./Consent.ts"
import { leaf } from "../json/Leaf.ts"
import { type ChannelEntry, restoredOptOut, transitionEntries } from "./Suppressions.ts"

const oneOf = <const States extends ReadonlyArray<string>>(states: States, message: string) => {
  const literals = Schema.Literals(states)
  const is = Schema.is(literals)
  return leaf({
    to: literals,
    json: { type: "string", enum: states },
    message,
    decode: (value) => (is(value) ? value : undefined),
    encode: (state) => state
  })
}

export const writableEmailConsents = ["subscribed", "unsubscribed", "never_subscribed", "suppressed"] as const

/** The values of `email_consent` in contact writes (contract §4.4). */
export const WritableEmailConsent = oneOf(
  writableEmailConsents,
  "Must be subscribed, unsubscribed, never_subscribed (which replaced non_subscribed) or suppressed"
)
export type WritableEmailConsent = typeof WritableEmailConsent.Type

export const writableSmsConsents = ["subscribed", "unsubscribed", "never_subscribed", "single_opt_in"] as const

/** The values of `sms_consent` in contact writes (contract §4.4). */
export const WritableSmsConsent = oneOf(
  writableSmsConsents,
  "Must be subscribed, unsubscribed, never_subscribed (which replaced non_subscribed) or single_opt_in"
)
export type WritableSmsConsent = typeof WritableSmsConsent.Type

/** Whether an SMS consent needs a phone. */
export const needsPhone = (value: unknown): boolean => value === "subscribed" || value === "single_opt_in"

/** The transitions from `state` to a written `value` (contract §4.4). Requires that `state` is not `compliance_suppressed`. */
const transitionsOnWrite = <State extends EmailConsent | SmsConsent>(
  state: State,
  value: State | undefined
): ReadonlyArray<ConsentTransition<State | "never_subscribed">> => {
  if (value === undefined || value === state) return []
  const write = { to: value, rule: "contact_write" } as const
  return state === "suppressed" ? [{ to: "never_subscribed", rule: "contact_unsuppressed" }, write] : [write]
}

/**
 * The opt-out in effect, undefined without one. The person's withdrawal counts as `unsubscribed` also after the merchant wrote
 * `never_subscribed`.
 */
export const effectiveOptOut = <State extends EmailConsent | SmsConsent>(
  state: State,
  withdrawal: Withdrawal | null
): State | "unsubscribed" | undefined => {
  if (isOptOut(state)) return state
  return withdrawal?.by === "person" ? "unsubscribed" : undefined
}

/** Whether a write ends an opt-out or a withdrawal, instead of making the consent stricter. */
const lifts = (
  state: EmailConsent | SmsConsent,
  value: EmailConsent | SmsConsent,
  withdrawal: Withdrawal | null
): boolean => effectiveOptOut(state, withdrawal) !== undefined && isStricter(state, value)

const withdrawnByPerson = (before: Withdrawal | null, at: number): Withdrawal => ({
  at: Math.max(at, before?.by === "person" ? before.at : 0),
  by: "person"
})

/** A contact write on one channel. */
interface ChannelWrite<State> {
  readonly state: State
  readonly withdrawal: Withdrawal | null
  /** The consent in the request. */
  readonly value: State | undefined
  /** The suppression of a new address, its cause, and when its person withdrew consent, in milliseconds. */
  readonly suppressed: State | undefined
  readonly suppressed_cause: Cause | undefined
  readonly suppressed_at: number | undefined
  readonly mayLift: boolean
  /** When the platform of a connected store recorded the value, in milliseconds: a no is the person's own. */
  readonly reported_at: number | undefined
  /** An existing contact gets an address of this channel. */
  readonly readdressed: boolean
}

/**
 * One channel after a write: the suppression of a new address applies first, then the value. `restored` is the state between; `isLift`: the value
 * lifts an opt-out, or would. Pure.
 */
export const writeConsent = <State extends EmailConsent | SmsConsent>(
  now: number,
  entry: ChannelEntry,
  {
    state,
    withdrawal,
    value,
    suppressed,
    suppressed_cause,
    suppressed_at,
    mayLift,
    reported_at,
    readdressed
  }: ChannelWrite<State>
) => {
  // The evidence is of the written consent alone.
  const { proof: _, ...plain } = entry
  const optOut = restoredOptOut(state, suppressed)
  const restored = optOut.at(-1)?.to ?? state
  // An opt-in of the contact carries over to its new address, whatever was withdrawn for that address.
  const inEffect =
    suppressed_at === undefined || isOptIn(restored)
      ? withdrawal
      : ({ at: Math.max(suppressed_at, withdrawal?.by === "person" ? withdrawal.at : 0), by: "person" } as const)
  const isLift = value !== undefined && value !== restored && lifts(restored, value, inEffect)
  const isRefused = isLift && !mayLift
  const written = isRefused ? [] : transitionsOnWrite(restored, value)
  const lifted = isLift && entry.cause === "import" ? { rule: "import_lifts_withdrawal" as const } : {}
  const to = written.at(-1)?.to
  // Also without a change: the last time that the person said no is what a later yes is compared with.
  const isPersons = reported_at !== undefined && value === "unsubscribed"
  return {
    restored,
    isLift,
    state: to ?? restored,
    withdrawal: isPersons
      ? withdrawnByPerson(inEffect, reported_at)
      : to === undefined
        ? inEffect
        : withdrawalAfter(inEffect, to, "merchant", now),
    ledger: [
      ...(readdressed
        ? [{ ...plain, from_state: state, to_state: state, refused: false, rule: "address_changed" as const }]
        : []),
      ...transitionEntries(plain, state, optOut, suppressed_cause),
      ...transitionEntries(entry, restored, written).map((line) => ({ ...line, ...lifted })),
      ...(isRefused
        ? [
            {
              ...entry,
              from_state: restored,
              to_state: value,
              refused: true,
              rule: "import_keeps_withdrawal" as const
            }
          ]
        : [])
    ]
  }
}
