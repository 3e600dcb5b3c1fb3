import type { JsonObject } from "../json/Json.ts"
import { readBigCommerce } from "./bigcommerce.ts"
import { readShopify } from "./shopify.ts"
import type { ReadingOptions, PlatformCommand } from "./PlatformCommand.ts"
import type { Platform } from "./IntegrationKind.ts"
import { readWooCommerce } from "./woocommerce.ts"

const readers: Readonly<
  Record<Platform, (topic: string, body: JsonObject, options?: ReadingOptions) => PlatformCommand>
> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
  bigcommerce: readBigCommerce
}

/** The changes that a platform's webhook of this topic asks for (contract §14). Pure. */
export const readPlatformWebhook = (
  platform: Platform,
  topic: string,
  body: JsonObject,
  options?: ReadingOptions
): PlatformCommand => readers[platform](topic, body, options)
