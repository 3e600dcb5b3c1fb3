import { Schema } from "effect"

/** A refusal that is not about the recipient's address (contract §4.7): the sender's address or domain, the content, a policy, or unknown. */
export const Refusal = Schema.Literals(["sender", "content", "policy", "other"])
export type Refusal = typeof Refusal.Type

/**
 * The outcome of a sent mail. `bounced`: the recipient's address failed permanently. `soft_bounced`: the recipient's mailbox
 * failed temporarily. `complained`: the person reported it as spam. `unsubscribed`: the person left by the provider's own means; with
 * `isDropped` the provider sent this mail no more. `refused`: any other permanent failure.
 */
export type ReportedOutcome =
  | { readonly kind: "delivered" | "soft_bounced" | "bounced" | "complained"; readonly refusal?: undefined }
  | { readonly kind: "unsubscribed"; readonly isDropped: boolean; readonly refusal?: undefined }
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

const about = {
  email: Schema.String,
  message_id: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.Number),
  code: Schema.NullOr(Schema.String)
}

/** A report as it is kept until it is applied. */
export const StoredReport: Schema.Codec<DeliveryReport> = Schema.Union([
  Schema.Struct({ kind: Schema.Literals(["delivered", "soft_bounced", "bounced", "complained"]), ...about }),
  Schema.Struct({ kind: Schema.Literal("unsubscribed"), isDropped: Schema.Boolean, ...about }),
  Schema.Struct({ kind: Schema.Literal("refused"), refusal: Refusal, ...about })
])

/** A provider's report of one mail or person, with the receiving server's codes. */
export interface ReadOutcome {
  readonly outcome: ReportedOutcome
  readonly code: string | null
}

/** An outcome that comes without codes. */
export const uncoded = (outcome: ReportedOutcome): ReadOutcome => ({ outcome, code: null })

export const delivered = uncoded({ kind: "delivered" })
export const bounced = uncoded({ kind: "bounced" })
export const complained = uncoded({ kind: "complained" })
export const unsubscribed = uncoded({ kind: "unsubscribed", isDropped: false })
/** The provider dropped a mail to a person who had left. */
export const droppedAsUnsubscribed = uncoded({ kind: "unsubscribed", isDropped: true })

/** The message id within a `Message-ID` or other text of a report. */
export const messageIdIn = (text: string): string | null => /msg_[0-9a-z]{26}/.exec(text)?.[0] ?? null

/** The first message id in several texts; null without one. */
export const messageIdInAny = (texts: ReadonlyArray<string | null>): string | null =>
  texts.map((text) => messageIdIn(text ?? "")).find((id) => id !== null) ?? null
