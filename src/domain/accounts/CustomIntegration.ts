import { Schema } from "effect"
import { StoreKind } from "../integrations/StoreKind.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { Name, text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

const StoreUrl = text(2_000).check(
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
const StoreHash = plainText(/^[a-z0-9]{1,64}$/, /^[a-z0-9]{8}$/, "Must be the hash of a BigCommerce store")

/** What proves webhooks of the store's platform, and what its API asks for: the last two of BigCommerce alone. A custom store has none. */
const platformFields = {
  secret: Schema.optionalKey(Secret),
  store_hash: Schema.optionalKey(StoreHash),
  access_token: Schema.optionalKey(Secret)
}

/** A new store connection. Without a `secret`, one is made for the platform to sign with. */
export const CustomIntegrationInput = Schema.Struct({
  store_name: Name,
  store_url: StoreUrl,
  kind: Schema.optionalKey(StoreKind),
  ...platformFields
}).annotate({ identifier: "CustomIntegrationInput" })
export type CustomIntegrationInput = typeof CustomIntegrationInput.Type

/** A change of a store connection; omitted fields keep their value. */
export const CustomIntegrationChange = Schema.Struct({
  store_name: Schema.optionalKey(Name),
  store_url: Schema.optionalKey(StoreUrl),
  ...platformFields
}).annotate({ identifier: "CustomIntegrationChange" })
export type CustomIntegrationChange = typeof CustomIntegrationChange.Type

/** A store connection (contract §3). A disconnected one stays inactive. `rejected_at` is when a webhook last had a bad signature. */
export const CustomIntegration = Schema.Struct({
  id: Schema.String,
  kind: StoreKind,
  store_name: Schema.String,
  store_url: Schema.String,
  active: Schema.Boolean,
  rejected_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "CustomIntegration" })
export type CustomIntegration = typeof CustomIntegration.Type

/** The address and the signing secret of a platform's webhooks. */
export const StoreWebhook = Schema.Struct({ url: Schema.String, secret: Schema.String }).annotate({
  identifier: "StoreWebhook"
})

/** A connected store as its webhooks need it. Secrets are plain; `created_at` is milliseconds. */
export interface ConnectedStore {
  readonly account_id: string
  readonly integration_id: string
  readonly kind: StoreKind
  /** The country of the account's national phone numbers. */
  readonly default_country: string
  readonly digest: string
  readonly secret: string
  readonly store_hash: string | null
  readonly access_token: string | null
  readonly created_at: number
}
