import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { seedToken } from "../support/database/seed.ts"
import { campaignBody } from "../support/http/calls/campaigns.ts"
import { Origin, OriginLayer, post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"

const day = 86_400_000

interface Sold {
  readonly currency: string
  readonly revenue: { readonly days: ReadonlyArray<string>; readonly previous: ReadonlyArray<string> }
  readonly attributed: { readonly days: ReadonlyArray<string> }
  readonly orders: { readonly days: ReadonlyArray<number> }
}

onEither("the figures of Home", OriginLayer, (it) => {
  it.effect("count net revenue by currency and by day of the account's time zone", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("figures")
      const token = yield* seedToken(account)
      const origin = yield* Origin
      yield* call("PATCH", `/accounts/${account}`, { timezone: "Asia/Tokyo" })
      const now = yield* Clock.currentTimeMillis
      const place = (order_id: number, members: object) =>
        post(
          `${origin}/v1/orders/placed`,
          token,
          orderBody({ order_id, order_date: new Date(now - 60_000).toISOString(), ...members })
        )
      const orders = [
        { total: 10.5, currency: "USD", accepts_email_marketing: true },
        { total: 4.5, currency: "USD", financial_status: "paid" },
        { total: 100, currency: "USD", financial_status: "refunded" },
        { total: 100, currency: "USD", financial_status: "voided" },
        { total: 7, currency: "EUR", financial_status: "partially_refunded" },
        { total: 3, currency: "USD", order_date: new Date(now - 8 * day).toISOString() },
        { total: 3, currency: "USD", order_date: new Date(now - 30 * day).toISOString() }
      ]
      for (const [index, members] of orders.entries())
        assert.strictEqual((yield* place(index + 1, members)).status, 201)
      const { status, json } = yield* call("GET", `/accounts/${account}/activity?days=7`)
      assert.strictEqual(status, 200)
      const { days, previous_days, timezone, sales } = json.data
      assert.strictEqual(timezone, "Asia/Tokyo")
      assert.strictEqual(days.at(-1), new Date(now + 9 * 3_600_000).toISOString().slice(0, 10))
      assert.deepStrictEqual([days.length, previous_days.length], [7, 7])
      const total = (values: ReadonlyArray<string | number>) =>
        values.reduce<number>((sum, value) => sum + Number(value), 0)
      assert.deepStrictEqual(
        sales.map(({ currency, revenue, orders: counts, attributed }: Sold) => [
          currency,
          total(revenue.days),
          total(revenue.previous),
          total(counts.days),
          total(attributed.days)
        ]),
        [
          ["USD", 15, 3, 2, 0],
          ["EUR", 7, 0, 1, 0]
        ]
      )
      assert.strictEqual(total(json.data.subscribers.days), 1)
      assert.strictEqual((yield* call("GET", `/accounts/${account}/activity?days=8`)).status, 422)
    })
  )

  it.effect("count attributed orders, messages of flows and campaigns, and runs by flow", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("attributed")
      const sql = yield* SqlClient.SqlClient
      const { json } = yield* call("GET", `/accounts/${account}/flows`)
      const flow_id = String(json.data[0].id)
      const at = new Date(yield* Clock.currentTimeMillis)
      for (const [index, status] of ["sent", "clicked", "captured", "skipped"].entries())
        yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, layout, flow_id, step_id, body, status,
            due_at, created_at, updated_at)
          VALUES (${account}, ${`msg_z${index}`}, ${`k${index}`}, 'con_1', 'email', 'flow', 'marketing', 'shell', ${flow_id}, 's1', '', ${status},
            ${at}, ${at}, ${at})`
      const campaign_id = String((yield* call("POST", `/accounts/${account}/campaigns`, campaignBody(1))).json.data.id)
      yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, layout, campaign_id, body, status,
          due_at, created_at, updated_at)
        VALUES (${account}, 'msg_z9', 'k9', 'con_1', 'email', 'campaign', 'marketing', 'shell', ${campaign_id}, '', 'sent', ${at}, ${at}, ${at})`
      yield* sql`INSERT INTO orders (account_id, order_id, total, refunded, currency, placed_at, deliveries, attributed_message_id, created_at, updated_at)
        VALUES (${account}, 1, 21.5, 1, 'USD', ${at}, 0, 'msg_z1', ${at}, ${at})`
      const { data } = (yield* call("GET", `/accounts/${account}/activity`)).json
      assert.strictEqual(data.days.length, 30)
      assert.deepStrictEqual(
        [data.sent, data.captured, data.clicked].map(({ days }) => days.at(-1)),
        [3, 1, 1]
      )
      const { skipped_by, ...sums } = data.sums
      const none = { waiting: 0, held: 0, failed: 0, cancelled: 0 }
      assert.deepStrictEqual(sums, { ...none, audience: 5, sent: 3, captured: 1, skipped: 1 })
      assert.deepStrictEqual(skipped_by, [{ reason: "unknown", count: 1 }])
      // No provider reported a delivery yet.
      assert.strictEqual(data.delivered.days.at(-1), null)
      for (const message_id of ["msg_z1", "msg_z9"])
        yield* sql`INSERT INTO message_events (account_id, message_id, event_key, kind, at)
          VALUES (${account}, ${message_id}, 'delivered', 'delivered', ${at})`
      const later = (yield* call("GET", `/accounts/${account}/activity`)).json.data
      assert.deepStrictEqual(later.delivered.days.at(-1), 2)
      assert.strictEqual(Number(data.sales[0].attributed.days.at(-1)), 20.5)
      assert.deepStrictEqual(data.flows, [
        {
          id: flow_id,
          name: json.data[0].name,
          status: "paused",
          sent: 2,
          captured: 1,
          clicked: 1,
          revenue: [{ currency: "USD", orders: 1, amount: "20.5" }]
        }
      ])
      assert.deepStrictEqual(data.attention, [])
    })
  )

  it.effect("are those of the members of the account alone", () =>
    Effect.gen(function* () {
      const { account } = yield* ownerBrowser("private")
      const stranger = yield* ownerBrowser("curious")
      for (const path of ["activity", "budget"])
        assert.strictEqual((yield* stranger.call("GET", `/accounts/${account}/${path}`)).status, 404)
    })
  )

  it.effect("ask for attention to a coupon from its last tenth of codes on, until codes are added", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("coupons")
      const sql = yield* SqlClient.SqlClient
      const created = yield* call("POST", `/accounts/${account}/coupons`, { name: "spring" })
      const coupon = { id: String(created.json.data.id), name: "spring" }
      yield* call("POST", `/accounts/${account}/coupons`, { name: "all", code: "HELLO10" })
      const add = (from: number, count: number) =>
        call("POST", `/accounts/${account}/coupons/${coupon.id}/codes`, {
          codes: Array.from({ length: count }, (_, at) => `CODE-${from + at}`)
        })
      const give = (count: number) => sql`UPDATE coupon_codes SET given_at = now() WHERE account_id = ${account}
        AND code_key IN (SELECT code_key FROM coupon_codes WHERE account_id = ${account} AND given_at IS NULL LIMIT ${count})`
      const attention = Effect.map(
        call("GET", `/accounts/${account}/activity?days=7`),
        ({ json }) => json.data.attention
      )
      const empty = [{ kind: "coupon_empty", flow: null, coupon, count: 0 }]
      assert.deepStrictEqual(yield* attention, empty)
      yield* add(0, 30)
      yield* give(26)
      assert.deepStrictEqual(yield* attention, [])
      yield* give(1)
      assert.deepStrictEqual(yield* attention, [{ kind: "coupon_low", flow: null, coupon, count: 3 }])
      yield* give(3)
      assert.deepStrictEqual(yield* attention, empty)
      yield* add(30, 10)
      assert.deepStrictEqual(yield* attention, [])
    })
  )
})
