import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { setCustomFields } from "../../src/domain/contacts/setCustomFields.ts"
import { nextLocalTime } from "../../src/domain/flows/nextLocalTime.ts"
import { LocalTime, Percent, type Step, WaitUntil, weekdays } from "../../src/domain/flows/Step.ts"
import { takenBranch } from "../../src/domain/flows/takenBranch.ts"
import { localDateTime, localMillis } from "../../src/domain/zones/localTime.ts"
import { zoneOffset } from "../../src/domain/zones/zoneData.ts"

const hour = 3_600_000
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"]
const Zone = Schema.Literals(zones)
const Moment = Schema.Int.check(Schema.isBetween({ minimum: Date.UTC(2010, 0, 1), maximum: Date.UTC(2030, 0, 1) }))
const Weekdays = Schema.toType(WaitUntil.fields.weekdays)
const isoAfter = (now: string, wait: Parameters<typeof nextLocalTime>[1], zone: string) =>
  new Date(nextLocalTime(Date.parse(now), wait, zone)).toISOString()
const localTime = (moment: number, zone: string) => new Date(localMillis(moment, zone)).toISOString().slice(11, 16)
const localWeekday = (moment: number, zone: string) => weekdays[localDateTime(moment, zone).weekday]

describe("wait_until", () => {
  it.prop(
    "ends on one of its days, at its time unless the clocks skip that, and within eight days but for dates a zone left out",
    [Moment, LocalTime, Weekdays, Zone],
    ([now, time, days, zone]) => {
      const due = nextLocalTime(now, { time, weekdays: days }, zone)
      assert.isAtLeast(due, now)
      assert.isAtMost(due - now, (zone === "Pacific/Apia" ? 15 : 8) * 24 * hour)
      assert.include(days, localWeekday(due, zone))
      if (localTime(due, zone) === time) return
      // The clocks are moved between the moment and three hours before it.
      const offset = (moment: number) => zoneOffset(zone, moment)
      assert.notStrictEqual(offset(due), offset(due - 3 * hour))
    }
  )

  it.prop(
    "without a time ends now, or at the start of the next of its days",
    [Moment, Weekdays, Zone],
    ([now, days, zone]) => {
      const due = nextLocalTime(now, { weekdays: days }, zone)
      assert.include(days, localWeekday(due, zone))
      if (due === now) return
      assert.notInclude(days, localWeekday(now, zone))
      assert.notStrictEqual(localWeekday(due, zone), localWeekday(due - 1, zone))
    }
  )

  it("ends at once at its very time, and tomorrow after it", () => {
    assert.strictEqual(isoAfter("2026-05-04T07:00:00Z", { time: "09:00" }, "Europe/Berlin"), "2026-05-04T07:00:00.000Z")
    assert.strictEqual(isoAfter("2026-05-04T07:00:01Z", { time: "09:00" }, "Europe/Berlin"), "2026-05-05T07:00:00.000Z")
  })

  it("ends one hour later by the clock at a skipped time, and at the first of a repeated one", () => {
    const skipped = { time: "02:30" }
    assert.strictEqual(isoAfter("2026-03-28T20:00:00Z", skipped, "Europe/Berlin"), "2026-03-29T01:30:00.000Z")
    assert.strictEqual(isoAfter("2026-10-24T20:00:00Z", skipped, "Europe/Berlin"), "2026-10-25T00:30:00.000Z")
    assert.strictEqual(isoAfter("2026-10-25T00:45:00Z", skipped, "Europe/Berlin"), "2026-10-26T01:30:00.000Z")
  })

  it("passes over a date that the zone left out", () => {
    // Samoa had no Friday, 30 December 2011.
    const friday = { time: "09:00", weekdays: ["friday"] } as const
    assert.strictEqual(isoAfter("2011-12-28T12:00:00Z", friday, "Pacific/Apia"), "2012-01-05T19:00:00.000Z")
  })
})

const branches = (percents: ReadonlyArray<number>) =>
  percents.map((percent, at) => {
    const step: Step = { id: `b${at}`, type: "exit" }
    return { percent, steps: [step] }
  })

describe("random_split", () => {
  it.prop(
    "takes the same branch for the same run and step, and each branch about as often as its share",
    [Percent, Schema.String.check(Schema.isPattern(/^[a-z]{1,8}$/))],
    ([percent, id]) => {
      const step = { id, type: "random_split", branches: branches([percent, 100 - percent]) } as const
      const runs = Array.from({ length: 2_000 }, (_, at) => takenBranch(step, `run_${id}${at}`))
      assert.deepStrictEqual(takenBranch(step, `run_${id}0`), runs[0])
      const share = runs.filter(([first]) => first?.id === "b0").length / 20
      // Five standard deviations.
      assert.closeTo(share, percent, 5 * 100 * Math.sqrt((percent * (100 - percent)) / 10_000 / 2_000))
    },
    { arbitrary: { runs: 30 } }
  )

  it("draws anew at each step of a run", () => {
    const at = (id: string, run: number) =>
      takenBranch({ id, type: "random_split", branches: branches([50, 50]) }, `run_${run}`)[0]?.id
    const both = Array.from({ length: 2_000 }, (_, run) => at("one", run) === at("two", run))
    assert.closeTo(both.filter(Boolean).length, 1_000, 120)
  })
})

describe("set_field", () => {
  it("sets, adds and removes fields, and keeps the text of the others", () => {
    const before = '{"size":1.50,"plan":"free","old":1}'
    const after = setCustomFields(before, [
      { field: "plan", value: "gold" },
      { field: "old", value: null },
      { field: "__proto__", value: true }
    ])
    assert.strictEqual(after, '{"size":1.50,"plan":"gold","__proto__":true}')
  })

  it("adds no field beyond 500, and leaves text that is no object as it is", () => {
    const full = JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, 1])))
    assert.strictEqual(setCustomFields(full, [{ field: "more", value: 1 }]), full)
    assert.include(setCustomFields(full, [{ field: "f7", value: 2 }]), '"f7":2')
    assert.strictEqual(setCustomFields("[1]", [{ field: "a", value: 1 }]), "[1]")
  })
})
