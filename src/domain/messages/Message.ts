import { Schema } from "effect"
import type { CartReminder, CartRef } from "../carts/cartReminder.ts"
import type { MessageCoupon } from "../coupons/MessageCoupon.ts"
import type { Channel } from "../contacts/Consent.ts"
import type { Contact } from "../contacts/Contact.ts"
import type { CampaignStatus } from "../campaigns/CampaignState.ts"
import type { ProductReminder } from "../products/productReminder.ts"
import type { TemplateProducts } from "../products/productsInMail.ts"
import type { ProductRef } from "../products/subjectProduct.ts"
import type { Frequency } from "./Frequency.ts"
import { englishWords, type MessageLanguage, serviceText } from "../languages/messageWords.ts"
import type { MadeContents } from "../content/messageContents.ts"
import type { SenderProfile } from "../senders/SenderProfile.ts"

/** Contract §10. `skipped`, `held`, `failed` and `bounced` carry a reason. */
export const MessageStatus = Schema.Literals([
  "queued",
  "held",
  "sent",
  "captured",
  "failed",
  "skipped",
  "bounced",
  "clicked"
])
export type MessageStatus = typeof MessageStatus.Type

/** Why a message is written. Only messages of flows and campaigns wait for quiet hours to end. `opt_in` asks to confirm a sign-up. */
export const Purpose = Schema.Literals(["flow", "campaign", "welcome", "confirmation", "opt_in"])
export type Purpose = typeof Purpose.Type

/**
 * Contract §12. A `transactional` message is about the order or event that started its flow: it is sent whatever the marketing
 * consent, and carries no unsubscribe header.
 */
export const MessageClass = Schema.Literals(["marketing", "transactional"]).annotate({
  message: "Must be marketing or transactional"
})
export type MessageClass = typeof MessageClass.Type

/** How an e-mail is laid out: `shell` puts its HTML into the account's layout, `none` sends it as it is. */
export const MailLayout = Schema.Literals(["shell", "none"]).annotate({ message: "Must be shell or none" })
export type MailLayout = typeof MailLayout.Type

/** The key of a message. */
export interface MessageRef {
  readonly account_id: string
  readonly message_id: string
}

/** A message to be recorded: `subject` (null for SMS) and `body` are Liquid templates. Times in milliseconds. */
export interface NewMessage {
  readonly account_id: string
  readonly contact_id: string
  /** Idempotency key, unique in the account: a second message with the same key is not recorded. */
  readonly key: string
  readonly channel: Channel
  readonly purpose: Purpose
  readonly class: MessageClass
  readonly layout: MailLayout
  readonly subject: string | null
  readonly body: string
  /** What it has beside these templates; absent or null for nothing. */
  readonly contents?: MadeContents | null
  readonly flow_id: string | null
  readonly run_id: string | null
  readonly step_id: string | null
  /** The topic that it is of; absent or null for general marketing, and for mail that is none. */
  readonly topic?: string | null
  /** The further sender that it comes from; absent or null for the sender of the account, and for texts. */
  readonly sender_id?: string | null
  /** The order and the event that its templates show. */
  readonly order_id: bigint | null
  readonly event_id: string | null
  /** The cart that it is about; absent or null for a message about none. */
  readonly cart?: CartRef | null
  /** The product that it is about; absent or null for a message about none. */
  readonly product?: ProductRef | null
}

/** The addresses, consents and pause of a message's contact, read when it is about to be sent. */
export interface Recipient extends Pick<Contact, "email" | "phone" | "email_consent" | "sms_consent"> {
  /** Until when the contact has paused marketing messages, in milliseconds; null without a pause. */
  readonly paused_until: number | null
  /** The topics that the contact left. */
  readonly left_topics: ReadonlyArray<string>
  /** The contact's own time zone; null if it is not known. */
  readonly timezone: string | null
}

