import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { BigCommerceCalls } from "../../src/outbound/integrations/BigCommerceApi.ts"
import { onBoth } from "../support/database/databases.ts"
import { originLayer } from "../support/http/http.ts"
import { connectShop } from "../support/http/storeCalls.ts"
import { permutations } from "../support/samples/paidOrders.ts"
import { customer, hour, type Members, shopifyOrder, type PlatformWebhook } from "../support/samples/shopifyWebhooks.ts"
import { bigOrder } from "../support/samples/storeWebhooks.ts"

const answers = new Map<string, unknown>([
  ["abc123/v2/orders/250", bigOrder(2, { date_created: new Date(hour(2)).toUTCString() })],
  [
    "abc123/v3/customers/subscribers/9",
    { data: { id: 9, email: "ada@example.com", date_modified: hour(1), date_created: hour(1) } }
  ]
])

const bigCommerceLayer = Layer.succeed(BigCommerceCalls)((path) =>
  Effect.sync(() => {
    const answer = answers.get(path)
    return answer === undefined ? undefined : new TextEncoder().encode(JSON.stringify(answer))
  })
)

const id = 7064055069303700
const gid = "gid://shopify/Customer/706405506930370084"
const emailConsent = (state: string, at: number) => ({
  email_marketing_consent: { state, opt_in_level: "single_opt_in", consent_updated_at: hour(at) }
})
const smsConsent = (state: string, at: number) => ({
  sms_marketing_consent: { state, opt_in_level: "single_opt_in", consent_updated_at: hour(at) }
})
const byId = (consent: Members): PlatformWebhook => ({
  topic:
    "sms_marketing_consent" in consent
      ? "customers_marketing_consent/update"
      : "customers_email_marketing_consent/update",
  body: { customer_id: id, admin_graphql_api_id: gid, ...consent }
})
const reported = (topic: string, at: number, members: Members): PlatformWebhook => ({
  topic,
  body: customer(at, { email_marketing_consent: null, ...members })
})
const order = (number: number, at: number, members: Members = {}, ofCustomer: Members = {}): PlatformWebhook => ({
  topic: "orders/create",
  body: shopifyOrder(at, {
    id: number,
    admin_graphql_api_id: `gid://shopify/Order/${number}`,
    processed_at: hour(at),
    customer: { admin_graphql_api_id: gid, email: "ada@example.com", phone: null, ...ofCustomer },
    shipping_address: null,
    ...members
  })
})

/** A webhook of BigCommerce, of hour 3. */
const announced = (scope: string, type: string, resource_id: number): PlatformWebhook => ({
  topic: scope,
  body: { scope, data: { type, id: resource_id }, created_at: Date.parse(hour(3)) / 1_000 }
})

const phone = "+12025550123"

/** Webhooks of one person, and the consents in which they end whatever the order of their arrival. */
const histories: ReadonlyArray<
  readonly [
    name: string,
    kind: "shopify" | "bigcommerce",
    webhooks: ReadonlyArray<PlatformWebhook>,
    expected: { readonly email_consent: string; readonly sms_consent: string }
  ]
> = [
  [
    "a no after an order with a yes",
    "shopify",
    [
      reported("customers/create", 1, emailConsent("subscribed", 1)),
      order(1, 2),
      byId(emailConsent("unsubscribed", 3)),
      reported("customers/update", 4, { first_name: "Augusta" })
    ],
    { email_consent: "unsubscribed", sms_consent: "never_subscribed" }
  ],
  [
    "an order with a yes after a no",
    "shopify",
    [
      reported("customers/create", 1, emailConsent("subscribed", 1)),
      order(1, 2),
      reported("customers/update", 3, emailConsent("unsubscribed", 3)),
      order(2, 5)
    ],
    { email_consent: "subscribed", sms_consent: "never_subscribed" }
  ],
  [
    "a no between two orders, known by the orders alone",
    "shopify",
    [order(1, 2), byId(emailConsent("unsubscribed", 3)), order(2, 5, { buyer_accepts_marketing: false })],
    { email_consent: "unsubscribed", sms_consent: "never_subscribed" }
  ],
  [
    "an order of a customer who has left since",
    "shopify",
    [
      reported("customers/create", 1, emailConsent("subscribed", 1)),
      order(1, 2, {}, emailConsent("unsubscribed", 4)),
      byId(emailConsent("subscribed", 3))
    ],
    { email_consent: "unsubscribed", sms_consent: "never_subscribed" }
  ],
  [
    "a double opt-in that is confirmed later",
    "shopify",
    [
      reported("customers/create", 1, emailConsent("pending", 1)),
      order(1, 2, {}, emailConsent("pending", 2)),
      byId(emailConsent("subscribed", 3))
    ],
    { email_consent: "subscribed", sms_consent: "never_subscribed" }
  ],
  [
    "a double opt-in that is never confirmed",
    "shopify",
    [reported("customers/create", 1, emailConsent("pending", 1)), order(1, 2, {}, emailConsent("pending", 2))],
    { email_consent: "never_subscribed", sms_consent: "never_subscribed" }
  ],
  [
    "texts",
    "shopify",
    [
      reported("customers/create", 1, { phone }),
      byId(smsConsent("subscribed", 2)),
      order(1, 3, { buyer_accepts_marketing: false }, { phone, ...smsConsent("subscribed", 2) }),
      byId(smsConsent("unsubscribed", 4))
    ],
    { email_consent: "never_subscribed", sms_consent: "unsubscribed" }
  ],
  [
    "a subscriber who left after an order with an opt-in",
    "bigcommerce",
    [
      announced("store/subscriber/created", "subscriber", 9),
      announced("store/order/created", "order", 250),
      announced("store/subscriber/deleted", "subscriber", 9)
    ],
    { email_consent: "unsubscribed", sms_consent: "never_subscribed" }
  ]
]

