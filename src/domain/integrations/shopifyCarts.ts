import type { JsonObject } from "../json/Json.ts"
import { sumOf } from "../values/sumDecimals.ts"
import type { PlatformCommand } from "./PlatformCommand.ts"
import { cartCommand, tokenOf } from "./platformCarts.ts"
import { decimalOf, idOf, moneyOf, objectOf, objectsOf, textOf } from "./platformFields.ts"

const cartItem = (item: JsonObject): JsonObject => ({
  product_id: moneyOf(idOf(item["product_id"])),
  variant_id: moneyOf(idOf(item["variant_id"])),
  sku: textOf(item["sku"]),
  title: textOf(item["title"]),
  quantity: moneyOf(item["quantity"]),
  price: moneyOf(item["price"]),
  ...(textOf(item["variant_title"]) === null ? {} : { variant_title: textOf(item["variant_title"]) })
})

// A cart names its currency at its items alone.
const currencyOf = (item: JsonObject): string | null =>
  textOf(objectOf(objectOf(item["line_price_set"] ?? item["price_set"])["shop_money"])["currency_code"])

/** A cart of the online store. Its buyer is unknown until the checkout begins. */
export const shopifyCart = (body: JsonObject): PlatformCommand => {
  const items = objectsOf(body["line_items"])
  return cartCommand(
    {
      cart_id: tokenOf(body["token"] ?? body["id"]),
      updated: body["updated_at"],
      currency: items.map(currencyOf).find((currency) => currency !== null),
      total: moneyOf(sumOf(items.flatMap((item) => decimalOf(item["line_price"]) ?? []))),
      items: items.map(cartItem)
    },
    undefined
  )
}

// A page of the store names its visitor by this attribute of the cart, which the checkout keeps.
const visitorAttribute = "tally-visitor"

const visitorOf = (body: JsonObject): unknown =>
  objectsOf(body["note_attributes"]).find(({ name }) => name === visitorAttribute)?.["value"]

/** A checkout. It is the cart that it began with, or one of its own where it began without. */
export const shopifyCheckout = (body: JsonObject): PlatformCommand => {
  const token = tokenOf(body["token"])
  const customer = objectOf(body["customer"])
  const [shipping, billing] = [objectOf(body["shipping_address"]), objectOf(body["billing_address"])]
  return cartCommand(
    {
      cart_id: tokenOf(body["cart_token"]) ?? token,
      updated: body["updated_at"],
      currency: body["currency"],
      total: moneyOf(body["total_price"]),
      items: objectsOf(body["line_items"]).map(cartItem)
    },
    {
      emails: [body["email"], customer["email"]],
      phones: [body["phone"], customer["phone"]],
      country: billing["country_code"] ?? shipping["country_code"],
      stage: "checkout",
      url: body["abandoned_checkout_url"],
      token,
      visitor: visitorOf(body),
      completed: textOf(body["completed_at"]) !== null
    }
  )
}
