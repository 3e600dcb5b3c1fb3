import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeBacktestTally } from "../../src/domain/backtests/backtestTally.ts"
import { makeDayNames } from "../../src/domain/backtests/dayNames.ts"
import { makeHistoryCounters } from "../../src/domain/backtests/historyCounters.ts"
import { joinBacktests } from "../../src/domain/backtests/joinBacktests.ts"
import { whyNotBacktested } from "../../src/domain/backtests/whyNotBacktested.ts"
import { historyLookups } from "../../src/domain/conditions/History.ts"
import type { Definition } from "../../src/domain/flows/Definition.ts"
import { localDay } from "../../src/domain/zones/localTime.ts"
import { day, orderOf, planOf, start } from "../support/samples/pasts.ts"

describe("what a backtest counts of the past", () => {
  const Orders = Schema.Array(
    Schema.Struct({
      seen: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
      before: Schema.Literals([0, 0, 1, 7]),
      total: Schema.Literals(["0.1", "0.2", "60"])
    })
  ).check(Schema.isMaxLength(30))
  const conditions = ["3 days", undefined].flatMap((within) => {
    const where = within === undefined ? {} : { within }
    return [
      { field: "order.count", op: "gte" as const, value: 1, where },
      { field: "contact.total_spent.USD", op: "gte" as const, value: 1, where }
    ]
  })

  it.prop("is what a recount at each moment gives", [Orders], ([orders]) => {
    const counters = makeHistoryCounters(historyLookups([conditions]))
    const known: Array<{ readonly placed_at: number; readonly total: string }> = []
    const rows = orders.toSorted((one, other) => one.seen - other.seen)
    rows.forEach(({ seen, before, total }, at) => {
      const now = start + seen * day
      const placed_at = now - before * day
      counters.add({ type: "order", at: now, order: orderOf(at + 1, placed_at, total), country: null })
      known.push({ placed_at, total })
      const expected = [known.filter(({ placed_at: time }) => time > now - 3 * day), known].flatMap((counted) => [
        counted.length === 0 ? undefined : counted.length,
        counted.length === 0
          ? undefined
          : counted.reduce((sum, { total: amount }) => sum + Math.round(Number(amount) * 10), 0) / 10
      ])
      const values = counters.values(now)
      assert.deepStrictEqual(
        historyLookups([conditions]).map(({ key }) => values.get(key)),
        expected
      )
    })
  })

  const Replays = Schema.Array(
    Schema.Struct({
      entries: Schema.Array(Schema.Literals([0, 1, 2])).check(Schema.isMaxLength(4)),
      skips: Schema.Array(Schema.Boolean).check(Schema.isMaxLength(4))
    })
  ).check(Schema.isMaxLength(12))

  it.prop(
    "adds up over parts",
    [Replays, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))],
    ([people, cut]) => {
      const tallied = (from: number, to: number) => {
        const tally = makeBacktestTally(makeDayNames("UTC"))
        people.slice(from, to).forEach(({ entries, skips }, at) =>
          tally.add(`con_${from + at}`, {
            starts: entries.map((days, nth) => ({
              at: start + days * day,
              cause: String(nth),
              refused: days === 2 ? "entry" : null
            })),
            messages: skips.map((skipped, nth) => ({
              at: start + nth * day,
              step: "only",
              reason: skipped ? "frequency cap" : null
            })),
            under_way: skips.length,
            work: 1,
            sales: entries.map(() => ({ currency: "USD", amount: "0.1" }))
          })
        )
        const { examples: _, ...figures } = tally.read()
        return { ...figures, examples: [] }
      }
      assert.deepStrictEqual(joinBacktests(tallied(0, cut), tallied(cut, people.length)), tallied(0, people.length))
    }
  )

  it("is refused with its reason where no record tells it", () => {
    const span = { from: start, to: start + day, now: start + 60 * day }
    const fields = (definition: Partial<Definition>, more: Partial<typeof span> = {}) =>
      whyNotBacktested(planOf(definition).definition, null, { ...span, ...more }).map(({ field }) => field)
    assert.deepStrictEqual(fields({}), [])
    assert.deepStrictEqual(fields({ trigger: { type: "tagged", tag: "vip" } }), ["definition.trigger"])
    assert.deepStrictEqual(fields({ trigger: { type: "order_received" } }), ["from"])
    assert.deepStrictEqual(fields({ trigger: { type: "order_received" } }, { now: start + 2 * day }), [])
    assert.deepStrictEqual(fields({ filters: [[{ field: "viewed.count", op: "gte", value: 1 }]] }), [
      "definition.filters.0.0.field"
    ])
    assert.deepStrictEqual(fields({}, { to: start + 400 * day }), ["to"])
    assert.deepStrictEqual(fields({}, { to: start }), ["to"])
    assert.deepStrictEqual(fields({}, { now: start }), ["from"])
  })

  const Zone = Schema.Literals(["UTC", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Apia", "Africa/Cairo"])
  const Moment = Schema.Int.check(
    Schema.isBetween({ minimum: Date.parse("2010-01-01"), maximum: Date.parse("2027-01-01") })
  )

  it.prop(
    "names the days of the account's zone",
    [Zone, Schema.Array(Moment).check(Schema.isMaxLength(20))],
    ([zone, moments]) => {
      const dayOf = makeDayNames(zone)
      assert.deepStrictEqual(
        moments.map(dayOf),
        moments.map((at) => localDay(at, zone))
      )
    }
  )
})
