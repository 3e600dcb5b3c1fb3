import { Effect, Layer } from "effect"
import { createHmac } from "node:crypto"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Links, storeAddress } from "../../src/outbound/templates/Links.ts"
import { settingsLayer } from "../support/database/databases.ts"
import { shopifyOrder } from "../support/samples/shopifyWebhooks.ts"
import { besideOrders } from "./besideOrders.ts"
import { onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { options } from "./options.ts"

const secret = "secret-of-the-bench"
const accountOf = (n: number) => `acc_${String(n).padStart(26, "0")}`

const stores = Effect.gen(function* () {
  const [secrets, links] = [yield* Secrets, yield* Links]
  return yield* Effect.forEach(
    Array.from({ length: options.accounts }, (_, at) => accountOf(at + 1)),
    (account_id) =>
      Effect.map(secrets.encrypt(secret, `${account_id}|int_1|secret`), (encrypted) => ({
        account_id,
        encrypted,
        path: new URL(storeAddress(links, { account_id, integration_id: "int_1", digest: "none" })).pathname
      }))
  )
}).pipe(
  Effect.provide(
    Layer.merge(Secrets.layer, Links.layer).pipe(
      Layer.provide(Keys.layer),
      Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32), PUBLIC_URL: "https://tally.example" }))
    )
  )
)

const webhook = (path: string, order: number): string => {
  const body = JSON.stringify(
    shopifyOrder(2, {
      id: order,
      admin_graphql_api_id: `gid://shopify/Order/${order}`,
      email: `buyer${order}@example.com`
    })
  )
  const signature = createHmac("sha256", secret).update(body).digest("base64")
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Shopify-Topic: orders/create\r\nX-Shopify-Hmac-Sha256: ${signature}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** Webhooks of Shopify a second, each a new order of a new contact, beside the orders a second of the API on the same server. */
export const benchWebhooks = async (databases: Databases): Promise<Record<string, unknown>> => {
  const connected = await Effect.runPromise(stores)
  const database = await databases.create("webhooks")
  const updates = connected.map(
    ({ account_id, encrypted }) =>
      `UPDATE integrations SET kind = 'shopify', encrypted_secret = '${encrypted}' WHERE account_id = '${account_id}'`
  )
  await databases.query(database.url, ...updates)
  let order = 1_000_000
  const next = () => webhook(connected[order % connected.length]?.path ?? "", order++)
  return withContenders([() => onPostgres("ours", database)], ([ours]) => besideOrders("webhooks", ours, next))
}
