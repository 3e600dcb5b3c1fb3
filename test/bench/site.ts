import { Effect, Layer } from "effect"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Links } from "../../src/outbound/templates/Links.ts"
import { siteKey } from "../../src/outbound/templates/siteLinks.ts"
import { settingsLayer } from "../support/database/databases.ts"
import { besideOrders } from "./besideOrders.ts"
import { onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { options } from "./options.ts"
import { encryptionKey } from "./subjects.ts"

const origin = "https://shop.example"

const keys = Effect.map(Links, (links) =>
  Array.from({ length: options.accounts }, (_, at) => siteKey(links, `acc_${String(at + 1).padStart(26, "0")}`))
).pipe(
  Effect.provide(
    Links.layer.pipe(
      Layer.provide(Keys.layer),
      Layer.provide(settingsLayer({ ENCRYPTION_KEY: encryptionKey, PUBLIC_URL: "https://tally.example" }))
    )
  )
)

/** A call of a page with one view. Every visitor looks at four products, and each call has a client address of its own. */
const callOf = (key: string, call: number): string => {
  const visitor = Math.floor(call / 4)
  const product = (call * 7) % 977
  const body = JSON.stringify({
    visitor: `visitor-${String(visitor).padStart(16, "0")}`,
    events: [
      {
        type: "viewed",
        id: `view-${String(call).padStart(12, "0")}`,
        age: 200,
        product: {
          id: `p-${product}`,
          title: `Cup ${product}`,
          url: `${origin}/p/${product}`,
          price: 12.5,
          currency: "USD"
        }
      }
    ]
  })
  const address = [10, (call >> 16) & 255, (call >> 8) & 255, call & 255].join(".")
  return (
    `POST /site/${key} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: ${origin}\r\nX-Forwarded-For: ${address}\r\n` +
    `Content-Type: text/plain;charset=UTF-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

/** Calls of the site's script a second, beside the orders a second of the same server. */
export const benchSite = async (databases: Databases): Promise<Record<string, unknown>> => {
  const keyOf = await Effect.runPromise(keys)
  const database = await databases.create("site")
  await databases.query(
    database.url,
    `INSERT INTO sites (account_id, origins, consent_elsewhere, visitors, updated_at)
      SELECT account_id, ARRAY['${origin}'], false, 0, now() FROM accounts`
  )
  let call = 0
  const next = () => callOf(keyOf[Math.floor(call / 4) % keyOf.length] ?? "", call++)
  return withContenders([() => onPostgres("ours", database)], ([ours]) => besideOrders("site calls", ours, next))
}