/** A claimed message with everything that sending it needs. `data` holds the variables of its templates. */
export interface DueMessage extends MessageRef, ClaimLimits {
  readonly contact_id: string
  readonly channel: Channel
  readonly purpose: Purpose
  readonly class: MessageClass
  readonly layout: MailLayout
  readonly subject: string | null
  readonly body: string
  /** The flow or campaign that the message is of; null for a message of none. */
  readonly flow_id: string | null
  readonly campaign_id: string | null
  /** The topic that the message is of; null for general marketing, and for mail that is none. */
  readonly topic: string | null
  /** The further sender that the message comes from, whose profile is `sender`; null for the sender of the account. */
  readonly sender_id: string | null
  /** The status of the campaign that the message is of; null for a message of none. */
  readonly campaign_status: CampaignStatus | null
  /** The contact is in the holdout of the flow or the account, which gets no marketing. */
  readonly held_out: boolean
  /** The cart that the message is about; null for a message about none. */
  readonly reminder: CartReminder | null
  /** The product that its flow is about; null for a message about none. */
  readonly product_reminder: ProductReminder | null
  /** The coupons that its templates show. */
  readonly coupons: ReadonlyArray<MessageCoupon>
  /** The name of the flow or campaign; null for a message of none. */
  readonly source_name: string | null
  /** Counts this attempt. */
  readonly attempts: number
  /** One of `claimLoss`, this claim included. */
  readonly lost_claims: number
  /** How far the account's clock is ahead, in milliseconds. */
  readonly clock_offset: number
  readonly account_name: string
  readonly timezone: string
  /** The account's default country, ISO 3166 alpha-2. */
  readonly country: string
  readonly language: MessageLanguage
  readonly sender: SenderProfile
  /** The account has a mail server of its own. */
  readonly has_server: boolean
  /** Grows with every change of the sender; 0 for an account that has set nothing. */
  readonly sender_version: number
  /** Undefined once the contact is deleted. */
  readonly contact: Recipient | undefined
  readonly data: Readonly<Record<string, unknown>>
  /** The products of the kinds that its templates name; absent for templates that name none. */
  readonly products?: TemplateProducts
}

/** Members of a claim for the account's limits on its own sending. */
export interface ClaimLimits {
  /** The account's date at the claim, as YYYY-MM-DD. */
  readonly day: string
  /** The start of the hour in which the message was counted, in milliseconds; null without a limit of messages an hour. */
  readonly counted_hour: number | null
  /** Undefined without a frequency cap, and for messages that do not count. */
  readonly frequency: Frequency | undefined
}

/** The result of one attempt; `attempts` identifies the claim. Null members leave the stored value. Times in milliseconds. */
export interface SendOutcome extends MessageRef {
  readonly attempts: number
  readonly status: Exclude<MessageStatus, "clicked">
  readonly reason: string | null
  /** When the next attempt is due, for `queued` and `held`. */
  readonly due_at: number | null
  readonly recipient: string | null
  readonly subject: string | null
  readonly body: string | null
  /** Whether the message shows coupons, whose codes go back if it is skipped; absent if it does not. */
  readonly has_coupons?: boolean
  /** The account's date on which the message counts for the frequency cap, as YYYY-MM-DD; absent or null if it does not. */
  readonly counted_on?: string | null
  /** The ids of the products that it shows; absent for none. */
  readonly shown_products?: ReadonlyArray<string>
}

const ownText =
  (purpose: "welcome" | "confirmation") =>
  (to: Pick<NewMessage, "account_id" | "contact_id" | "key">): NewMessage => ({
    ...to,
    channel: "sms",
    purpose,
    class: purpose === "confirmation" ? "transactional" : "marketing",
    layout: "none",
    subject: null,
    body: serviceText(purpose, englishWords),
    flow_id: null,
    run_id: null,
    step_id: null,
    order_id: null,
    event_id: null
  })

/**
 * The SMS that greets a contact whose `sms_consent` became `subscribed` (contract §4.4). `key` identifies the transition. It is sent in the
 * contact's language.
 */
export const welcomeMessage = ownText("welcome")

/** The one SMS that confirms STOP (contract §4.7), in the contact's language. `key` identifies the transition. */
export const stopConfirmation = ownText("confirmation")
