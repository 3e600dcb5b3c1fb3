import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { seedToken } from "../support/database/seed.ts"
import { Origin, OriginLayer, post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"

/** An account with two stores that call the API. */
const twoStores = Effect.fnUntraced(function* (name: string) {
  const { call, account } = yield* ownerBrowser(name)
  const token = yield* seedToken(account)
  const url = `${yield* Origin}/v1/orders/placed`
  const connect = (store_name: string) =>
    Effect.map(
      call("POST", `/accounts/${account}/integrations`, { store_name, store_url: "https://shop.example" }),
      ({ json }) => String(json.data.token)
    )
  const stores = { tea: yield* connect("Tea"), cups: yield* connect("Cups") }
  const place = (store: keyof typeof stores, email: string, members: object = {}, prefer?: string) =>
    post(url, token, orderBody({ order_id: 1001, email, ...members }), {
      "x-service-integration-token": stores[store],
      ...(prefer === undefined ? {} : { prefer })
    })
  return { call, account, place }
})

const message =
  'Order 1001 was of the store "Tea" and of another buyer; that of "Cups" replaced it. Stores whose order numbers meet need a subaccount each'

onEither("an order number of two stores", OriginLayer, (it) => {
  it.effect("updates the order, and tells the owner which store took it from which", () =>
    Effect.gen(function* () {
      const { call, account, place } = yield* twoStores("tells")
      assert.strictEqual((yield* place("tea", "ada@example.com")).status, 201)
      const attention = Effect.map(
        call("GET", `/accounts/${account}/activity?days=7`),
        ({ json }) => json.data.attention
      )
      assert.deepStrictEqual(yield* attention, [])
      const dry = yield* place("cups", "bob@example.com", {}, "dry-run")
      assert.include(dry.json.dry_run.summary.join(" "), '"Tea": "Cups" would take it')
      const taken = yield* place("cups", "bob@example.com")
      assert.strictEqual(taken.status, 200)
      assert.notProperty(taken.json, "warnings")
      assert.deepStrictEqual(yield* attention, [{ kind: "orders_taken", flow: null, coupon: null, count: 1 }])
      const { json } = yield* call("GET", `/accounts/${account}/integrations`)
      const overwrote = json.data.map((store: Record<string, unknown>) => [store["store_name"], store["overwrote"]])
      assert.deepInclude(Object.fromEntries(overwrote).Cups, { order_id: "1001", store_name: "Tea" })
      assert.isNull(Object.fromEntries(overwrote).Tea)
    })
  )

  it.effect("has a warning under lenient handling, and a line in the ledger of the contact that loses it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account, place } = yield* twoStores("warns")
      yield* place("tea", "ada@example.com", { accepts_email_marketing: true, order_date: new Date().toISOString() })
      const { json } = yield* place("cups", "bob@example.com", {}, "handling=lenient")
      assert.deepStrictEqual(json.warnings, [{ field: "order_id", message }])
      const lines = yield* sql`SELECT c.email, from_state, to_state, refused, source_id FROM consent_log l
        JOIN contacts c ON c.account_id = l.account_id AND c.contact_id = l.contact_id
        WHERE l.account_id = ${account} AND rule = 'order_taken_by_store' LIMIT 10`
      assert.deepStrictEqual(lines, [
        {
          email: "ada@example.com",
          from_state: "subscribed",
          to_state: "subscribed",
          refused: false,
          source_id: "1001"
        }
      ])
    })
  )

  it.effect("of the same buyer, or of a call without a store, is no notice", () =>
    Effect.gen(function* () {
      const { place } = yield* twoStores("same")
      yield* place("tea", "ada@example.com")
      for (const email of ["ada@example.com", "ADA@example.com"])
        assert.deepStrictEqual((yield* place("cups", email, {}, "handling=lenient")).json.warnings, [])
      assert.deepStrictEqual((yield* place("cups", "bob@example.com", {}, "handling=lenient")).json.warnings, [])
    })
  )
})
