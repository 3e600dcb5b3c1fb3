import type { JsonObject } from "../json/Json.ts"
import type { PlatformReport } from "../orders/PlatformOrder.ts"

/** A consent of a customer with the time at which the platform recorded it, in milliseconds. */
export interface StoreConsent {
  readonly subscribed: boolean
  readonly at: number
}

/** A customer as the store's platform has them. Times in milliseconds. */
export interface StoreCustomer {
  readonly customer_id: string
  readonly updated_at: number
  /** When the person became a customer of the store. */
  readonly known_since: number
  /** The members of a contact body, without consents. */
  readonly contact: JsonObject
  readonly email_consent: StoreConsent | null
  readonly sms_consent: StoreConsent | null
}

/** The reasons for which a webhook has no effect. */
export type IgnoredReason = "unknown_topic" | "no_effect" | "draft" | "test" | "no_address" | "unreadable"

/** What a webhook asks for (contract §14). */
export type StoreCommand =
  /** `order` is a body of `POST /orders/placed`. */
  | { readonly type: "order"; readonly order_id: string; readonly order: JsonObject; readonly report: PlatformReport }
  /** A shipment or refund of an order that another webhook reports as a whole. */
  | { readonly type: "order_part"; readonly order_id: string; readonly report: PlatformReport }
  | { readonly type: "customer"; readonly customer: StoreCustomer }
  | { readonly type: "data_request"; readonly email: string | null; readonly phone: string | null }
  | { readonly type: "erase_person"; readonly email: string | null; readonly phone: string | null }
  | { readonly type: "erase_store" }
  | { readonly type: "ignored"; readonly reason: IgnoredReason }

export const ignored = (reason: IgnoredReason): StoreCommand => ({ type: "ignored", reason })
