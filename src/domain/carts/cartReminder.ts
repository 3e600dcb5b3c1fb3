import type { MessageReason } from "../reasons.ts"
import type { Cart } from "./Cart.ts"
import { type CartOrders, cartStatus } from "./cartEnd.ts"

/** The cart that a run or message is about, as it was changed last when the flow started. */
export interface CartRef {
  readonly cart_id: string
  /** Milliseconds. */
  readonly changed_at: number
}

/** The members of a cart that decide whether its reminder is still due. */
export type RemindedCart = Pick<Cart, "changed_at" | "item_count" | "completed" | "contact_id"> & CartOrders

/** A message about a cart, and the cart as it is now; null where it is no longer kept. */
export interface CartReminder {
  readonly changed_at: number
  readonly contact_id: string
  readonly cart: RemindedCart | null
}

/**
 * Why a message about a cart must not be sent; undefined while the cart stands as it did when the flow started (contract §18). Judged by
 * what is known at the moment of sending, so that no reminder leaves after the order is known. Pure.
 */
export const whyNotReminded = ({ changed_at, contact_id, cart }: CartReminder): MessageReason | undefined => {
  if (cart === null) return "the cart is no longer kept"
  const status = cartStatus(cart, cart)
  if (status === "ordered") return "the cart was ordered"
  if (status === "removed") return "the cart was emptied"
  return cart.changed_at === changed_at && cart.contact_id === contact_id ? undefined : "the cart was changed since"
}
