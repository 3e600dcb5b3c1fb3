import { Schema } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { IntegrationKind } from "../integrations/IntegrationKind.ts"
import type { ReportedOrder } from "./PlatformOrder.ts"

/** The delivery status of the carrier. No other order status triggers flows (contract §3). */
export const ShipmentStatus = Schema.Literals([
  "attempted_delivery",
  "carrier_picked_up",
  "confirmed",
  "delayed",
  "delivered",
  "failure",
  "in_transit",
  "label_printed",
  "label_purchased",
  "out_for_delivery",
  "picked_up",
  "ready_for_pickup"
])

/** Stored and echoed; triggers nothing (contract §3). */
export const FinancialStatus = Schema.Literals([
  "authorized",
  "expired",
  "paid",
  "partially_paid",
  "partially_refunded",
  "pending",
  "refunded",
  "voided"
])

/** Stored and echoed; triggers nothing (contract §3). */
export const FulfillmentStatus = Schema.Literals([
  "fulfilled",
  "in_progress",
  "on_hold",
  "open",
  "partially_fulfilled",
  "pending",
  "pending_fulfillment",
  "request_declined",
  "restocked",
  "scheduled",
  "unfulfilled"
])

/**
 * The fields that a caller sets; a later call keeps those it leaves out. Null is empty. `total` and `subtotal` are decimal text,
 * `placed_at` is milliseconds, `phone` is E.164; free-form members are JSON text, exactly as sent.
 */
export interface OrderFields {
  readonly email: string | null
  readonly phone: string | null
  readonly total: string
  readonly currency: string
  readonly placed_at: number
  readonly customer_id: string | null
  /** The number as people read it, such as `#1001`, of an order that no connected store reported. */
  readonly order_number: string | null
  readonly subtotal: string | null
  readonly total_items: number | null
  readonly financial_status: string | null
  readonly fulfillment_status: string | null
  readonly shipment_status: string | null
  readonly discounts: string | null
  readonly tax_lines: string | null
  readonly line_items: string | null
  readonly billing_address: string | null
  readonly shipping_address: string | null
  readonly accepts_email_marketing: boolean | null
  readonly accepts_sms_marketing: boolean | null
  /** JSON of `PlatformOrder`; null for an order that no connected store reported. */
  readonly platform: string | null
  /** The part of `total` that a connected store reported as paid back, as decimal text; null for an order that none reported. */
  readonly refunded: string | null
}

/** An order as stored. `deliveries` counts the changes into `delivered`. */
export interface Order extends OrderFields {
  readonly account_id: string
  readonly order_id: bigint
  /** Null once the contact was erased. */
  readonly contact_id: string | null
  readonly integration_id: string | null
  readonly deliveries: number
  /** The message that the order is attributed to (contract §3). */
  readonly attributed_message_id: string | null
  readonly created_at: number
  readonly updated_at: number
}

/** An order without any optional field. */
const emptyFields: Omit<OrderFields, "total" | "currency" | "placed_at"> = {
  email: null,
  phone: null,
  customer_id: null,
  order_number: null,
  subtotal: null,
  total_items: null,
  financial_status: null,
  fulfillment_status: null,
  shipment_status: null,
  discounts: null,
  tax_lines: null,
  line_items: null,
  billing_address: null,
  shipping_address: null,
  accepts_email_marketing: null,
  accepts_sms_marketing: null,
  platform: null,
  refunded: null
}

/** The fields of the stored order, if there is one, overridden by those of the call: an update is decided on them (contract §3). */
export const mergeFields = (before: Order | undefined, { fields }: Pick<PlaceOrder, "fields">): OrderFields => ({
  ...emptyFields,
  ...before,
  ...fields
})

/** The name that an order gives a contact without a name. */
export interface BuyerName {
  readonly first_name: string | null
  readonly last_name: string | null
}

/** One call of `POST /orders/placed`, valid and normalized. Fields that the caller left out are missing from `fields`. */
export interface PlaceOrder {
  readonly account_id: string
  readonly order_id: bigint
  readonly fields: Partial<OrderFields> & Pick<OrderFields, "total" | "currency" | "placed_at">
  readonly initial_sync: boolean
  /** SHA-256 of the integration token sent, lower-case hex. */
  readonly integration_digest: string | null
  /** The id that a new contact gets. */
  readonly new_contact_id: string
  readonly actor: string
  /** When the order was handed over, in milliseconds, if that was before the call: in an uploaded file. */
  readonly known_since?: number
  /** The order of an imported file. Only with a reason may its yes lift a withdrawal or a suppression. */
  readonly imported?: { readonly lift_reason: string | null }
  /** The report of a connected store that the call comes from. */
  readonly reported?: ReportedOrder
  /** `waits`: the order's platform waits for the payment, and 'Order Placed' flows with it. `paid`: it is paid now. */
  readonly placement?: "waits" | "paid" | undefined
  /** The buyer's name, as the store's platform says; null if it says none. The name of an address where the caller leaves it out. */
  readonly buyer?: BuyerName | null
  /** The name of the customer beside the addresses, for an order whose addresses have none. */
  readonly customer_name?: BuyerName
  /** When the person last took back consent in the store, in milliseconds, as far as no contact knows it yet. */
  readonly withdrawn_at?: { readonly email: number | null; readonly sms: number | null }
  /** How far the account's clock is ahead, in milliseconds; left out for real accounts. */
  readonly clock_offset?: number
}

/** The columns of a Custom Integration that orders need. */
export const Integration = Schema.Struct({
  account_id: Schema.String,
  integration_id: Schema.String,
  kind: IntegrationKind,
  digest: Schema.String,
  active: Schema.Boolean,
  store_name: Schema.String,
  store_url: Schema.String
})
export type Integration = typeof Integration.Type

/**
 * Starts flows once for each cause: `occurrence` is 0 for placed, and the number of the delivery for received. `order` and `contact`
 * are as they were at that moment.
 */
export interface Trigger {
  readonly account_id: string
  readonly type: "order_placed" | "order_received"
  readonly order_id: bigint
  readonly occurrence: number
  readonly contact_id: string
  readonly occurred_at: number
  readonly order: Order
  readonly contact: Contact
}
