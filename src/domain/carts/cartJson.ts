import { formatAmount } from "../orders/Currency.ts"
import { formatTime } from "../values/Time.ts"
import type { Cart } from "./Cart.ts"
import { type CartOrders, cartStatus } from "./cartEnd.ts"

/** A cart with the orders that are known of it. */
export interface KnownCart extends CartOrders {
  readonly cart: Cart
  /** The first order of the contact at or after the cart's last change; null without one. */
  readonly next_order_id: bigint | null
}

/** A cart of which no order is known. */
export const withoutOrders = (cart: Cart): KnownCart => ({
  cart,
  reported_order_id: null,
  last_order_at: null,
  next_order_id: null
})

/** The order that ended a cart; null while none did, and where the caller named none. */
export const endingOrder = ({ cart, ...orders }: KnownCart): bigint | null =>
  cartStatus(cart, orders) === "ordered"
    ? (orders.reported_order_id ?? cart.completed_order_id ?? (cart.completed ? null : orders.next_order_id))
    : null

/** The cart of a response as JSON text, exact to the digit (contract §18). */
export const cartJson = (known: KnownCart): string => {
  const { cart, ...orders } = known
  const amount = cart.total === null || cart.currency === null ? null : formatAmount(cart.total, cart.currency)
  const before = {
    id: cart.cart_id,
    source: cart.source,
    status: cartStatus(cart, orders),
    stage: cart.stage,
    contact_id: cart.contact_id,
    visitor_id: cart.visitor_id,
    currency: cart.currency,
    total_amount: amount
  }
  const after = {
    url: cart.url,
    order_id: endingOrder(known)?.toString() ?? null,
    updated_at: formatTime(cart.changed_at),
    created_at: formatTime(cart.created_at)
  }
  return `${JSON.stringify(before).slice(0, -1)},"line_items":${cart.line_items ?? "[]"},${JSON.stringify(after).slice(1)}`
}
