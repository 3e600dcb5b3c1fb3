import { Schema } from "effect"
import { Platform } from "../integrations/IntegrationKind.ts"

/** How far the shopper has come: items lie in the cart, or the checkout was begun. */
export const CartStage = Schema.Literals(["cart", "checkout"])
export type CartStage = typeof CartStage.Type

/** The reporter of a cart: a caller of the API, a page of the site, or the platform of a connected store. */
export const CartSource = Schema.Literals(["api", "site", ...Platform.literals])

/** The items of a cart: null and 0 in a cart that was emptied. `total` is decimal text, `line_items` JSON text as sent. */
export interface CartItems {
  readonly item_count: number
  readonly currency: string | null
  readonly total: string | null
  readonly line_items: string | null
}

/** The person of a cart, where it stands, and how it is reached again. */
export interface CartOwner {
  readonly visitor_id: string | null
  readonly stage: CartStage
  readonly url: string | null
  /** The platform's token of the checkout, beside that of the cart. */
  readonly token: string | null
  readonly completed: boolean
  readonly completed_order_id: bigint | null
}

/**
 * A cart as stored. Items and owner are those of their latest reports: `changed_at` and `changed_rank` order reports of items, `owned_at` and
 * `owned_rank` those of the owner, so that the order of arrival makes no difference. Times in milliseconds.
 */
export interface Cart extends CartItems, CartOwner {
  readonly account_id: string
  /** The caller's id, or the platform's token of the cart. */
  readonly cart_id: string
  /** Orders carts that changed at the same moment in lists. */
  readonly cart_key: string
  readonly source: typeof CartSource.Type
  readonly contact_id: string | null
  /** When the caller last changed the cart, by the caller's clock. */
  readonly changed_at: number
  readonly changed_rank: string
  readonly owned_at: number | null
  readonly owned_rank: string | null
  readonly created_at: number
  /** When the service last stored a change. */
  readonly written_at: number
}

/** The most items of a cart. */
export const maxCartItems = 200

/** One report of a cart, valid and normalized. */
export interface PutCart {
  readonly account_id: string
  readonly cart_id: string
  readonly source: typeof CartSource.Type
  /** The ids that a new cart and a new contact get. */
  readonly new_cart_key: string
  readonly new_contact_id: string
  /** The connected store that reports the cart; left out for callers of the API. */
  readonly integration_id?: string
  readonly items: CartItems
  /** Undefined in a report of items alone, which leaves the person, the stage and the address as they are. */
  readonly owner: (CartOwner & CartPerson) | undefined
  /** When the cart was changed, in milliseconds; null for now, which is later than every report before. */
  readonly at: number | null
  /** How far the account's clock is ahead, in milliseconds; left out for real accounts. */
  readonly clock_offset?: number
}

/** By whom the contact is found: by the id, else by the e-mail, without one by the phone. */
export interface CartPerson {
  readonly contact_id: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** A cart without items. */
export const isEmptied = ({ item_count }: Pick<CartItems, "item_count">): boolean => item_count === 0

export const noItems: CartItems = { item_count: 0, currency: null, total: null, line_items: null }
