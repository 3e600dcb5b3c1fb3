import type { JsonObject } from "../json/Json.ts"
import type { BuyerName } from "../orders/Order.ts"
import type { PlatformReport } from "../orders/PlatformOrder.ts"

/** A consent of a customer with the time at which the platform recorded it, in milliseconds. */
export interface ShopConsent {
  readonly subscribed: boolean
  readonly at: number
}

/** A customer as the store's platform has them. Times in milliseconds. */
export interface ShopCustomer {
  readonly customer_id: string
  /** Whether the report has all of the customer; otherwise it has consents alone, and the addresses that they were given for. */
  readonly is_whole: boolean
  readonly updated_at: number
  /** When the person became a customer of the store. */
  readonly known_since: number
  /** The members of a contact body, without consents. Without e-mail and phone, the platform's id alone says who it is. */
  readonly contact: JsonObject
  readonly email_consent: ShopConsent | null
  readonly sms_consent: ShopConsent | null
}

/**
 * The buyer of an order, which may be shipped to another person. `country` is that of the buyer's national phone, `language` the tag of that in which
 * the order was placed; null where the platform does not say it.
 */
export interface ShopBuyer {
  readonly name: BuyerName | undefined
  readonly country: string | null
  readonly language: string | null
}

/** Facts that a cart's body does not have: the token of its checkout, whether it was completed, and the country of a national phone. */
export interface ShopCartOwner {
  readonly token: string | null
  readonly completed: boolean
  readonly country: string | null
}

/** The person of a privacy request. */
export interface ShopPerson {
  readonly customer_id: string | null
  readonly email: string | null
  readonly phone: string | null
  /** Orders of the person. */
  readonly order_ids: ReadonlyArray<string>
}

/** The reasons for which a webhook has no effect. */
export type IgnoredReason =
  | "unknown_topic"
  | "no_effect"
  | "draft"
  | "test"
  | "no_address"
  | "anonymised"
  | "unreadable"

/** The change that a webhook asks for (contract §14). */
export type PlatformCommand =
  /**
   * `order` is a body of `POST /orders/placed`, whose total may be negative. `customer`: what the platform knows of the buyer's consents.
   * `isRestored`: the platform brings the order back and does not say when.
   */
  | {
      readonly type: "order"
      readonly order_id: string
      readonly order: JsonObject
      readonly report: PlatformReport
      readonly buyer: ShopBuyer
      readonly customer: ShopCustomer | null
      readonly isRestored?: boolean
      /** The tokens of the cart and the checkout that the order came from. */
      readonly cart_tokens?: ReadonlyArray<string>
    }
  /** `cart` is a body of `PUT /carts/{id}`. `owner` is null in a report of the items alone. */
  | {
      readonly type: "cart"
      readonly cart_id: string
      readonly cart: JsonObject
      readonly owner: ShopCartOwner | null
    }
  /** An order that ended the cart with one of the tokens. */
  | { readonly type: "cart_ended"; readonly order_id: string; readonly tokens: ReadonlyArray<string> }
  /**
   * `product` is a body of `PUT /products/{id}`, null of one that is gone. `inventory_items`: the ids of what the platform counts, by variant.
   * `isAsOfReceipt`: it holds as of its receipt, or as of `read_at`, when it was read, in milliseconds.
   */
  | {
      readonly type: "product"
      readonly product_id: string
      readonly product: JsonObject | null
      readonly inventory_items: Readonly<Record<string, string>>
      readonly isAsOfReceipt: boolean
      readonly read_at?: number
    }
  /** Pieces of an inventory item at a location, which no product need name yet. */
  | {
      readonly type: "stock_level"
      readonly item_id: string
      readonly location_id: string
      readonly available: number
      readonly at: number
    }
  /** The statuses alone of an order that another webhook reports as a whole. `isAnonymised`: the platform erased its person. */
  | {
      readonly type: "order_part"
      readonly order_id: string
      readonly report: PlatformReport
      readonly isAnonymised?: boolean
    }
  /** The platform deleted the order and does not say when. */
  | { readonly type: "order_removed"; readonly order_id: string }
  | { readonly type: "customer"; readonly customer: ShopCustomer }
  | { readonly type: "merge_customers"; readonly customer_id: string; readonly from: string }
  | ({ readonly type: "data_request" | "erase_person" } & ShopPerson)
  | { readonly type: "erase_store" }
  | { readonly type: "ignored"; readonly reason: IgnoredReason }

export const ignored = (reason: IgnoredReason): PlatformCommand => ({ type: "ignored", reason })

/**
 * Settings for reading a store's webhooks: the name of the order field that holds the consent, if there is one, and the address of the store,
 * from which the addresses of products are made.
 */
export interface ReadingOptions {
  readonly consent_field: string | null
  readonly store_url?: string
}
