import { Schema } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { beginning } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import type { IgnoredReason } from "./PlatformCommand.ts"

/** `waiting`: a shipment or refund whose order was not reported yet. */
export const DeliveryStatus = Schema.Literals(["applied", "ignored", "waiting", "failed"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const reasons = {
  unchanged: "Nothing new: Tally has this state already, or a later one",
  erased_person: "The data of the person was erased",
  erased_store: "The store asked to be erased: it was disconnected, and the contacts that came only from it are erased",
  data_request: "The person asked the store for their data. Export it from the page of the contact",
  unknown_person: "No contact has this e-mail or phone",
  order_awaited: "Waits for its order",
  person_was_erased: "The person was erased after this order was placed",
  compliance_suppressed: "The contact is compliance suppressed and takes no changes",
  service_failure: "The service couldn't process this webhook",
  store_unreachable: "The store's API couldn't be read",
  unknown_topic: "Tally has no use for this topic",
  no_effect: "This event changes nothing in Tally",
  draft: "A draft is no order yet",
  test: "A test order",
  no_address: "Neither e-mail nor phone",
  anonymised: "The store erased the person of this order",
  customer_awaited: "Kept until the store reports the customer with an e-mail or phone",
  already_one: "Both customers are one contact already",
  unreadable: "The webhook couldn't be read"
} as const satisfies Record<IgnoredReason | string, string>
export type DeliveryReason = keyof typeof reasons

const isReason = (reason: string): reason is DeliveryReason => Object.hasOwn(reasons, reason)

/** A reason in words. Any other reason is a list of issues in words. */
export const deliveryReasonText = (reason: string): string => (isReason(reason) ? reasons[reason] : reason)

/** The outcome of a webhook. `order_id` is digits. */
export interface DeliveryOutcome {
  readonly status: DeliveryStatus
  readonly reason: string | null
  readonly order_id: string | null
  readonly contact_id: string | null
}

export const outcome = (
  status: DeliveryStatus,
  reason: DeliveryReason | null,
  about: Partial<Pick<DeliveryOutcome, "order_id" | "contact_id">> = {}
): DeliveryOutcome => ({ status, reason, order_id: null, contact_id: null, ...about })

// Characters.
const maxReason = 500

/** The outcome of a webhook that the rules of the API refuse. */
export const refusedOutcome = (
  issues: ReadonlyArray<ValidationIssue>,
  about: Partial<Pick<DeliveryOutcome, "order_id" | "contact_id">> = {}
): DeliveryOutcome => ({
  ...outcome("failed", null, about),
  reason: beginning(
    issues
      .slice(0, 5)
      .map(({ field, message }) => (field === "" ? message : `${field}: ${message}`))
      .join("; "),
    maxReason
  )
})

/** A webhook of a connected store in the dashboard. `retryable`: its body is kept. */
export const platformDelivery = <T extends typeof Timestamp | typeof Schema.DateTimeUtcFromDate>(time: T) =>
  Schema.Struct({
    id: Schema.String,
    topic: Schema.String,
    status: DeliveryStatus,
    reason: Schema.NullOr(Schema.String),
    order_id: Schema.NullOr(Schema.String),
    contact_id: Schema.NullOr(Schema.String),
    attempts: Schema.Int,
    retryable: Schema.Boolean,
    received_at: time
  })

export const PlatformDelivery = platformDelivery(Timestamp).annotate({ identifier: "PlatformDelivery" })
