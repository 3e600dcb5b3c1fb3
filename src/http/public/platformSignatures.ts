import { createHmac, timingSafeEqual } from "node:crypto"
import type { ConnectedShop } from "../../domain/integrations/CustomIntegration.ts"
import type { Platform } from "../../domain/integrations/IntegrationKind.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** The headers of a platform's webhooks. BigCommerce names the topic in the body. */
const headerNames = {
  shopify: { topic: "x-shopify-topic", signature: "x-shopify-hmac-sha256" },
  woocommerce: { topic: "x-wc-webhook-topic", signature: "x-wc-webhook-signature" },
  bigcommerce: { topic: undefined, signature: "webhook-signature" }
} as const satisfies Record<Platform, { readonly topic: string | undefined; readonly signature: string }>

/** The topic in the headers; undefined where the platform names it in the body. */
export const topicOf = (platform: Platform, headers: Headers): string | undefined => {
  const { topic } = headerNames[platform]
  return topic === undefined ? undefined : (headers[topic] ?? "")
}

const isEqual = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

const hmac = (key: string | Buffer, ...parts: ReadonlyArray<string | Uint8Array>): Buffer => {
  const mac = createHmac("sha256", key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

// Milliseconds; as in Standard Webhooks.
const tolerance = 300_000

// Reading base64 skips other characters: of dots nothing is left, and whoever knows no secret can sign with an empty key. So only a text that is
// base64 throughout is read, of at least 128 bits.
const base64Key = (secret: string): ReadonlyArray<Buffer> => {
  const key = Buffer.from(secret, "base64")
  const isBase64 = key.toString("base64").replaceAll("=", "") === secret.replace(/={1,2}$/, "")
  return isBase64 && key.length >= 16 ? [key] : []
}

// BigCommerce signs as Standard Webhooks with the client secret, as it is or read as base64.
const isSignedByBigCommerce = (secret: string, headers: Headers, body: Uint8Array, now: number): boolean => {
  const [id = "", time = ""] = [headers["webhook-id"], headers["webhook-timestamp"]]
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * 1_000) > tolerance) return false
  const given = (headers["webhook-signature"] ?? "").slice(0, 2_000).split(" ")
  const expected = [secret, ...base64Key(secret)].map((key) => hmac(key, `${id}.${time}.`, body))
  return given.some((signature) => {
    const bytes = Buffer.from(signature.replace(/^v1,/, ""), "base64")
    return signature.startsWith("v1,") && expected.some((mac) => isEqual(mac, bytes))
  })
}

/** Whether the store's platform signed the body with its secret: HMAC-SHA-256 over the raw body. `now` in milliseconds. */
export const isSignedByPlatform = (
  platform: Platform,
  { secret }: Pick<ConnectedShop, "secret">,
  headers: Headers,
  body: Uint8Array,
  now: number
): boolean => {
  if (platform === "bigcommerce") return isSignedByBigCommerce(secret, headers, body, now)
  const given = headers[headerNames[platform].signature] ?? ""
  return given.length <= 100 && isEqual(hmac(secret, body), Buffer.from(given, "base64"))
}
