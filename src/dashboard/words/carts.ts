/** Words of the cart pages. */
import type { CartStage } from "../../domain/carts/Cart.ts"
import type { CartStatus } from "../../domain/carts/cartEnd.ts"

// In several places
export const carts = "Carts"
export const became = "What became of it"
export const statuses: Readonly<Record<CartStatus, string>> = {
  open: "Open",
  ordered: "Ordered",
  removed: "Emptied"
}
export const stage = "Stage"
export const stages: Readonly<Record<CartStage, string>> = { cart: "Cart", checkout: "Checkout begun" }
export const total = "Total"
export const changed = "Last change"
export const items = "Items"
export const visitor = "Visitor without a contact"

// List of carts
export const cartsSubtitle = "What people put in their carts, and whether they ordered it."
export const any = "Any"
export const noCartsYet = "No carts yet"
export const noMatchingCarts = "No matching carts"
export const changeFilters = "Change the filters."
export const sampleTime = "Today, 10:12"
export const connectShop = "Connect your store"
export const howCartsArrive =
  "A connected Shopify or BigCommerce store sends its carts by webhook. Any other store sends them with PUT /v1/carts and a token with the scope carts_write."

// Page of a cart
export const backToCarts = "← Carts"
export const changedAt = (time: string) => `Last changed ${time}`
export const cart = "Cart"
export const details = "Details"
export const order = (id: string) => `Order ${id}`
export const orderedWithoutNumber = "Ordered; the store named no order"
export const cartLink = "Link to the cart"
export const noCartLink = "None was sent"
export const source = "Sent by"
export const cartId = "ID"
export const created = "Created"
export const noItems = "No items"
