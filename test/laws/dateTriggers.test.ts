import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  calendarDay,
  type DateRule,
  dateOfStart,
  datesOn,
  daysInZones,
  daysWithin,
  startDays
} from "../../src/domain/flows/dateTriggers.ts"
import { LocalTime } from "../../src/domain/flows/Step.ts"
import { localDay } from "../../src/domain/zones/localTime.ts"

const day = 86_400_000
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati"
]
const Zone = Schema.Literals(zones)
const Moment = Schema.Int.check(Schema.isBetween({ minimum: Date.UTC(2015, 0, 1), maximum: Date.UTC(2030, 0, 1) }))
const Days = Schema.Int.check(Schema.isBetween({ minimum: -365, maximum: 365 }))

const rule = (fields: Partial<DateRule>): DateRule => ({
  type: "date",
  field: "birthday",
  repeat: "yearly",
  days: 0,
  time: "09:00",
  ...fields
})

const starts = (fields: Partial<DateRule>, value: unknown, from: string, to: string, zone = "UTC") =>
  startDays(
    rule(fields),
    value,
    daysWithin(rule(fields).time, zone, { after: Date.parse(from), until: Date.parse(to) })
  )

describe("a trigger by a date", () => {
  it.prop(
    "is looked for on every day on which it comes in one of the zones, over any span of time",
    [Moment, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 * day })), LocalTime],
    ([after, length, time]) => {
      const span = { after, until: after + length }
      const days = daysInZones(time, zones, span)
      for (const zone of zones) for (const comes of daysWithin(time, zone, span)) assert.isTrue(days.has(comes))
      assert.isAtMost(days.size, length / day + 4)
    }
  )

  it.prop(
    "comes once for each local day, also when the clocks change",
    [Moment, LocalTime, Zone],
    ([now, time, zone]) => {
      const steps = Array.from({ length: 40 }, (_, at) => now + at * (day / 4))
      const found = steps.flatMap((after) => daysWithin(time, zone, { after, until: after + day / 4 }))
      const last = now + 10 * day
      assert.deepStrictEqual(found, daysWithin(time, zone, { after: now, until: last }))
      assert.strictEqual(new Set(found).size, found.length)
      assert.isAtLeast(found.length, 9)
      assert.isAtMost(found.length, 11)
      for (const local of found) assert.isTrue(local >= localDay(now, zone) && local <= localDay(last, zone))
    }
  )

  it.prop("counts days before and after the date", [Moment, Days], ([now, days]) => {
    const start = localDay(now, "UTC")
    assert.strictEqual(Date.parse(start) - Date.parse(dateOfStart({ days }, start)), days * day)
  })

  it.prop(
    "finds in the database every value that starts it",
    [Moment, Moment, Schema.Literals(["yearly", "once"])],
    ([a, b, repeat]) => {
      const value = localDay(Math.min(a, b), "UTC")
      const start = localDay(Math.max(a, b), "UTC")
      const found = startDays(rule({ repeat }), value, [start]).length > 0
      const dates = datesOn({ repeat }, start)
      const key = repeat === "once" ? value : value.slice(5)
      assert.strictEqual(found, dates.includes(key))
    }
  )

  it("comes on 28 February for a leap day in common years, and never on a day that no calendar has", () => {
    const [from, to] = ["2027-01-01T00:00:00Z", "2028-12-31T00:00:00Z"]
    assert.deepStrictEqual(starts({}, "2000-02-29", from, to), ["2027-02-28", "2028-02-29"])
    assert.deepStrictEqual(starts({}, "2000-02-28", from, to), ["2027-02-28", "2028-02-28"])
    assert.deepStrictEqual(starts({ days: 1 }, "2000-02-29", from, to), ["2027-03-01", "2028-03-01"])
    for (const value of [
      "2001-02-29",
      "2000-02-30",
      "2000-13-01",
      "0000-00-00",
      "28.02.2000",
      "2000-2-28",
      "",
      null,
      20000228
    ]) {
      assert.isUndefined(calendarDay(value))
      assert.deepStrictEqual(starts({}, value, from, to), [], String(value))
    }
  })

  it("comes each year for a day without a year, as files of birthdays have it", () => {
    const [from, to] = ["2027-01-01T00:00:00Z", "2028-12-31T00:00:00Z"]
    assert.deepStrictEqual(starts({}, "--05-04", from, to), ["2027-05-04", "2028-05-04"])
    assert.deepStrictEqual(starts({ days: -3 }, "--02-29", from, to), ["2027-02-25", "2028-02-26"])
    assert.deepStrictEqual(starts({ repeat: "once" }, "--05-04", from, to), [])
    for (const value of ["--02-30", "--5-4", "05-04", "05/04"]) assert.deepStrictEqual(starts({}, value, from, to), [])
  })

  it("comes for a date with a time, and not before its first year", () => {
    assert.deepStrictEqual(
      starts({ days: -3 }, "2027-05-04T23:59:00Z", "2026-01-01T00:00:00Z", "2028-12-31T00:00:00Z"),
      ["2027-05-01", "2028-05-01"]
    )
    const once = { repeat: "once", days: 10 } as const
    assert.deepStrictEqual(starts(once, "2027-12-30", "2026-01-01T00:00:00Z", "2029-12-31T00:00:00Z"), ["2028-01-09"])
  })

  it("comes at its time of the zone, and later by the clock at a time that is skipped", () => {
    const [value, berlin] = ["2026-03-29", "Europe/Berlin"]
    const at = (time: string, from: string, to: string) => starts({ time, repeat: "once" }, value, from, to, berlin)
    assert.deepStrictEqual(at("09:00", "2026-03-29T06:59:59Z", "2026-03-29T07:00:00Z"), [value])
    assert.deepStrictEqual(at("09:00", "2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z"), [])
    assert.deepStrictEqual(at("02:30", "2026-03-29T01:29:59Z", "2026-03-29T01:30:00Z"), [value])
  })
})