onBoth(
  "consents of connected stores",
  originLayer().pipe(Layer.provide(bigCommerceLayer)),
  (it, database) => {
    // The rule is the same on both databases: the embedded one takes the order of the events and its reverse.
    const arrivalsOf = (webhooks: ReadonlyArray<PlatformWebhook>) =>
      database === "PostgreSQL" ? permutations(webhooks) : [webhooks, webhooks.toReversed()]

    it.effect.each(histories)("%s: end the same in any order of arrival", ([, kind, webhooks, expected]) =>
      Effect.gen(function* () {
        for (const arrival of arrivalsOf(webhooks)) {
          const store = yield* connectShop(kind)
          for (const { topic, body } of arrival) yield* store.send(topic, body)
          const found = yield* store.contacts
          const names = arrival.map(({ topic }) => topic).join()
          assert.lengthOf(found, 1, names)
          assert.deepInclude(found[0], { email: "ada@example.com", ...expected }, names)
          const failed = (yield* store.deliveries).filter(({ status }) => status === "failed" || status === "waiting")
          assert.deepStrictEqual(failed, [], names)
        }
      })
    )

    it.effect.each(histories)("%s: end the same when all arrive at one moment", ([, kind, webhooks, expected]) =>
      Effect.gen(function* () {
        for (let attempt = 0; attempt < 3; attempt++) {
          const store = yield* connectShop(kind)
          yield* Effect.forEach(webhooks, ({ topic, body }) => store.send(topic, body), { concurrency: "unbounded" })
          const found = yield* store.contacts
          assert.lengthOf(found, 1)
          assert.deepInclude(found[0], expected)
        }
      })
    )

    it.effect("take effect in the ledger at the time at which the platform recorded them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* connectShop("shopify")
        yield* store.send("customers/create", customer(1, emailConsent("subscribed", 2)))
        const { topic, body } = byId(emailConsent("unsubscribed", 3))
        yield* store.send(topic, body)
        const lines = yield* sql<{
          to_state: string
          effective_at: Date
        }>`SELECT to_state, effective_at FROM consent_log
          WHERE account_id = ${store.account_id} ORDER BY entry_id LIMIT 10`
        assert.deepStrictEqual(
          lines.map(({ to_state, effective_at }) => [to_state, effective_at.getTime()]),
          [
            ["subscribed", Date.parse(hour(2))],
            ["unsubscribed", Date.parse(hour(3))]
          ]
        )
      })
    )

    it.effect("by a customer id alone wait for the customer, and go with them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* connectShop("shopify")
        const consent = byId(emailConsent("subscribed", 3))
        yield* store.send(consent.topic, consent.body)
        const rows = sql`SELECT contact_id, email_consent FROM shop_customers WHERE account_id = ${store.account_id} LIMIT 10`
        assert.deepStrictEqual(yield* rows, [{ contact_id: null, email_consent: "subscribed" }])
        const redact = {
          shop_domain: "tea.myshopify.com",
          customer: { admin_graphql_api_id: gid },
          orders_to_redact: []
        }
        yield* store.send("customers/redact", redact)
        assert.deepStrictEqual(yield* rows, [])
        yield* store.send("customers/create", customer(1, { email_marketing_consent: null }))
        assert.deepInclude((yield* store.contacts)[0], { email_consent: "never_subscribed" })
        yield* store.send("customers/redact", redact)
        assert.deepStrictEqual([yield* store.contacts, yield* rows], [[], []])
        assert.deepStrictEqual(
          (yield* store.deliveries).map(({ reason }) => reason),
          ["customer_awaited", "erased_person", null, "erased_person"]
        )
      })
    )

    it.effect("and people who are erased by id are found by the orders too that the platform names", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("shopify")
        const { topic, body } = order(7, 2, { email: "work@example.com" })
        yield* store.send(topic, body)
        assert.lengthOf(yield* store.contacts, 1)
        const person = { customer: { admin_graphql_api_id: gid, id }, orders_to_redact: [7] }
        yield* store.send("customers/redact", person)
        assert.deepStrictEqual(yield* store.contacts, [])
      })
    )
  },
  { excludeTestServices: true }
)
