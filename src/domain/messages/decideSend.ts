import { type CartReminder, whyNotReminded } from "../carts/cartReminder.ts"
import { decideProductReminder, type ProductReminder } from "../products/productReminder.ts"
import { outOfStock } from "../products/productTurns.ts"
import { couponState, type MessageCoupon } from "../coupons/MessageCoupon.ts"
import type { EmailConsent, SmsConsent } from "../contacts/Consent.ts"
import type { MessageReason } from "../reasons.ts"
import type { CampaignStatus } from "../campaigns/CampaignState.ts"
import { allowedBy, type Frequency, isCounted } from "./Frequency.ts"
import type { MessageClass, NewMessage, Recipient } from "./Message.ts"
import { nextWindow } from "./QuietHours.ts"

/** The reason of a message whose contact was erased. */
export const contactDeleted = "the contact was deleted" satisfies MessageReason

/** The reason of a message of a paused campaign, until the campaign is resumed. */
export const campaignPaused = "the campaign is paused" satisfies MessageReason

/** The reason of a message that a cancelled campaign did not send. */
export const campaignCancelled = "the campaign was cancelled" satisfies MessageReason

/** The reason of a message that waits for a code of its coupon. The condition of an index names it. */
export const couponEmpty = "the coupon has no codes left" satisfies MessageReason

/** The reason of a message whose contact was merged with one that is enrolled in the same campaign. */
export const mergedRecipient = "the contact was merged with another recipient" satisfies MessageReason

/** The reason of a message of a topic that the contact left. */
export const topicLeft = "the contact left this topic" satisfies MessageReason

// A campaign that is resumed queues its held messages again.
const pausedFor = 30 * 86_400_000

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

// Codes that are added, or come back, have the message decided again at once.
const withoutCode = 3_600_000

// Longer than most sends take; a message that waits for another one is decided again then.
const outcomeDelay = 30_000

/** A message, and the status of its campaign: absent or null for a message of none. */
interface Decided extends Pick<NewMessage, "channel" | "purpose" | "class" | "topic"> {
  readonly campaign_status?: CampaignStatus | null
  /** Whether the contact is in a holdout: absent for one that is not. */
  readonly held_out?: boolean
  /** The cart that the message is about: absent or null for a message about none. */
  readonly reminder?: CartReminder | null
  /** The product that its flow is about: absent or null for a message about none. */
  readonly product_reminder?: ProductReminder | null
  /** The coupons that its templates show: absent for none. */
  readonly coupons?: ReadonlyArray<MessageCoupon>
}

/**
 * Applies the campaign's status, the end of the message's cart, the state of its product, its coupons, class, consent, suppression, the topics that the contact left, its pause, quiet hours, the frequency cap and the holdout at the moment of sending (contract §10, §12). `timezone` is the account's, for contacts without one of their own. `frequency` is
 * undefined for an account without a cap. Pure.
 */
export const decideSend = (
  now: number,
  message: Decided,
  contact: Recipient | undefined,
  timezone: string,
  frequency?: Frequency
): SendDecision => {
  if (message.campaign_status === "cancelled") return skip(campaignCancelled)
  if (message.campaign_status === "paused") return { _tag: "hold", until: now + pausedFor, reason: campaignPaused }
  const ended = message.reminder == null ? undefined : whyNotReminded(message.reminder)
  if (ended !== undefined) return skip(ended)
  const offer = message.product_reminder == null ? undefined : decideProductReminder(now, message.product_reminder)
  if (offer?._tag === "drop") return skip(offer.reason)
  if (offer?._tag === "wait") return { _tag: "hold", until: offer.until, reason: outOfStock }
  const coupons = couponState(message.coupons ?? [])
  if (coupons === "deleted") return skip("the coupon was deleted")
  const decision = decideAllowed(now, message, contact, timezone, frequency)
  return decision._tag === "send" && coupons === "empty"
    ? { _tag: "hold", until: now + withoutCode, reason: couponEmpty }
    : decision
}

const decideAllowed = (
  now: number,
  message: Decided,
  contact: Recipient | undefined,
  timezone: string,
  frequency: Frequency | undefined
): SendDecision => {
  const decision = decideConsent(now, message, contact, timezone)
  if (!isCounted(message)) return decision
  if (decision._tag !== "skip" && hasLeftTopic(message, contact)) return skip(topicLeft)
  // A message that waits for quiet hours is skipped at once: a pause is longer.
  if (decision._tag !== "skip" && now < (contact?.paused_until ?? 0)) return skip("paused")
  if (decision._tag !== "send") return decision
  const allowed = frequency === undefined ? "send" : allowedBy(frequency)
  if (allowed === "skip") return skip("frequency cap")
  if (allowed === "wait") return { _tag: "hold", until: now + outcomeDelay, reason: "frequency cap" }
  // Last, so that the holdout has exactly those whom the message would have gone to.
  return message.held_out === true ? skip("holdout") : decision
}

/** Only what is left of the consent: a topic that the contact did not leave gives none. */
const hasLeftTopic = ({ topic }: Decided, contact: Recipient | undefined): boolean =>
  topic != null && contact !== undefined && contact.left_topics.includes(topic)

const decideConsent = (
  now: number,
  message: Pick<NewMessage, "channel" | "purpose" | "class">,
  contact: Recipient | undefined,
  timezone: string
): SendDecision => {
  if (contact === undefined) return skip(contactDeleted)
  if (message.channel === "email") {
    if (contact.email === null) return skip("the contact has no e-mail address")
    if (
      message.purpose === "opt_in"
        ? contact.email_consent === "compliance_suppressed"
        : !allowsEmail(message.class, contact.email_consent)
    )
      return skip(`email_consent is ${contact.email_consent}`)
    return { _tag: "send", recipient: contact.email }
  }
  if (contact.phone === null) return skip("the contact has no phone")
  // The confirmation of STOP goes to a contact that has just unsubscribed.
  if (message.purpose !== "confirmation" && !allowsSms(message.class, contact.sms_consent))
    return skip(`sms_consent is ${contact.sms_consent}`)
  const until = isCampaignOrFlow(message.purpose) ? nextWindow(now, contact.timezone ?? timezone) : undefined
  if (until !== undefined) return { _tag: "hold", until, reason: "quiet hours" }
  return { _tag: "send", recipient: contact.phone }
}

const isCampaignOrFlow = (purpose: NewMessage["purpose"]): boolean => purpose === "flow" || purpose === "campaign"

const retryDelaysInSeconds = [60, 300, 1_800, 7_200, 21_600, 43_200]

/** When to try again after the `attempts`-th failure, in milliseconds; undefined when the message is given up. */
export const retryAt = (now: number, attempts: number): number | undefined => {
  const seconds = retryDelaysInSeconds[attempts - 1]
  return seconds === undefined ? undefined : now + seconds * 1_000
}

const lostReplyDelaysInHours = [1, 6, 24]

/**
 * When to try again after the `attempts`-th attempt whose reply was lost once the server had been given the whole mail: late and seldom,
 * since the server may have taken it each time. In milliseconds; undefined when the message is given up.
 */
export const retryLostReplyAt = (now: number, attempts: number): number | undefined => {
  const hours = lostReplyDelaysInHours[attempts - 1]
  return hours === undefined ? undefined : now + hours * 3_600_000
}
