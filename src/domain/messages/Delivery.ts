import { Schema } from "effect"
import type { CartRef } from "../carts/cartReminder.ts"
import type { ProductRef } from "../products/subjectProduct.ts"

/** A webhook call to be recorded. Its payload (contact, order, event, cart and product) is fixed at that moment. */
export interface NewDelivery {
  readonly account_id: string
  readonly contact_id: string
  /** Idempotency key, unique in the account. */
  readonly key: string
  readonly flow_id: string
  readonly run_id: string
  readonly step_id: string
  readonly url: string
  readonly order_id: bigint | null
  readonly event_id: string | null
  readonly cart?: CartRef | null
  readonly product?: ProductRef | null
}

/** A claimed delivery with everything that the call needs. */
export const DueDelivery = Schema.Struct({
  account_id: Schema.String,
  delivery_id: Schema.String,
  url: Schema.String,
  payload: Schema.String,
  /** Counts this attempt. */
  attempts: Schema.Int,
  /** One of `claimLoss`, this claim included. */
  lost_claims: Schema.Int,
  /** How far the account's clock is ahead, in milliseconds. */
  clock_offset: Schema.Number,
  /** The account's webhook secret is derived from it; null until the secret is first rotated. */
  webhook_nonce: Schema.NullOr(Schema.String)
})
export type DueDelivery = typeof DueDelivery.Type

/** The result of a call: the HTTP status of the response, or why there was none. */
export type CallResult =
  | { readonly status: number; readonly reason: null }
  | { readonly status: null; readonly reason: string }

/** The state of a delivery after an attempt. `due_at` in milliseconds, null when no attempt follows. */
export interface DeliveryOutcome {
  readonly status: "queued" | "delivered" | "failed"
  readonly due_at: number | null
}

const retryDelaysInMinutes = [1 / 12, 5, 30, 120, 300, 600, 840, 1_200, 1_440]

/** Any 2xx is delivered and 410 has failed for good; any other result is retried over three days. */
export const afterCall = (now: number, attempts: number, result: CallResult): DeliveryOutcome => {
  if (result.status !== null && result.status >= 200 && result.status < 300)
    return { status: "delivered", due_at: null }
  const minutes = result.status === 410 ? undefined : retryDelaysInMinutes[attempts - 1]
  return minutes === undefined
    ? { status: "failed", due_at: null }
    : { status: "queued", due_at: now + minutes * 60_000 }
}
