import type { JsonObject } from "../json/Json.ts"

/** The id of the cart of a browser: one, which nobody else's call reaches. */
export const siteCartId = (visitor_id: string): string => `site:${visitor_id}`

const members = ["stage", "currency", "total", "line_items", "url", "completed_order_id"] as const

/** The members of a cart that a page may state. Whose cart it is follows from its visitor. Pure. */
export const siteCartBody = (cart: JsonObject): JsonObject =>
  Object.fromEntries(members.flatMap((name) => (cart[name] === undefined ? [] : [[name, cart[name]]])))
