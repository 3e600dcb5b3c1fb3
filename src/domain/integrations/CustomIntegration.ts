import { Schema } from "effect"
import { IntegrationKind } from "./IntegrationKind.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { Name, text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

const ShopUrl = text(2_000).check(
  Schema.makeFilter((value: string) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    return (
      (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "") || "Must be an http or https URL"
    )
  }),
  madeUpText(/^https?:\/\/[a-z0-9]{1,20}\.example(?::8080)?(?:\/[a-z0-9]{0,8})?$/)
)

const plainText = (pattern: RegExp, madeUp: RegExp, message: string) =>
  leaf({
    to: Schema.String.check(madeUpText(madeUp)),
    json: { type: "string", pattern: pattern.source },
    message,
    decode: (value) => (typeof value === "string" && pattern.test(value) ? value : undefined),
    encode: (value) => value
  })

const Secret = plainText(/^[!-~]{8,500}$/, /^[a-z0-9]{16}$/, "Must be 8 to 500 visible ASCII characters")
const ShopHash = plainText(/^[a-z0-9]{1,64}$/, /^[a-z0-9]{8}$/, "Must be the hash of a BigCommerce store")

/**
 * The name of the field of an order that holds the consent to e-mail: of WooCommerce an entry of `meta_data`, of Shopify one of `note_attributes`,
 * of BigCommerce a form field. Null for none.
 */
const ConsentField = Schema.NullOr(
  text(255).check(
    Schema.makeFilter((value: string) => value.trim() !== "" || "Must have a visible character"),
    madeUpText(/^_?[a-z]{1,20}$/)
  )
)

/** The secrets that verify webhooks of the store's platform and call its API: the last two of BigCommerce alone. A custom store has none. */
const platformFields = {
  secret: Schema.optionalKey(Secret),
  store_hash: Schema.optionalKey(ShopHash),
  access_token: Schema.optionalKey(Secret)
}

/** A new store connection. Without a `secret`, one is made for the platform to sign with. */
export const CustomIntegrationInput = Schema.Struct({
  store_name: Name,
  store_url: ShopUrl,
  kind: Schema.optionalKey(IntegrationKind),
  consent_field: Schema.optionalKey(ConsentField),
  ...platformFields
}).annotate({ identifier: "CustomIntegrationInput" })
export type CustomIntegrationInput = typeof CustomIntegrationInput.Type

/** A change of a store connection; omitted fields keep their value. */
export const CustomIntegrationChange = Schema.Struct({
  store_name: Schema.optionalKey(Name),
  store_url: Schema.optionalKey(ShopUrl),
  consent_field: Schema.optionalKey(ConsentField),
  ...platformFields
}).annotate({ identifier: "CustomIntegrationChange" })
export type CustomIntegrationChange = typeof CustomIntegrationChange.Type

/** The last order that a store took from another one, by the same number and for another buyer. `order_id` is digits. */
const Overwritten = Schema.Struct({ order_id: Schema.String, store_name: Schema.String, at: Timestamp })

/**
 * A store connection (contract §3). A disconnected one stays inactive. `rejected_at` is when a webhook last had a bad signature; `overwrote` is the
 * last order that it took from another store, `last_webhook_at` when its platform last reported something, within the 30 days that deliveries are
 * kept.
 */
export const CustomIntegration = Schema.Struct({
  id: Schema.String,
  kind: IntegrationKind,
  store_name: Schema.String,
  store_url: Schema.String,
  consent_field: Schema.NullOr(Schema.String),
  active: Schema.Boolean,
  overwrote: Schema.NullOr(Overwritten),
  rejected_at: Schema.NullOr(Timestamp),
  last_webhook_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "CustomIntegration" })
export type CustomIntegration = typeof CustomIntegration.Type

/** The address and the signing secret of a platform's webhooks. `is_public`: the address is none of this machine or of a private network. */
export const PlatformWebhook = Schema.Struct({
  url: Schema.String,
  secret: Schema.String,
  is_public: Schema.Boolean
}).annotate({ identifier: "PlatformWebhook" })
export type PlatformWebhook = typeof PlatformWebhook.Type

/** A connected store as its webhooks need it. Secrets are plain; `created_at` is milliseconds. */
export interface ConnectedShop {
  readonly account_id: string
  readonly integration_id: string
  readonly kind: IntegrationKind
  readonly store_url: string
  /** The country of the account's national phone numbers. */
  readonly default_country: string
  readonly digest: string
  readonly secret: string
  readonly store_hash: string | null
  readonly access_token: string | null
  /** The name of the orders' field that holds the consent to e-mail, if the platform has none of its own. */
  readonly consent_field: string | null
  readonly created_at: number
}
