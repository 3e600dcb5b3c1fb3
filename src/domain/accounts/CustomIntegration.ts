import { Schema } from "effect"
import { madeUpText } from "../json/Leaf.ts"
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

export const CustomIntegrationInput = Schema.Struct({
  store_name: Name,
  store_url: StoreUrl
}).annotate({ identifier: "CustomIntegrationInput" })
export type CustomIntegrationInput = typeof CustomIntegrationInput.Type

/** A change of a store connection; omitted fields keep their value. */
export const CustomIntegrationChange = Schema.Struct({
  store_name: Schema.optionalKey(Name),
  store_url: Schema.optionalKey(StoreUrl)
}).annotate({ identifier: "CustomIntegrationChange" })
export type CustomIntegrationChange = typeof CustomIntegrationChange.Type

/** A store connection (contract §3). A disconnected one stays inactive. */
export const CustomIntegration = Schema.Struct({
  id: Schema.String,
  store_name: Schema.String,
  store_url: Schema.String,
  active: Schema.Boolean,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "CustomIntegration" })
export type CustomIntegration = typeof CustomIntegration.Type
