import type { JsonObject } from "../json/Json.ts"
import { formatTime } from "../values/Time.ts"
import { ignored, type PlatformCommand } from "./PlatformCommand.ts"
import { cartCommand, tokenOf } from "./platformCarts.ts"
import { idOf, moneyOf, objectOf, objectsOf, textOf } from "./platformFields.ts"

const cartItem = (item: JsonObject): JsonObject => ({
  product_id: moneyOf(idOf(item["product_id"])),
  variant_id: moneyOf(idOf(item["variant_id"])),
  sku: textOf(item["sku"]),
  title: textOf(item["name"]),
  quantity: moneyOf(item["quantity"] ?? 1),
  price: moneyOf(item["sale_price"] ?? item["list_price"] ?? item["amount"])
})

/** A cart of API version 3. Its id is that of its checkout too. */
export const bigcommerceCart = (body: JsonObject): PlatformCommand => {
  const kinds = objectOf(body["line_items"])
  const items = ["physical_items", "digital_items", "custom_items", "gift_certificates"].flatMap((kind) =>
    objectsOf(kinds[kind])
  )
  return cartCommand(
    {
      cart_id: tokenOf(body["id"]),
      updated: body["updated_time"] ?? body["created_time"],
      currency: objectOf(body["currency"])["code"],
      total: moneyOf(body["cart_amount"]),
      items: items.map(cartItem)
    },
    { emails: [body["email"]], phones: [], stage: "cart" }
  )
}

/** The id of the cart that a webhook is about, also one about an item or a coupon of it. */
export const announcedCart = (topic: string, body: JsonObject): string | null => {
  const data = objectOf(body["data"])
  return topic.startsWith("store/cart/") ? tokenOf(data["cartId"] ?? data["id"]) : null
}

/** A webhook about a cart that is gone: it became an order, or was deleted. `undefined` for the other topics of carts. */
export const bigcommerceCartEnd = (topic: string, body: JsonObject): PlatformCommand | undefined => {
  const cart_id = announcedCart(topic, body)
  if (topic === "store/cart/converted") {
    const order_id = idOf(objectOf(body["data"])["orderId"], objectOf(body["data"])["order_id"])
    return cart_id === null || order_id === null
      ? ignored("unreadable")
      : { type: "cart_ended", order_id, tokens: [cart_id] }
  }
  if (topic !== "store/cart/deleted") return undefined
  // In seconds.
  const at = Number(textOf(body["created_at"]) ?? Number.NaN) * 1_000
  return cart_id === null || !Number.isSafeInteger(at) || at <= 0
    ? ignored("unreadable")
    : { type: "cart", cart_id, cart: { line_items: [], updated_at: formatTime(at) }, owner: null }
}
