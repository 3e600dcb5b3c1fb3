import { Schema } from "effect"
import { type Cart, isEmptied } from "./Cart.ts"

/** The status of a cart: open, ended by an order, or emptied. */
export const CartStatus = Schema.Literals(["open", "ordered", "removed"])
export type CartStatus = typeof CartStatus.Type

/** The orders that are known of a cart. Times in milliseconds. */
export interface CartOrders {
  /** The order that a platform reported with the token of the cart or of its checkout; null without one. */
  readonly reported_order_id: bigint | null
  /** The latest `placed_at` of the contact's orders; null before any. */
  readonly last_order_at: number | null
}

/**
 * Decides the status of a cart by all that is known now (contract §18). An order ends it: by the platform's token, by the caller's word, else any
 * order of the contact placed at or after the cart's last change. Neither a refund nor a cancellation opens it again. Reads the present
 * state alone, so that the order in which carts and orders arrive makes no difference. Pure.
 */
export const cartStatus = (
  cart: Pick<Cart, "item_count" | "completed" | "changed_at">,
  { reported_order_id, last_order_at }: CartOrders
): CartStatus => {
  if (reported_order_id !== null || cart.completed) return "ordered"
  if (isEmptied(cart)) return "removed"
  return last_order_at !== null && last_order_at >= cart.changed_at ? "ordered" : "open"
}
