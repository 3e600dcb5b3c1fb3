import type { Contact } from "../contacts/Contact.ts"
import type { FlowTrigger } from "../flows/FlowTrigger.ts"
import { durationMillis } from "../flows/FlowDuration.ts"
import { compareSum } from "../values/sumDecimals.ts"
import type { Cart } from "./Cart.ts"
import { type CartOrders, cartStatus } from "./cartEnd.ts"

/** Starts a flow once for a cart and its last change, when it was left for as long as the flow says. */
export interface CartTrigger {
  readonly account_id: string
  readonly type: "cart_abandoned"
  readonly flow_id: string
  readonly duration: string
  readonly contact_id: string
  readonly contact: Contact
  readonly cart: Cart
  readonly occurred_at: number
}

export type CartRule = Extract<FlowTrigger, { readonly type: "cart_abandoned" }>

/** Milliseconds: a cart whose last change was reported later than this starts nothing, as with events (contract §5). */
export const maxCartDelay = 72 * 3_600_000

/** When a cart has been left for as long as the rule says: not before its last change is known. In milliseconds. Pure. */
export const abandonedAt = (
  rule: CartRule,
  { changed_at, written_at }: Pick<Cart, "changed_at" | "written_at">
): number => Math.max(changed_at + durationMillis(rule.duration), written_at)

/** Whether a contact has left this cart by the rule: it is open, has come as far and is worth as much as the rule says. Pure. */
export const isAbandoned = (now: number, rule: CartRule, cart: Cart, orders: CartOrders): boolean =>
  cart.contact_id !== null &&
  cartStatus(cart, orders) === "open" &&
  abandonedAt(rule, cart) <= now &&
  cart.written_at - cart.changed_at <= maxCartDelay &&
  (rule.stage === undefined || rule.stage === cart.stage) &&
  (rule.least_total === undefined || compareSum([cart.total ?? "0"], String(rule.least_total)) >= 0)
