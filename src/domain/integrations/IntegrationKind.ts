import { Schema } from "effect"

/** The platforms whose webhooks connect a store (contract §14). */
export const Platform = Schema.Literals(["shopify", "woocommerce", "bigcommerce"])
export type Platform = typeof Platform.Type

/** The kind of a store connection. A `custom` store calls the API itself. */
export const IntegrationKind = Schema.Literals(["custom", ...Platform.literals])
export type IntegrationKind = typeof IntegrationKind.Type
