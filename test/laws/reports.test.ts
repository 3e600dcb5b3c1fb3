import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { lastLocalDays } from "../../src/domain/reports/DayRange.ts"
import { type CountedActivity, summarizeActivity } from "../../src/domain/reports/summarizeActivity.ts"

const hour = 3_600_000
const zones = Schema.Literals([
  "UTC",
  "Europe/Berlin",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Nowhere/None"
])
const Moments = Schema.Int.check(Schema.isBetween({ minimum: Date.UTC(2000, 0), maximum: Date.UTC(2040, 0) }))
const Lengths = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))

describe("the last days of an account", () => {
  it.prop(
    "are distinct, follow one another and end with the day of now",
    [zones, Moments, Lengths],
    ([zone, now, count]) => {
      const { days, starts } = lastLocalDays(now, zone, count)
      assert.strictEqual(days.length, count)
      assert.strictEqual(new Set(days).size, count)
      assert.deepStrictEqual(days, days.toSorted())
      for (const [index, start] of starts.entries()) {
        const next = starts[index + 1]
        if (next !== undefined) assert.isTrue(next - start >= 22 * hour && next - start <= 50 * hour)
      }
      const today = starts.at(-1) ?? 0
      assert.isTrue(today <= now && now < today + 25 * hour)
    }
  )

  it("have no day that the time zone left out", () => {
    assert.deepStrictEqual(lastLocalDays(Date.parse("2011-12-31T10:00:00Z"), "Pacific/Apia", 3), {
      days: ["2011-12-29", "2011-12-31", "2012-01-01"],
      starts: ["2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"].map(Date.parse)
    })
  })

  it("begin at local midnight, also where clocks change", () => {
    assert.deepStrictEqual(
      lastLocalDays(Date.parse("2026-10-26T00:30:00Z"), "Europe/Berlin", 2).starts.map((start) =>
        new Date(start).toISOString()
      ),
      ["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]
    )
  })
})

const counted = (parts: Partial<CountedActivity>): CountedActivity => ({
  timezone: "UTC",
  previous_days: ["2026-01-01"],
  days: ["2026-01-02"],
  sales: [],
  subscribers: [],
  complaints: [],
  unsent_texts: [],
  taking_stores: [],
  messages: [],
  skipped: [],
  delivered: [],
  runs: [],
  flows: [],
  pools: [],
  flow_sales: [],
  ...parts
})
const message = { queued: 0, held: 0, sent: 0, captured: 0, clicked: 0, bounced: 0, failed: 0, skipped: 0 }
const flow = { id: "a", name: "A", status: "active", is_stopped: false } as const

describe("the summary of an account", () => {
  it("keeps currencies apart, most orders first, and days without orders at 0", () => {
    const { sales } = summarizeActivity(
      counted({
        sales: [
          { at: 1, currency: "EUR", orders: 1, revenue: "5.00", attributed: "0" },
          { at: 2, currency: "USD", orders: 2, revenue: "7.10", attributed: "7.10" }
        ]
      })
    )
    assert.deepStrictEqual(sales, [
      {
        currency: "USD",
        orders: { days: [2], previous: [0] },
        revenue: { days: ["7.10"], previous: ["0"] },
        attributed: { days: ["7.10"], previous: ["0"] }
      },
      {
        currency: "EUR",
        orders: { days: [0], previous: [1] },
        revenue: { days: ["0"], previous: ["5.00"] },
        attributed: { days: ["0"], previous: ["0"] }
      }
    ])
  })

  it("counts captured messages apart from sent ones, and orders flows by what they earned", () => {
    const { sent, captured, flows } = summarizeActivity(
      counted({
        sales: [{ at: 2, currency: "USD", orders: 1, revenue: "9", attributed: "9" }],
        flows: [flow, { ...flow, id: "b", name: "B" }, { ...flow, id: "idle", name: "Idle" }],
        messages: [
          { at: 2, flow_id: "a", ...message, sent: 9 },
          { at: 2, flow_id: "b", ...message, sent: 1, captured: 4 },
          { at: 1, flow_id: "b", ...message, sent: 3 }
        ],
        flow_sales: [{ flow_id: "b", currency: "USD", orders: 1, amount: "9" }]
      })
    )
    assert.deepStrictEqual(
      [sent, captured],
      [
        { days: [10], previous: [3] },
        { days: [4], previous: [0] }
      ]
    )
    assert.deepStrictEqual(
      flows.map(({ id, sent: mails }) => [id, mails]),
      [
        ["b", 1],
        ["a", 9]
      ]
    )
  })

  it("asks for attention to stopped flows, failed runs, bounces above 2 % and complaints above 0.1 % of the period alone", () => {
    const attention = (parts: Partial<CountedActivity>) =>
      summarizeActivity(counted(parts)).attention.map(({ kind, count }) => `${kind} ${count}`)
    const run = { flow_id: "a", total: 5 }
    assert.deepStrictEqual(attention({ flows: [{ ...flow, is_stopped: true }] }), ["flow_stopped 0"])
    assert.deepStrictEqual(
      attention({
        flows: [flow],
        runs: [
          { at: 1, ...run, failed: 2 },
          { at: 2, ...run, failed: 3 }
        ]
      }),
      ["runs_failed 3"]
    )
    const mails = (sent: number, bounced: number) => [{ at: 2, flow_id: "a", ...message, sent, bounced }]
    assert.deepStrictEqual(attention({ messages: mails(100, 2) }), [])
    assert.deepStrictEqual(attention({ messages: mails(100, 3) }), ["bounces 3"])
    assert.deepStrictEqual(attention({ messages: mails(1000, 0), complaints: [{ at: 2, total: 2 }] }), ["complaints 2"])
    assert.deepStrictEqual(attention({ messages: mails(1000, 0), complaints: [{ at: 1, total: 9 }] }), [])
    assert.deepStrictEqual(attention({ unsent_texts: [{ at: 1, total: 3 }] }), [])
    assert.deepStrictEqual(attention({ unsent_texts: [{ at: 2, total: 3 }] }), ["texts_unsent 3"])
  })

  it("asks for attention to pools of coupons with a tenth of their codes left, or none", () => {
    const pool = (name: string, total: number, free: number) => ({ id: name, name, total, free })
    const pools = [pool("full", 20, 3), pool("low", 20, 2), pool("last", 9, 0), pool("new", 0, 0)]
    assert.deepStrictEqual(
      summarizeActivity(counted({ pools })).attention.map(({ kind, coupon, count }) => [kind, coupon?.name, count]),
      [
        ["coupon_low", "low", 2],
        ["coupon_empty", "last", 0],
        ["coupon_empty", "new", 0]
      ]
    )
  })
})
