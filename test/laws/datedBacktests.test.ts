import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { needsOf } from "../../src/domain/backtests/BacktestPlan.ts"
import type { PastItem } from "../../src/domain/backtests/Past.ts"
import { makePastDates } from "../../src/domain/backtests/pastDates.ts"
import { replay } from "../../src/domain/backtests/replay.ts"
import { comesWithin, type DateRule, daysWithin, startDays } from "../../src/domain/flows/dateTriggers.ts"
import { day, personOf, planOf, start } from "../support/samples/pasts.ts"

const hour = 3_600_000

const view = (product_id: string, viewed_at: number, known_at: number | null = null): PastItem => ({
  type: "view",
  at: known_at ?? viewed_at,
  product_id,
  viewed_at,
  known_at
})

const played = (
  plan: ReturnType<typeof planOf>,
  items: ReadonlyArray<PastItem>,
  more: Parameters<typeof personOf>[1] = {}
) => {
  const person = personOf(items, more)
  const result = replay(plan, needsOf(plan), person)
  if (result === undefined) throw new Error("Not judged")
  return {
    starts: result.starts.map(({ at, refused }) => [(at - start) / hour, refused]),
    messages: result.messages.map(({ at, reason }) => [(at - start) / hour, reason])
  }
}

const always = { entry: { type: "always" } } as const

describe("a backtest by dates", () => {
  const rule: DateRule = { type: "date", field: "birthday", repeat: "yearly", days: -1, time: "09:00" }
  const planFor = (trigger: DateRule, timezone = "UTC") => {
    const plan = planOf({ trigger, ...always })
    return { ...plan, timezone, dates: makePastDates(trigger, timezone, plan) }
  }
  const born = (birthday: unknown, more: object = {}) => ({
    contact: { ...personOf([]).contact, custom_fields: { birthday }, ...more }
  })

  it("starts on each day of the span that the rule names, by the dates of now", () => {
    assert.deepStrictEqual(played(planFor(rule), [], born("1990-03-05")).starts, [[69, null]])
    assert.deepStrictEqual(played(planFor(rule), [], born("--03-05")).starts, [[69, null]])
    for (const birthday of ["1990-05-05", "soon", 19900305, null, "1990-03-05x"])
      assert.deepStrictEqual(played(planFor(rule), [], born(birthday)).starts, [])
    assert.deepStrictEqual(played(planFor(rule), [], {}).starts, [])
  })

  it("starts nothing before a contact was known", () => {
    const created_at = start + 69 * hour + 1
    assert.deepStrictEqual(played(planFor(rule), [], born("1990-03-05", { created_at })).starts, [])
    assert.deepStrictEqual(played(planFor(rule), [view("tea", start)], born("1990-03-05", { created_at })).starts, [
      [69, null]
    ])
  })

  it("comes at the contact's own time where the rule says so", () => {
    const contact = { birthday: "1990-03-05", timezone: "Asia/Tokyo" }
    const more = { contact: { ...personOf([]).contact, custom_fields: contact } }
    assert.deepStrictEqual(played(planFor({ ...rule, zone: "contact" }), [], more).starts, [[60, null]])
    assert.deepStrictEqual(played(planFor(rule, "Asia/Tokyo"), [], more).starts, [[60, null]])
  })

  const Zone = Schema.Literals(["UTC", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Apia", "Africa/Cairo"])
  const Rules = Schema.Struct({
    repeat: Schema.Literals(["yearly", "once"]),
    days: Schema.Int.check(Schema.isBetween({ minimum: -365, maximum: 365 })),
    time: Schema.Literals(["00:00", "02:30", "23:59"]),
    zone: Zone,
    own: Schema.NullOr(Zone),
    from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_000 * day })),
    length: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 * day })),
    value: Schema.Literals(["2011-02-28", "2012-02-29", "2011-12-30", "--02-29", "2013-03-01T10:00", "2013-02-30"])
  })
  it.prop(
    "finds the moments that asking for each day finds",
    [Rules],
    ([{ zone, own, from, length, value, ...drawn }]) => {
      const date: DateRule = { type: "date", field: "birthday", ...drawn }
      const span = { from: Date.parse("2010-06-01") + from, to: Date.parse("2010-06-01") + from + length }
      const inZone = own ?? zone
      const within = { after: span.from - 1, until: span.to - 1 }
      const found = makePastDates(date, zone, span)(value, own)
      assert.deepStrictEqual(
        found.map((one) => one.day),
        startDays(date, value, daysWithin(date.time, inZone, within))
      )
      for (const { day: on, at } of found) {
        assert.isTrue(comesWithin(on, date.time, inZone, { after: at - 1, until: at }))
      }
    }
  )
})
