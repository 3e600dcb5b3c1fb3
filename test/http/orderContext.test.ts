import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onEitherOverSocket } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount, seedIntegration } from "../support/database/seed.ts"
import { seedShop } from "../support/samples/shop.ts"

onEitherOverSocket("the country, integration and account of an order", (it) => {
  it.effect(
    "reads a national phone in the country of the shipping address, else the billing address, else the account",
    () =>
      Effect.gen(function* () {
        const { place } = yield* seedShop({ default_country: "GB" })
        const phone = "030 123456"
        const read = (members: Record<string, unknown>) =>
          Effect.map(place(orderBody({ phone, ...members })), ({ json }) => json.data?.phone)
        assert.strictEqual(
          yield* read({ shipping_address: { country_code: "DE" }, billing_address: { country_code: "FR" } }),
          "+4930123456"
        )
        assert.strictEqual(yield* read({ billing_address: { country_code: "de" } }), "+4930123456")
        assert.strictEqual(yield* read({ phone: "020 7946 0018" }), "+442079460018")
        assert.strictEqual(
          yield* read({ phone: "+49 30 123456", shipping_address: { country_code: "??" } }),
          "+4930123456"
        )
      })
  )

  it.effect("ties an order to the integration of its token, else to the only one, and refuses an unknown token", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const one = yield* seedShop({ integrations: 1 })
      const other = yield* seedShop({ integrations: 1 })
      const stopped = yield* seedIntegration(one.account_id, false)
      const token = (value: string | undefined) => ({ "x-service-integration-token": value ?? "" })
      const placed = yield* one.place(orderBody({ order_id: 2 }), token(one.integrations[0]?.token))
      assert.strictEqual(placed.json.data.integration.store_name, "Tea & Co")
      for (const bad of [other.integrations[0]?.token, stopped.token, "nobody", one.token]) {
        const { status, json } = yield* one.place(orderBody(), token(bad))
        assert.deepStrictEqual([status, json.error.code], [422, "validation_failed"])
      }
      assert.property((yield* one.place(orderBody())).json.data, "integration")
      // A store that connects by itself is no Custom Integration.
      const platform = yield* seedIntegration(one.account_id)
      yield* sql`UPDATE integrations SET kind = 'shopify' WHERE integration_id = ${platform.integration_id}`
      assert.property((yield* one.place(orderBody({ order_id: 4 }))).json.data, "integration")
      yield* seedIntegration(one.account_id)
      assert.notProperty((yield* one.place(orderBody({ order_id: 3 }))).json.data, "integration")
      assert.property((yield* one.place(orderBody())).json.data, "integration")
    })
  )

  it.effect("keeps accounts apart, and acts for the subaccount in Service-Account-Id", () =>
    Effect.gen(function* () {
      const main = yield* seedShop()
      const branch = yield* seedAccount({ parent_id: main.account_id })
      const below = yield* seedAccount({ parent_id: branch.account_id })
      const foreign = yield* seedAccount()
      const as = (account_id: string) => ({ "service-account-id": account_id })
      assert.strictEqual((yield* main.place(orderBody())).status, 201)
      assert.strictEqual((yield* main.place(orderBody(), as(main.account_id))).status, 200)
      assert.strictEqual((yield* main.place(orderBody(), as(branch.account_id))).status, 201)
      assert.strictEqual((yield* main.place(orderBody(), as(branch.account_id))).status, 200)
      for (const otherAccount of [below.account_id, foreign.account_id, "acc_00000000000000000000000000", "x", ""]) {
        const { status, json } = yield* main.place(orderBody(), as(otherAccount))
        assert.deepStrictEqual([status, json?.error.code], [404, "not_found"], otherAccount)
      }
    })
  )
})
