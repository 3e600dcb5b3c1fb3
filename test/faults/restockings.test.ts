import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { startLoad } from "../support/faults/load.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { addFlow } from "../support/flows/seedFlows.ts"
import { contentType, encoded, send } from "../support/http/http.ts"
import { quickOrFull, repetitions, reportRun } from "../support/runner/runs.ts"
import { productBody } from "../support/samples/products.ts"

const people = 9

// Calls that a killed server refuses use up products too.
const products = quickOrFull(3_000, 12_000)

// Products that are out of stock and dearer than they will be, two people who wait for each, and two who viewed it.
const seedWaiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount({ scopes: ["products_write", "flows_read"] })
  const { account_id } = account
  const told = { id: "told", type: "send_email", subject: "Back", html: "<p>{{ product.title }}</p>" } as const
  yield* addFlow(account_id, "flo_1", [{ ...told, class: "transactional" }], {
    type: "back_in_stock",
    people_per_hour: 10_000
  })
  const cheaper = { id: "cheaper", type: "send_email", subject: "Cheaper", html: "<p>{{ product.price }}</p>" } as const
  yield* addFlow(account_id, "flo_2", [cheaper], { type: "price_dropped", percent: 20, days: 30 })
  const out = JSON.stringify([
    {
      ...productBody().variants[0],
      price: "59.90",
      stock: 0,
      reported_stock: 0,
      compare_at_price: null,
      image_url: null,
      inventory_item_id: null
    }
  ])
  yield* sql`INSERT INTO products (account_id, product_id, product_key, source, removed, title, published, variants, in_stock, changed_at, changed_rank,
      created_at, written_at)
    SELECT ${account_id}, 'p-' || n, 'prd_' || n, 'api', false, 'Cup', true, ${out}::json, false, now() - interval '1 day', '', now(), now()
    FROM generate_series(0, ${products}::int) AS n`
  yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, created_at, updated_at)
    SELECT ${account_id}, 'con_' || n, 'buyer' || n || '@example.com', 'buyer' || n || '@example.com', 'never_subscribed', 'never_subscribed', 0,
      now(), now()
    FROM generate_series(0, ${people}::int) AS n`
  // Of the product 0, one who waits for nothing else.
  yield* sql`INSERT INTO restock_requests (account_id, product_id, variant_id, contact_id, asked_at)
    SELECT ${account_id}, 'p-' || n, '', 'con_' || CASE WHEN n = 0 THEN ${people}::int ELSE (n + second) % ${people}::int END, now() - interval '1 hour'
    FROM generate_series(0, ${products}::int) AS n, generate_series(0, 1) AS second WHERE n > 0 OR second = 0`
  yield* sql`INSERT INTO product_views (account_id, visitor_id, view_id, contact_id, product_id, viewed_at, expires_at)
    SELECT account_id, contact_id, product_id, contact_id, product_id, asked_at, now() + interval '89 days'
    FROM restock_requests WHERE account_id = ${account_id}`
  return account
})

const outcome = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [figures] = yield* sql`
    SELECT (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id} AND flow_id = 'flo_1') AS runs,
      (SELECT count(DISTINCT (product_id, contact_id))::int FROM flow_runs
        WHERE account_id = ${account_id} AND flow_id = 'flo_1') AS causes,
      (SELECT count(*)::int FROM flow_runs WHERE account_id = ${account_id} AND flow_id = 'flo_2') AS lower,
      (SELECT count(DISTINCT (product_id, contact_id))::int FROM flow_runs
        WHERE account_id = ${account_id} AND flow_id = 'flo_2') AS lower_causes,
      (SELECT count(*)::int FROM product_changes c JOIN product_views v ON v.account_id = c.account_id AND v.product_id = c.product_id
        WHERE c.account_id = ${account_id} AND c.price_drops IS NOT NULL) AS viewed,
      (SELECT count(*)::int FROM product_changes c JOIN restock_requests q ON q.account_id = c.account_id AND q.product_id = c.product_id
        WHERE c.account_id = ${account_id} AND c.restocked IS NOT NULL) AS waited,
      (SELECT count(*)::int FROM restock_requests WHERE account_id = ${account_id} AND message_key IS NOT NULL) AS answered,
      (SELECT count(*)::int FROM messages WHERE account_id = ${account_id} AND class = 'transactional') AS messages,
      (SELECT count(*)::int FROM messages WHERE account_id = ${account_id} AND class = 'marketing') AS lower_messages,
      (SELECT count(*)::int FROM product_turns WHERE account_id = ${account_id}) AS turns`
  return figures
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`flows for restockings and lower prices of a server that is killed, ${database}`, () => {
    it.live(
      "start once for a restocking or a lower price and a person, and for each, wherever the kill interrupts, and answer each request once",
      () =>
        Effect.gen(function* () {
          const settings = yield* databases[database]
          const { account_id, token } = yield* withDatabase(settings)(seedWaiting)
          let server: RunningServer = yield* startServer(settings)
          const call = (origin: string, method: string, path: string, body?: unknown) =>
            send(`${origin}/v1${path}`, {
              method,
              headers: { authorization: `Bearer ${token}`, ...contentType(body) },
              ...encoded(body)
            })
          const load = yield* startLoad(token, {
            clients: 4,
            pause: 20,
            targets: () => [server],
            send: (origin, id) => call(origin, "PUT", `/products/p-${id}`, productBody())
          })
          for (let round = 0; round < repetitions(2, 20); round++) {
            yield* load.served(60)
            yield* server.end("SIGKILL")
            server = yield* startServer(settings)
          }
          yield* load.served(20)
          yield* load.stop
          const acknowledged = load.acknowledged().filter((id) => id <= products).length
          const flows = ["flo_1", "flo_2"]
          const runs = (flow: string, state: string) =>
            Effect.map(call(server.origin, "GET", `/flows/${flow}/runs?state=${state}`), ({ json }) => json)
          for (const flow of flows)
            yield* eventually(
              Effect.map(runs(flow, "completed"), ({ pagination }) => pagination.total_count >= 2 * acknowledged)
            )
          // Turns come in order: whoever is told of the last product is told after all others of those before.
          yield* call(server.origin, "PUT", "/products/p-0", productBody())
          for (const flow of flows)
            yield* eventually(
              Effect.map(runs(flow, "completed"), ({ data }) =>
                data.some((run: { readonly contact: string }) => run.contact === `buyer${people}@example.com`)
              )
            )
          for (const flow of flows)
            yield* eventually(Effect.map(runs(flow, "under_way"), ({ pagination }) => pagination.total_count === 0))
          yield* server.end("SIGTERM")
          const found = yield* withDatabase(settings)(outcome(account_id))
          reportRun(`flows for restockings of a killed server, ${database}`, {
            runs: repetitions(2, 20),
            more: `${acknowledged} products`
          })
          const started = found?.["runs"]
          const lower = found?.["lower"]
          assert.isAtLeast(Number(started), 2 * acknowledged)
          assert.deepStrictEqual(found, {
            runs: started,
            causes: started,
            waited: started,
            answered: started,
            messages: started,
            lower,
            lower_causes: lower,
            viewed: lower,
            lower_messages: lower,
            turns: 0
          })
          assert.strictEqual(lower, started)
        }),
      quickOrFull(10, 15) * 60_000
    )
  })
}
