import { Schema } from "effect"

/** A webhook to be called. What it says of contact, order and event is fixed when it is written. */
export interface NewDelivery {
  readonly account_id: string
  readonly contact_id: string
  /** Unique in the account: the same key is the same delivery. */
  readonly key: string
  readonly flow_id: string
  readonly run_id: string
  readonly step_id: string
  readonly url: string
  readonly order_id: bigint | null
  readonly event_id: string | null
}

/** A delivery that is due. `attempts` counts this try. */
export const DueDelivery = Schema.Struct({
  account_id: Schema.String,
  delivery_id: Schema.String,
  url: Schema.String,
  payload: Schema.String,
  attempts: Schema.Int,
  /** One of `claimLoss`, this claim included. */
  lost_claims: Schema.Int,
  /** How far the account's clock is ahead, in milliseconds. */
  clock_offset: Schema.Number,
  /** What the account's webhook secret is made from; null until it is first rotated. */
  webhook_nonce: Schema.NullOr(Schema.String)
})
export type DueDelivery = typeof DueDelivery.Type

/** What a call came to: the status of the answer, or why there was none. */
export type CallResult =
  | { readonly status: number; readonly reason: null }
  | { readonly status: null; readonly reason: string }

/** What a delivery is after a try; `due_at` in milliseconds, null when there is none to come. */
export interface DeliveryOutcome {
  readonly status: "queued" | "delivered" | "failed"
  readonly due_at: number | null
}

const minutes = [1 / 12, 5, 30, 120, 300, 600, 840, 1_200, 1_440]

/** Any 2xx is taken as delivered, 410 as never again; all else is tried anew over three days. */
export const afterCall = (now: number, attempts: number, result: CallResult): DeliveryOutcome => {
  if (result.status !== null && result.status >= 200 && result.status < 300)
    return { status: "delivered", due_at: null }
  const wait = result.status === 410 ? undefined : minutes[attempts - 1]
  return wait === undefined ? { status: "failed", due_at: null } : { status: "queued", due_at: now + wait * 60_000 }
}
