import { type EmailConsent, isOptOut, type SmsConsent, type Withdrawal } from "../contacts/Consent.ts"

/** A request to confirm a sign-up, as the ledger has it. `at` in milliseconds. */
export interface OptInRequest {
  readonly at: number
  readonly isConfirmed: boolean
}

/** Milliseconds between two requests to confirm to one address, however often it is submitted, unless the person left in between. */
export const requestPause = 3_600_000

/** Milliseconds in which a request can be confirmed. */
export const requestLifetime = 7 * 86_400_000

/** The consent of the contact on a channel, what withdrew it, and when it was last asked to confirm. */
export interface OptIn<State> {
  readonly state: State
  readonly withdrawal: Withdrawal | null
  readonly lastAsked: number | undefined
}

/** The effect of a submission: nothing, a request to confirm, or the consent at once. */
export type SubmitDecision = "nothing" | "ask" | "subscribe"

// The link of the last request confirms nothing once the person has left, so a person who comes back is asked again.
const isVoid = (lastAsked: number, withdrawal: Withdrawal | null): boolean =>
  withdrawal !== null && withdrawal.by === "person" && withdrawal.at >= lastAsked

const askedLately = (now: number, lastAsked: number | undefined): boolean =>
  lastAsked !== undefined && now - lastAsked < requestPause

/**
 * A submitted e-mail address (contract §16). Without double opt-in it is subscribed at once, unless somebody withdrew its consent: then only the
 * holder's own confirmation subscribes it. A compliance suppression stays. Pure.
 */
export const onEmailSubmitted = (
  now: number,
  { state, withdrawal, lastAsked }: OptIn<EmailConsent>,
  { doubleOptIn }: { readonly doubleOptIn: boolean }
): SubmitDecision => {
  if (state === "compliance_suppressed") return "nothing"
  if (!doubleOptIn && !isOptOut(state) && withdrawal === null) return "subscribe"
  if (lastAsked !== undefined && isVoid(lastAsked, withdrawal)) return "ask"
  return askedLately(now, lastAsked) ? "nothing" : "ask"
}

/** A submitted phone. A text asks for the confirmation; a phone that gets texts already is not asked. Pure. */
export const onPhoneSubmitted = (now: number, { state, lastAsked }: OptIn<SmsConsent>): SubmitDecision =>
  state === "subscribed" || askedLately(now, lastAsked) ? "nothing" : "ask"

/** The state of texts while a request waits: `pending`, unless the phone left or gets texts. */
export const smsWhileAsked = (state: SmsConsent): SmsConsent => (state === "never_subscribed" ? "pending" : state)

/** Whether a confirmation subscribes, repeats one that did, or comes too late. */
export type ConfirmDecision = "subscribe" | "repeated" | "void"

/**
 * The confirmation of a request. Void after its lifetime, after a withdrawal that came later, and under a compliance suppression.
 * `request` is undefined if the contact was erased. Pure.
 */
export const onConfirmed = (
  now: number,
  { state, withdrawal }: Pick<OptIn<EmailConsent | SmsConsent>, "state" | "withdrawal">,
  request: OptInRequest | undefined
): ConfirmDecision => {
  if (request === undefined || state === "compliance_suppressed") return "void"
  if (withdrawal !== null && withdrawal.at >= request.at) return "void"
  if (request.isConfirmed) return state === "subscribed" ? "repeated" : "void"
  return now - request.at < requestLifetime ? "subscribe" : "void"
}
