import { Schema } from "effect"

/** A refusal that is not about the recipient's address (contract §4.7): the sender's address or domain, the content, a policy, or unknown. */
export const Refusal = Schema.Literals(["sender", "content", "policy", "other"])
export type Refusal = typeof Refusal.Type

/**
 * The outcome of a sent mail. `bounced`: the recipient's address failed permanently. `soft_bounced`: the recipient's mailbox
 * failed temporarily. `complained`: the person reported it as spam. `refused`: any other permanent failure.
 */
export type ReportedOutcome =
  | { readonly kind: "delivered" | "soft_bounced" | "bounced" | "complained"; readonly refusal?: undefined }
  | { readonly kind: "refused"; readonly refusal: Refusal }

/** A provider's report about one recipient of a mail. */
export type DeliveryReport = ReportedOutcome & {
  /** The recipient, decoded by `Email`. */
  readonly email: string
  /** Null if the report names no message of this service. */
  readonly message_id: string | null
  /** When it happened, in milliseconds; null if the report does not say. */
  readonly at: number | null
  /** The receiving server's codes, such as `550 5.1.1`; null without any. */
  readonly code: string | null
}

/** The message id within a `Message-ID` or other text of a report. */
export const messageIdIn = (text: string): string | null => /msg_[0-9a-z]{26}/.exec(text)?.[0] ?? null
