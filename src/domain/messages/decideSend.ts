import type { EmailConsent, SmsConsent } from "../contacts/Consent.ts"
import type { MessageReason } from "../reasons.ts"
import type { MessageClass, NewMessage, Recipient } from "./Message.ts"
import { nextWindow } from "./QuietHours.ts"

/** The reason of a message whose contact was erased. */
export const contactDeleted = "the contact was deleted" satisfies MessageReason

/** The decision on a due message. A held message is decided again at `until`, in milliseconds. */
export type SendDecision =
  | { readonly _tag: "send"; readonly recipient: string }
  | { readonly _tag: "hold"; readonly until: number; readonly reason: MessageReason }
  | { readonly _tag: "skip"; readonly reason: MessageReason }

const skip = (reason: MessageReason): SendDecision => ({ _tag: "skip", reason })

/** A suppressed address gets no mail at all. */
const allowsEmail = (messageClass: MessageClass, consent: EmailConsent): boolean =>
  messageClass === "transactional"
    ? consent !== "suppressed" && consent !== "compliance_suppressed"
    : consent === "subscribed"

/** A phone that was stopped gets no text at all. */
const allowsSms = (messageClass: MessageClass, consent: SmsConsent): boolean =>
  messageClass === "transactional"
    ? consent !== "unsubscribed"
    : consent === "subscribed" || consent === "single_opt_in"

/** Applies class, consent, suppression and quiet hours at the moment of sending (contract §10, §12). Pure. */
export const decideSend = (
  now: number,
  message: Pick<NewMessage, "channel" | "purpose" | "class">,
  contact: Recipient | undefined,
  timezone: string
): SendDecision => {
  if (contact === undefined) return skip(contactDeleted)
  if (message.channel === "email") {
    if (contact.email === null) return skip("the contact has no e-mail address")
    if (!allowsEmail(message.class, contact.email_consent)) return skip(`email_consent is ${contact.email_consent}`)
    return { _tag: "send", recipient: contact.email }
  }
  if (contact.phone === null) return skip("the contact has no phone")
  // The confirmation of STOP goes to a contact that has just unsubscribed.
  if (message.purpose !== "confirmation" && !allowsSms(message.class, contact.sms_consent))
    return skip(`sms_consent is ${contact.sms_consent}`)
  const until = message.purpose === "flow" ? nextWindow(now, timezone) : undefined
  if (until !== undefined) return { _tag: "hold", until, reason: "quiet hours" }
  return { _tag: "send", recipient: contact.phone }
}

const retryDelaysInSeconds = [60, 300, 1_800, 7_200, 21_600, 43_200]

/** When to try again after the `attempts`-th failure, in milliseconds; undefined when the message is given up. */
export const retryAt = (now: number, attempts: number): number | undefined => {
  const seconds = retryDelaysInSeconds[attempts - 1]
  return seconds === undefined ? undefined : now + seconds * 1_000
}
