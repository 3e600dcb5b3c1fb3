import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onEither } from "../support/database/databases.ts"
import { originLayer } from "../support/http/http.ts"
import { connectShop } from "../support/http/storeCalls.ts"
import { customer, shopifyOrder, storeDay } from "../support/samples/shopifyWebhooks.ts"

onEither(
  "webhooks about customers",
  originLayer(),
  (it) => {
    it.effect("write customers with their consents by the platform's own times", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const consent = (state: string, hour: number) => ({
          email_marketing_consent: { state, consent_updated_at: `${storeDay}T${10 + hour}:00:00Z` }
        })
        const reports = [
          customer(1, consent("subscribed", 1)),
          customer(2, { ...consent("unsubscribed", 2), first_name: "Augusta" }),
          customer(3, { ...consent("subscribed", 3), first_name: "Lady Ada" })
        ]
        for (const order of [
          [0, 1, 2],
          [2, 1, 0],
          [1, 2, 0, 1],
          [2, 0, 1]
        ]) {
          const store = yield* connectShop("shopify")
          for (const at of order) yield* store.send("customers/update", reports[at] ?? {})
          const [contact] = yield* store.contacts
          assert.deepInclude(contact, { first_name: "Lady Ada", email_consent: "subscribed" }, order.join())
        }
        // What the person took back in Tally, a yes from before does not give again.
        const store = yield* connectShop("shopify")
        yield* store.send("customers/create", reports[0] ?? {})
        yield* sql`UPDATE contacts SET email_consent = 'unsubscribed', email_withdrawn_at = ${`${storeDay}T12:30:00Z`}::timestamptz,
        email_withdrawn_by = 'person' WHERE account_id = ${store.account_id}`
        yield* sql`INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
          effective_at, recorded_at)
        SELECT account_id, contact_id, 'email', 'subscribed', 'unsubscribed', false, 'unsubscribe_link', 'unsubscribe_link', '',
          'contact', ${`${storeDay}T12:30:00Z`}::timestamptz, ${`${storeDay}T12:30:00Z`}::timestamptz FROM contacts WHERE account_id = ${store.account_id}`
        yield* store.send("customers/update", customer(4, consent("subscribed", 2)))
        assert.strictEqual((yield* store.contacts)[0]?.["email_consent"], "unsubscribed")
        yield* store.send("customers/update", customer(5, consent("subscribed", 3)))
        assert.strictEqual((yield* store.contacts)[0]?.["email_consent"], "subscribed")
      })
    )

    it.effect("of Shopify's privacy topics name the contact, erase the person and disconnect the store", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("shopify")
        yield* store.send("orders/create", shopifyOrder(1))
        const person = { shop_domain: "tea.myshopify.com", customer: { id: 1, email: "ADA@example.com", phone: null } }
        yield* store.send("customers/data_request", { ...person, orders_requested: [1] })
        yield* store.send("customers/redact", { ...person, orders_to_redact: [1] })
        assert.deepStrictEqual(yield* store.contacts, [])
        assert.isNull((yield* store.orders)[0]?.["email"])
        // A late report of the same order brings nobody back.
        yield* store.send("orders/updated", shopifyOrder(2))
        assert.deepStrictEqual(yield* store.contacts, [])
        yield* store.send("shop/redact", { shop_domain: "tea.myshopify.com" })
        assert.strictEqual((yield* store.send("orders/create", shopifyOrder(1))).status, 404)
        assert.deepStrictEqual(
          (yield* store.deliveries).map(({ reason }) => reason),
          [null, "data_request", "erased_person", "person_was_erased", "erased_store"]
        )
      })
    )

    it.effect("about two customers whom the platform merged make one contact of them", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("shopify")
        const of = (customer_id: number, email: string, at: number) =>
          customer(at, { id: customer_id, admin_graphql_api_id: undefined, email })
        const merge = (kept: number, deleted: number) => ({
          admin_graphql_api_customer_kept_id: `gid://shopify/Customer/${kept}`,
          admin_graphql_api_customer_deleted_id: `gid://shopify/Customer/${deleted}`,
          admin_graphql_api_job_id: null,
          status: "completed",
          errors: []
        })
        yield* store.send("customers/create", of(71, "kept@example.com", 1))
        yield* store.send("customers/create", of(72, "gone@example.com", 2))
        yield* store.send("customers/merge", merge(71, 72))
        // A late report of the customer who is no more.
        yield* store.send("customers/update", of(72, "gone@example.com", 3))
        const merged = yield* store.contacts
        assert.lengthOf(merged, 1)
        assert.deepInclude(merged[0], { email: "kept@example.com", email_consent: "subscribed" })
        // The kept customer is unknown: the contact of the other is theirs from now on.
        yield* store.send("customers/merge", merge(73, 71))
        yield* store.send("customers/update", of(73, "new@example.com", 4))
        assert.deepStrictEqual(
          (yield* store.contacts).map(({ email }) => email),
          ["new@example.com"]
        )
      })
    )

    it.effect("come too when an order of theirs was deleted, and the money counts no more", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("woocommerce")
        const wooOrder = {
          id: 727,
          status: "processing",
          currency: "EUR",
          date_created_gmt: `${storeDay}T01:00:00`,
          date_modified_gmt: `${storeDay}T01:00:00`,
          date_paid_gmt: `${storeDay}T01:00:00`,
          total: "59.90",
          billing: { email: "ada@example.com" },
          refunds: []
        }
        const statuses = Effect.map(store.orders, (orders) => orders.map(({ financial_status }) => financial_status))
        yield* store.send("order.deleted", { id: 727 })
        yield* store.send("order.created", wooOrder)
        assert.deepStrictEqual(yield* statuses, ["voided"])
        yield* store.send("order.restored", { ...wooOrder, date_modified_gmt: `${storeDay}T02:00:00` })
        assert.deepStrictEqual(yield* statuses, ["paid"])
      })
    )
  },
  { excludeTestServices: true }
)
