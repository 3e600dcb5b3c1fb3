import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { BigCommerceCalls } from "../../src/outbound/integrations/BigCommerceApi.ts"
import { assertConsistent } from "../support/database/assertConsistent.ts"
import { onBoth } from "../support/database/databases.ts"
import { originLayer } from "../support/http/http.ts"
import { connectShop } from "../support/http/storeCalls.ts"
import {
  customer,
  shopifyFulfillment,
  shopifyOrder,
  shopifyRefund,
  webhookText
} from "../support/samples/shopifyWebhooks.ts"
import { bigOrder, wooOrder } from "../support/samples/storeWebhooks.ts"
import { choices, type Choices } from "./choices.ts"

const unusual: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  0,
  1e308,
  1.5,
  "",
  "0",
  "-0.0",
  "1e5",
  "9223372036854775808",
  "00000000000000000012",
  "x".repeat(10_000),
  "\ud800",
  "\0",
  "<script>",
  "gid://shopify/Order/",
  "2026-02-30T00:00:00Z",
  "0000-00-00 00:00:00",
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  JSON.parse('{"__proto__": null, "constructor": "x"}'),
  Array.from({ length: 1_000 }, (_, id) => ({
    id,
    updated_at: "2026-11-20T00:00:00Z",
    created_at: "2026-11-20T00:00:00Z"
  }))
]

/** A copy of a value in which some members are missing or unusual. */
const spoilt = (value: unknown, choose: Choices): unknown => {
  if (choose.chance(0.06)) return choose.pick(unusual)
  if (Array.isArray(value)) return value.map((element) => spoilt(element, choose))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => !choose.chance(0.03))
      .map(([name, member]) => [name, spoilt(member, choose)])
  )
}

const shopify = (choose: Choices) => {
  const hour = 1 + choose.below(9)
  return choose.pick([
    ["orders/create", shopifyOrder(hour)],
    ["orders/updated", shopifyOrder(hour, { financial_status: "paid", fulfillments: [shopifyFulfillment(1, hour)] })],
    ["fulfillments/update", shopifyFulfillment(1, hour, { shipment_status: "delivered" })],
    ["refunds/create", shopifyRefund(1, hour, "12.00")],
    ["customers/update", customer(hour)],
    ["customers/data_request", { customer: { email: "ada@example.com" } }],
    ["customers/redact", { customer: { email: "ada@example.com", phone: "+12025550123" } }],
    ["__proto__", {}],
    ["toString", {}]
  ] as const)
}

const count = Number(process.env["FUZZ_COUNT"] ?? 600) / 2
const resource = { current: "{}" }

const bigCommerceLayer = Layer.succeed(BigCommerceCalls)((path) =>
  Effect.sync(() => new TextEncoder().encode(path.includes("/products") ? "[]" : resource.current))
)

onBoth(
  "any webhook with a valid signature",
  originLayer().pipe(Layer.provide(bigCommerceLayer)),
  (it) => {
    it.effect(
      "is answered 200 and recorded, and leaves the figures right",
      () =>
        Effect.gen(function* () {
          const seed = Number(process.env["FUZZ_SEED"] ?? (yield* Clock.currentTimeMillis) % 2 ** 32)
          const choose = choices(seed)
          const stores = {
            shopify: yield* connectShop("shopify"),
            woocommerce: yield* connectShop("woocommerce"),
            bigcommerce: yield* connectShop("bigcommerce")
          }
          for (let run = 0; run < count; run++) {
            const kind = choose.pick(["shopify", "woocommerce", "bigcommerce"] as const)
            const [topic, body] =
              kind === "shopify"
                ? shopify(choose)
                : kind === "woocommerce"
                  ? ([
                      "order.updated",
                      wooOrder(1 + choose.below(9), { status: choose.pick(["completed", "draft", "x"]) })
                    ] as const)
                  : (["", { scope: "store/order/updated", data: { type: "order", id: 250 } }] as const)
            resource.current = JSON.stringify(spoilt(bigOrder(1 + choose.below(9)), choose))
            const text = choose.chance(0.02)
              ? choose.pick(["[]", "1", "{", "\ufeff{}"])
              : webhookText(Object(spoilt(body, choose)))
            const { status } = yield* stores[kind].sendText(topic, text)
            assert.strictEqual(status, 200, `FUZZ_SEED=${seed}, run ${run}: ${kind} ${topic} ${text.slice(0, 2_000)}`)
          }
          for (const store of Object.values(stores)) {
            const failures = (yield* store.deliveries).filter(({ reason }) => reason === "service_failure")
            assert.deepStrictEqual(failures, [], `FUZZ_SEED=${seed}`)
            yield* assertConsistent(store.account_id)
          }
        }),
      600_000
    )
  },
  { excludeTestServices: true }
)
