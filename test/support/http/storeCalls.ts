import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, randomBytes } from "node:crypto"
import type { Platform } from "../../../src/domain/integrations/IntegrationKind.ts"
import { storeAddress } from "../../../src/outbound/templates/Links.ts"
import { digestOf } from "../../../src/store/keys/Digest.ts"
import { Keys } from "../../../src/store/keys/Keys.ts"
import { Secrets } from "../../../src/store/keys/Secrets.ts"
import { settingsLayer } from "../database/databases.ts"
import { seedAccount } from "../database/seed.ts"
import { webhookText } from "../samples/shopifyWebhooks.ts"
import { Origin, send } from "./http.ts"
import { links } from "./links.ts"

const secretsLayer = Secrets.layer.pipe(
  Layer.provide(Keys.layer),
  Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32) }))
)

const secret = "shhhhhhhhhhhhhhh"

/** The headers of a platform's webhook with this body, signed with the secret. */
export const signedHeaders = (kind: Platform, topic: string, body: string, key = secret): Record<string, string> => {
  const signature = createHmac("sha256", key).update(body).digest("base64")
  if (kind === "shopify") return { "x-shopify-topic": topic, "x-shopify-hmac-sha256": signature }
  if (kind === "woocommerce") return { "x-wc-webhook-topic": topic, "x-wc-webhook-signature": signature }
  const time = String(Math.floor(Date.now() / 1_000))
  const mac = createHmac("sha256", key).update(`msg_1.${time}.${body}`).digest("base64")
  return { "webhook-id": "msg_1", "webhook-timestamp": time, "webhook-signature": `v1,${mac}` }
}

/** Connects a store of a platform in a new account, or in the account given. */
export const connectShop = Effect.fnUntraced(function* (kind: Platform, account?: { readonly account_id: string }) {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = account ?? (yield* seedAccount())
  const integration_id = `int_${randomBytes(13).toString("hex")}`
  const digest = digestOf(randomBytes(20).toString("hex"))
  const { encrypt } = yield* Effect.provide(Secrets, secretsLayer)
  const encrypted = yield* encrypt(secret, `${account_id}|${integration_id}|secret`)
  const token = yield* encrypt("access-token", `${account_id}|${integration_id}|access token`)
  yield* sql`INSERT INTO integrations (account_id, integration_id, kind, store_name, store_url, digest, encrypted_token,
      encrypted_secret, store_hash, encrypted_access_token, active, created_at, updated_at)
    VALUES (${account_id}, ${integration_id}, ${kind}, 'Tea & Co', 'https://tea.example', ${digest}, '', ${encrypted}, 'abc123',
      ${token}, true, '2026-01-01T00:00:00Z', now())`
  const url = storeAddress(links, { account_id, integration_id, digest }).replace(
    "https://tally.example",
    yield* Origin
  )
  const sendText = (topic: string, body: string, headers = signedHeaders(kind, topic, body)) =>
    send(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } })
  const deliveries = sql<{ topic: string; status: string; reason: string | null; body: string | null }>`
    SELECT topic, status, reason, body FROM platform_deliveries WHERE account_id = ${account_id} ORDER BY updated_at, delivery_id LIMIT 1000`
  const orders = sql<
    Record<string, unknown>
  >`SELECT order_id::text, email, phone, total::text, currency, financial_status, fulfillment_status,
      shipment_status, deliveries, contact_id, platform ->> 'name' AS name, integration_id FROM orders
    WHERE account_id = ${account_id} ORDER BY order_id LIMIT 1000`
  const contacts = sql<
    Record<string, unknown>
  >`SELECT contact_id, email, phone, first_name, email_consent, sms_consent, order_count FROM contacts
    WHERE account_id = ${account_id} ORDER BY contact_id LIMIT 1000`
  return {
    account_id,
    integration_id,
    url,
    deliveries,
    orders,
    contacts,
    sendText,
    send: (topic: string, body: Record<string, unknown>) => sendText(topic, webhookText(body))
  }
})
