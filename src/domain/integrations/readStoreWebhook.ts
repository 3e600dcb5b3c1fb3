import type { JsonObject } from "../json/Json.ts"
import { readBigCommerce } from "./bigcommerce.ts"
import { readShopify } from "./shopify.ts"
import type { StoreCommand } from "./StoreCommand.ts"
import type { StorePlatform } from "./StoreKind.ts"
import { readWooCommerce } from "./woocommerce.ts"

const readers: Readonly<Record<StorePlatform, (topic: string, body: JsonObject) => StoreCommand>> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
  bigcommerce: readBigCommerce
}

/** What a platform's webhook of this topic asks for (contract §14). Pure. */
export const readStoreWebhook = (platform: StorePlatform, topic: string, body: JsonObject): StoreCommand =>
  readers[platform](topic, body)
