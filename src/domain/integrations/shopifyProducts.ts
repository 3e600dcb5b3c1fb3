import type { JsonObject } from "../json/Json.ts"
import { ignored, type PlatformCommand, type ReadingOptions } from "./PlatformCommand.ts"
import { productCommand, productRemoval, storePath } from "./platformProducts.ts"
import { idOf, objectOf, objectsOf, textOf, timeOf } from "./platformFields.ts"

// Pieces count only where the shop tracks them and does not sell beyond them. Versions from 2025 on no longer say who tracks.
const stockOf = (variant: JsonObject): unknown => {
  const isTracked = !("inventory_management" in variant) || variant["inventory_management"] !== null
  return isTracked && variant["inventory_policy"] !== "continue" ? variant["inventory_quantity"] : null
}

const onlyTitle = "Default Title"

/** A product of Shopify. */
export const shopifyProduct = (body: JsonObject, { store_url }: ReadingOptions): PlatformCommand => {
  const images = objectsOf(body["images"])
  const sources = new Map(images.map(({ id, src }) => [idOf(id), src]))
  const handle = textOf(body["handle"])
  const status = textOf(body["status"])
  return productCommand({
    product_id: idOf(body["id"]),
    updated: body["updated_at"],
    title: body["title"],
    url: handle === null ? null : storePath(store_url, `/products/${encodeURIComponent(handle)}`),
    image_url: objectOf(body["image"])["src"] ?? images[0]?.["src"],
    description: body["body_html"],
    vendor: body["vendor"],
    product_type: body["product_type"],
    tags: (textOf(body["tags"]) ?? "").split(","),
    published: body["published_at"] !== null && (status === null || status === "active"),
    variants: objectsOf(body["variants"]).map((variant) => ({
      id: idOf(variant["id"]),
      sku: variant["sku"],
      title: variant["title"] === onlyTitle ? null : variant["title"],
      price: variant["price"],
      compare_at_price: variant["compare_at_price"],
      stock: stockOf(variant),
      image_url: sources.get(idOf(variant["image_id"])),
      inventory_item_id: variant["inventory_item_id"]
    }))
  })
}

export const shopifyProductRemoval = (body: JsonObject): PlatformCommand => productRemoval(idOf(body["id"]))

/** The pieces of an inventory item at one location. `available` is null where the location does not stock it. */
export const shopifyLevel = (body: JsonObject): PlatformCommand => {
  const [item_id, location_id] = [idOf(body["inventory_item_id"]), idOf(body["location_id"])]
  const at = timeOf(body["updated_at"])
  const available = Math.trunc(Number(textOf(body["available"]) ?? 0))
  return item_id === null || location_id === null || at === null || Math.abs(available) > 1_000_000_000
    ? ignored("unreadable")
    : { type: "stock_level", item_id, location_id, available, at }
}
