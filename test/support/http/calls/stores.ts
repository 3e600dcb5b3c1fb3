import { Effect } from "effect"
import { shopifyFulfillment, webhookText } from "../../samples/shopifyWebhooks.ts"
import { wooOrder } from "../../samples/storeWebhooks.ts"
import { send } from "../http.ts"
import { signedHeaders } from "../storeCalls.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** Webhooks of connected stores, and another attempt of one that waits. */
export const storeCalls = ({ about, call, make, origin, sql, seeded }: Desk): ReadonlyArray<Request> => {
  const secret = "secret-of-the-store"
  const connect = (account: string, kind: string) =>
    Effect.map(
      call("POST", `/accounts/${account}/integrations`, {
        store_name: "Kept",
        store_url: "https://kept.example",
        kind,
        secret
      }),
      ({ json }) => String(json.data.webhook.url)
    )
  const post = (url: string, kind: "shopify" | "woocommerce", topic: string, body: string) =>
    send(`${origin}${new URL(url).pathname}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...signedHeaders(kind, topic, body, secret) },
      body
    })
  const waiting = (account: string) =>
    Effect.gen(function* () {
      const url = yield* connect(account, "shopify")
      yield* post(url, "shopify", "fulfillments/create", webhookText(shopifyFulfillment(1, 2)))
      const [row] = yield* seeded(sql<{ id: string }>`SELECT delivery_id AS id FROM platform_deliveries
        WHERE account_id = ${account} LIMIT 1`)
      return row?.id ?? ""
    })
  return [
    about("POST /accounts/:account/store-deliveries/:id/retry", { thing: waiting }),
    {
      ...about("POST /hooks", { thing: (account) => connect(account, "woocommerce") }),
      name: "POST /hooks/stores/:token",
      recordedIn: "platform_deliveries",
      ask: (_, { id }) => post(id, "woocommerce", "order.created", webhookText(wooOrder(1)))
    },
    about("PATCH /accounts/:account/integrations/:id (secret)", {
      thing: (account) =>
        make(`/accounts/${account}/integrations`, {
          store_name: "Kept",
          store_url: "https://kept.example",
          kind: "shopify"
        }),
      body: (n) => ({ secret: `secret-of-store-${n}` })
    })
  ]
}
