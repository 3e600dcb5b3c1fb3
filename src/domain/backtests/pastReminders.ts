import type { CartReminder } from "../carts/cartReminder.ts"
import type { FiredTrigger } from "../flows/triggerKinds.ts"
import type { ProductReminder } from "../products/productReminder.ts"
import type { PastFacts } from "./pastFacts.ts"

/** The cart and the product that a message is about, as they were at a moment. */
interface Reminders {
  readonly reminder: CartReminder | null
  readonly product_reminder: ProductReminder | null
}

/** The cart and product of a message of a run, when it is sent. No record tells what a product was then, so orders alone decide on it. Pure. */
export const remindersOf = (fired: FiredTrigger, facts: PastFacts, now: number): Reminders => {
  if (fired.type === "cart_abandoned") {
    const { changed_at, cart_id } = fired.cart
    const past = facts.cart(cart_id)
    const cart = past === undefined ? null : { ...past.cart, ...facts.ordersOf(past, now) }
    return { reminder: { changed_at, contact_id: fired.contact_id, cart }, product_reminder: null }
  }
  if (fired.type !== "product_viewed") return none
  const { product, viewed_at: caused_at } = fired
  const { last_order_at } = facts.contact()
  const { variant_id, old_price } = product
  const rule = { type: fired.type }
  const product_reminder = { rule, variant_id, old_price, caused_at, asked: false, product: undefined, last_order_at }
  return { reminder: null, product_reminder }
}

const none: Reminders = { reminder: null, product_reminder: null }
