import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { Origin, originLayer, send } from "../support/http/http.ts"
import { connectShop, signedHeaders } from "../support/http/storeCalls.ts"
import { shopifyHistory, webhookText } from "../support/samples/shopifyWebhooks.ts"
import { wooOrder } from "../support/samples/storeWebhooks.ts"

const secret = "secret-of-the-store"

onEither(
  "a connected store",
  originLayer(),
  (it) => {
    it.effect("is set up in the dashboard, lists its webhooks, and tries one again that failed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { call, account } = yield* ownerBrowser("store")
        const connect = (store_name: string) =>
          call("POST", `/accounts/${account}/integrations`, {
            store_name,
            store_url: "https://tea.example",
            kind: "woocommerce",
            secret
          })
        const [one, other] = [(yield* connect("One")).json.data, (yield* connect("Other")).json.data]
        assert.strictEqual(one.webhook.secret, secret)
        const origin = yield* Origin
        const deliver = (url: string, body: string) =>
          send(`${origin}${new URL(url).pathname}`, {
            method: "POST",
            body,
            headers: {
              "content-type": "application/json",
              ...signedHeaders("woocommerce", "order.updated", body, secret)
            }
          })
        yield* deliver(one.webhook.url, webhookText(wooOrder(1)))
        yield* deliver(other.webhook.url, webhookText(wooOrder(2, { total: "30.00" })))
        const list = (id: string) => call("GET", `/accounts/${account}/integrations/${id}/deliveries`)
        const [failed] = (yield* list(other.id)).json.data
        assert.deepInclude(failed, {
          topic: "order.updated",
          status: "failed",
          order_id: "727",
          retryable: true,
          attempts: 1
        })
        const retry = call("POST", `/accounts/${account}/store-deliveries/${failed.id}/retry`)
        assert.strictEqual((yield* retry).status, 200)
        assert.deepInclude((yield* list(other.id)).json.data[0], { status: "failed", attempts: 2 })

        yield* call("DELETE", `/accounts/${account}/integrations/${one.id}`)
        assert.strictEqual((yield* retry).status, 200)
        const after = yield* list(other.id)
        assert.deepInclude(after.json.data[0], { status: "applied", reason: null, retryable: false, attempts: 3 })
        assert.strictEqual(after.json.pagination.total_count, 1)
        assert.strictEqual((yield* retry).status, 404)
        const { order, name } = (yield* call("GET", `/accounts/${account}/orders/727`)).json.data
        assert.deepInclude({ ...order, name }, { name: "W-727", source: "woocommerce", total_amount: "30.00" })
        assert.strictEqual(order.integration.store_name, "Other")

        // A new secret holds at once, and none is stored in the clear.
        const path = `/accounts/${account}/integrations/${other.id}`
        assert.strictEqual((yield* call("PATCH", path, { secret: "another-secret" })).status, 200)
        assert.strictEqual((yield* deliver(other.webhook.url, webhookText(wooOrder(3)))).status, 401)
        assert.isNotNull((yield* call("GET", `/accounts/${account}/integrations`)).json.data[0].rejected_at)
        const stored = yield* sql`SELECT to_json(i)::text AS row FROM integrations i WHERE account_id = ${account}`
        assert.notMatch(JSON.stringify(stored), /another-secret|secret-of-the-store/)
        const rotated = (yield* call("POST", `${path}/rotate`)).json.data
        assert.notStrictEqual(rotated.webhook.url, other.webhook.url)
        assert.strictEqual((yield* deliver(other.webhook.url, webhookText(wooOrder(3)))).status, 404)
      })
    )

    it.effect(
      "offers to try again each webhook whose body is kept, and applies one once however often it is tried",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { call, account } = yield* ownerBrowser("retries")
          const one = yield* connectShop("woocommerce", { account_id: account })
          const other = yield* connectShop("woocommerce", { account_id: account })
          yield* one.send("order.updated", wooOrder(1))
          yield* other.send("order.updated", wooOrder(2, { total: "30.00" }))
          yield* other.send("order.updated", wooOrder(3, { id: 728 }))
          const list = Effect.map(
            call("GET", `/accounts/${account}/integrations/${other.integration_id}/deliveries`),
            ({ json }): ReadonlyArray<{ id: string; status: string; retryable: boolean }> => json.data
          )
          const kept = yield* sql<{
            id: string
          }>`SELECT delivery_id AS id FROM platform_deliveries WHERE account_id = ${account}
          AND integration_id = ${other.integration_id} AND body IS NOT NULL ORDER BY 1 LIMIT 10`
          assert.lengthOf(kept, 1)
          assert.deepStrictEqual(
            (yield* list).flatMap(({ id, retryable }) => (retryable ? [{ id }] : [])),
            kept
          )
          yield* call("DELETE", `/accounts/${account}/integrations/${one.integration_id}`)
          const retry = call("POST", `/accounts/${account}/store-deliveries/${kept[0]?.id}/retry`)
          const answers = yield* Effect.all([retry, retry, retry, retry], { concurrency: "unbounded" })
          assert.deepStrictEqual(
            answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404),
            []
          )
          assert.deepStrictEqual(
            (yield* other.orders).map(({ order_id, total }) => [order_id, total]),
            [
              ["727", "30.00"],
              ["728", "29.35"]
            ]
          )
          assert.deepStrictEqual(
            (yield* other.contacts).map(({ order_count }) => order_count),
            [2]
          )
          assert.isFalse((yield* list).some(({ retryable }) => retryable))
          const repeated = yield* sql`SELECT type, order_id FROM flow_triggers WHERE account_id = ${account}
          GROUP BY type, order_id HAVING count(*) > 1 ORDER BY 1 LIMIT 10`
          assert.deepStrictEqual(repeated, [])
        })
    )

    it.effect("takes the webhooks of one order at the same moment as in any order of arrival", () =>
      Effect.gen(function* () {
        for (let round = 0; round < 5; round++) {
          const store = yield* connectShop("shopify")
          const answers = yield* Effect.forEach(
            [...shopifyHistory, ...shopifyHistory],
            ({ topic, body }) =>
              // A shop sends again what was answered 503, as a busy machine does.
              store
                .sendText(topic, webhookText(body))
                .pipe(Effect.repeat({ until: ({ status }) => status !== 503, times: 100 })),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
          assert.deepInclude((yield* store.orders)[0], {
            financial_status: "partially_refunded",
            fulfillment_status: "fulfilled",
            shipment_status: "delivered"
          })
          const left = (yield* store.deliveries).filter(({ status }) => status === "waiting" || status === "failed")
          assert.deepStrictEqual(left, [])
        }
      })
    )
  },
  { excludeTestServices: true }
)
