import { Schema } from "effect"

/** The platforms whose webhooks connect a store (contract §14). */
export const StorePlatform = Schema.Literals(["shopify", "woocommerce", "bigcommerce"])
export type StorePlatform = typeof StorePlatform.Type

/** The kind of a store connection. A `custom` store calls the API itself. */
export const StoreKind = Schema.Literals(["custom", ...StorePlatform.literals])
export type StoreKind = typeof StoreKind.Type
