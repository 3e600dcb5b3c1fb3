import type { JsonObject } from "../json/Json.ts"
import { webAddress } from "../values/WebAddress.ts"
import { ignored, type PlatformCommand } from "./PlatformCommand.ts"
import { productCommand, productRemoval } from "./platformProducts.ts"
import { idOf, objectsOf, textOf } from "./platformFields.ts"

// Sold out, or counted; a product that is sold when there are none is not counted.
const stockOf = (body: JsonObject): unknown => {
  if (body["stock_status"] === "outofstock") return 0
  const isCounted = body["manage_stock"] === true && body["stock_status"] === "instock"
  return isCounted && textOf(body["backorders"]) !== "yes" && textOf(body["backorders"]) !== "notify"
    ? body["stock_quantity"]
    : null
}

// Before a price is set, WooCommerce has empty text.
const regularPrice = (body: JsonObject): unknown =>
  body["on_sale"] === true && textOf(body["regular_price"]) !== textOf(body["price"]) ? body["regular_price"] : null

const product = (body: JsonObject, isAsOfReceipt: boolean): PlatformCommand => {
  // Its product, which WooCommerce saves with it, has price and stock of all.
  if (body["type"] === "variation") return ignored("no_effect")
  const product_id = idOf(body["id"])
  const status = textOf(body["status"])
  if (status === "trash") return productRemoval(product_id)
  return productCommand({
    product_id,
    updated: body["date_modified_gmt"] ?? body["date_modified"] ?? body["date_created_gmt"],
    title: body["name"],
    url: webAddress(textOf(body["permalink"]) ?? "") ?? null,
    image_url: objectsOf(body["images"])[0]?.["src"],
    description: textOf(body["short_description"]) ?? body["description"],
    vendor: objectsOf(body["brands"])[0]?.["name"],
    product_type: objectsOf(body["categories"])[0]?.["name"],
    tags: objectsOf(body["tags"]).map((tag) => tag["name"]),
    published: status === null || status === "publish",
    variants: [
      {
        id: product_id,
        sku: body["sku"],
        price: body["price"],
        compare_at_price: regularPrice(body),
        stock: stockOf(body)
      }
    ],
    isAsOfReceipt
  })
}

/** A product of WooCommerce as one variant: its webhooks name the variations by id alone. */
export const wooProduct = (body: JsonObject): PlatformCommand => product(body, false)

/** A product from the bin back. Its time of change may be older than that at which it went there. */
export const wooRestoredProduct = (body: JsonObject): PlatformCommand => product(body, true)

/** A product that went into the bin or for good: the webhook has the id alone. */
export const wooProductRemoval = (body: JsonObject): PlatformCommand => productRemoval(idOf(body["id"]))
