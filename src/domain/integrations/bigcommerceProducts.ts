import type { JsonObject } from "../json/Json.ts"
import { ignored, type PlatformCommand, type ReadingOptions } from "./PlatformCommand.ts"
import { productCommand, productRemoval, storePath } from "./platformProducts.ts"
import { idOf, objectOf, objectsOf, textOf } from "./platformFields.ts"

const topicForm = /^store\/(?:product|sku)\/[\w/]+$/

const imageOf = (images: ReadonlyArray<JsonObject>): unknown => {
  const image = images.find(({ is_thumbnail }) => is_thumbnail === true) ?? images[0]
  return image?.["url_standard"] ?? image?.["url_thumbnail"]
}

/** A product of the catalog, version 3, with its variants and images, as it was read: its time of change does not tell of its stock. */
const product = (body: JsonObject, { store_url }: ReadingOptions): PlatformCommand => {
  const tracking = textOf(body["inventory_tracking"])
  const path = textOf(objectOf(body["custom_url"])["url"])
  return productCommand({
    product_id: idOf(body["id"]),
    updated: body["date_modified"] ?? body["date_created"],
    title: body["name"],
    url: path === null ? null : storePath(store_url, path),
    image_url: imageOf(objectsOf(body["images"])),
    description: body["description"],
    product_type: body["type"],
    tags: (textOf(body["search_keywords"]) ?? "").split(","),
    published: body["is_visible"] !== false && textOf(body["availability"]) !== "disabled",
    variants: objectsOf(body["variants"]).map((variant) => ({
      id: idOf(variant["id"]),
      sku: variant["sku"],
      title:
        objectsOf(variant["option_values"])
          .flatMap(({ label }) => textOf(label) ?? [])
          .join(" / ") || null,
      price: variant["calculated_price"] ?? variant["price"] ?? body["calculated_price"] ?? body["price"],
      compare_at_price: variant["retail_price"] ?? null,
      stock:
        variant["purchasing_disabled"] === true
          ? 0
          : tracking === "variant"
            ? variant["inventory_level"]
            : tracking === "product"
              ? body["inventory_level"]
              : null,
      image_url: textOf(variant["image_url"])
    })),
    isAsOfReceipt: true
  })
}

/** The id of the product that a webhook about it, its stock or a variant announces; null for another topic, and where the product is gone. */
export const announcedProduct = (topic: string, body: JsonObject): string | null => {
  if (!topicForm.test(topic) || topic === "store/product/deleted") return null
  const data = objectOf(body["data"])
  const parts = [objectOf(data["sku"]), objectOf(data["inventory"])]
  const named = idOf(...parts.map(({ product_id }) => product_id))
  return named ?? (topic.startsWith("store/product/") ? idOf(data["id"]) : null)
}

/** The change of a product. `body` is the product, or the webhook of one that is gone. Undefined for other topics. */
export const bigcommerceProduct = (
  topic: string,
  body: JsonObject,
  options: ReadingOptions
): PlatformCommand | undefined => {
  if (!topicForm.test(topic)) return undefined
  if (topic === "store/product/deleted") return productRemoval(idOf(objectOf(body["data"])["id"]))
  return "variants" in body ? product(body, options) : ignored("unreadable")
}
