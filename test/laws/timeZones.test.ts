import { afterEach, assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { instantOfLocal, localDateTime, localDay, localHour, localMillis } from "../../src/domain/zones/localTime.ts"
import { readPosixRule } from "../../src/domain/zones/posixRule.ts"
import { isNewerZoneVersion, isTimezone, useZoneData, zoneOffset } from "../../src/domain/zones/zoneData.ts"
import { offsetByChanges, readZoneFile } from "../../src/domain/zones/zoneFile.ts"

interface Recorded {
  readonly version: string
  readonly zones: Readonly<
    Record<
      string,
      { readonly file: string; readonly offsets: ReadonlyArray<readonly [instant: number, offset: number]> }
    >
  >
}

const recorded: Recorded = JSON.parse(readFileSync(join(import.meta.dirname, "../fieldCases/zoneFiles.json"), "utf8"))
const files = new Map(Object.entries(recorded.zones).map(([name, { file }]) => [name, Buffer.from(file, "base64")]))
const useRecorded = () => useZoneData({ version: recorded.version, files })

const names = [
  "UTC",
  "Europe/Berlin",
  "America/Havana",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Asia/Gaza",
  "Asia/Kathmandu"
]
const Zone = Schema.Literals(names)
const Moment = Schema.Int.check(Schema.isBetween({ minimum: Date.UTC(1990, 0, 1), maximum: Date.UTC(2060, 0, 1) }))

describe("time zones", () => {
  afterEach(() => useZoneData(undefined))

  it("of a system's files have the offsets that glibc gives by them", () => {
    for (const [name, { offsets }] of Object.entries(recorded.zones)) {
      const changes = readZoneFile(files.get(name) ?? Buffer.alloc(0))
      assert.isDefined(changes, name)
      for (const [instant, offset] of offsets)
        assert.strictEqual(offsetByChanges(changes, 1_000 * instant) / 1_000, offset, `${name} at ${instant}`)
    }
  })

  it("of a newer system replace Node's, whose Winnipeg, Inuvik and Havana are an hour late in January 2027", () => {
    useRecorded()
    const noon = Date.parse("2027-01-15T12:00:00Z")
    assert.strictEqual(localHour(noon, "America/Winnipeg"), 7)
    assert.strictEqual(localHour(noon, "america/inuvik"), 6)
    assert.strictEqual(localHour(noon, "America/Havana"), 8)
    assert.strictEqual(localHour(noon, "US/Eastern"), 7)
  })

  it("are those of IANA alone", () => {
    const use = [() => useZoneData(undefined), useRecorded]
    for (const used of use) {
      used()
      for (const name of [
        "Europe/Berlin",
        "UTC",
        "EST",
        "Etc/GMT+5",
        "Asia/Calcutta",
        "US/Eastern",
        "GB",
        "europe/berlin"
      ])
        assert.isTrue(isTimezone(name), name)
      const short =
        "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST".split(" ")
      for (const name of [
        ...short,
        "bst",
        "SystemV/AST4ADT",
        "systemv/HST10",
        "US/Pacific-New",
        "+01:00",
        "",
        "Mars/Base",
        "Etc/Unknown"
      ])
        assert.isFalse(isTimezone(name), name)
    }
  })

  it("have versions, of which the later name is the newer", () => {
    assert.isTrue(isNewerZoneVersion("2026f", "2026c"))
    assert.isTrue(isNewerZoneVersion("2027a", "2026f"))
    assert.isTrue(isNewerZoneVersion("2026a", "unknown"))
    for (const [version, other] of [
      ["2026c", "2026c"],
      ["2025b", "2026c"],
      ["unversioned", "2026c"],
      ["", ""]
    ] as const)
      assert.isFalse(isNewerZoneVersion(version, other))
  })

  it("of a file that is cut short, or of another kind, are Node's", () => {
    const whole = files.get("America/Winnipeg") ?? Buffer.alloc(0)
    for (let length = 0; length < whole.length - 6; length += 7)
      assert.isUndefined(readZoneFile(whole.subarray(0, length)), String(length))
    useZoneData({ version: "2026f", files: new Map([["America/Winnipeg", whole.subarray(0, 500)]]) })
    assert.strictEqual(localHour(Date.parse("2026-01-15T12:00:00Z"), "America/Winnipeg"), 6)
  })

  it("read the rules of years to come in each form of POSIX", () => {
    const seconds = (hours: number) => 3_600 * hours
    const [m3, m10] = [
      { type: "weekday", month: 3, week: 5, weekday: 0 },
      { type: "weekday", month: 10, week: 5, weekday: 0 }
    ] as const
    const ends = { ...m10, time: seconds(3) }
    assert.deepStrictEqual(readPosixRule("CET-1CEST,M3.5.0,M10.5.0/3"), {
      standard: seconds(1),
      daylight: { offset: seconds(2), starts: { ...m3, time: seconds(2) }, ends }
    })
    assert.deepStrictEqual(readPosixRule("<+0545>-5:45"), { standard: seconds(5.75), daylight: undefined })
    assert.deepStrictEqual(readPosixRule("<-02>2<-01>1,J60/-1,365/25:30:01")?.daylight, {
      offset: seconds(-1),
      starts: { type: "day", day: 59, countsLeapDay: false, time: seconds(-1) },
      ends: { type: "day", day: 365, countsLeapDay: true, time: seconds(25.5) + 1 }
    })
    for (const wrong of ["", "5", "EST", "EST5EDT", "EST5EDT,M3", "EST5EDT,M3.6.0,M1.1.1", "EST5EDT,1,2,3"])
      assert.isUndefined(readPosixRule(wrong), wrong)
  })

  it.prop("show each instant once by the clocks and offset together", [Moment, Zone], ([moment, zone]) => {
    useRecorded()
    const local = localMillis(moment, zone)
    const back = instantOfLocal(local, zone)
    // A time that is shown twice leads to its first instant.
    assert.strictEqual(localMillis(back, zone), local)
    assert.isAtMost(back, moment)
    const { year, month, day, hour } = localDateTime(moment, zone)
    assert.strictEqual(localDay(moment, zone), new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10))
    assert.strictEqual(localHour(moment, zone), hour)
  })

  it.prop("skip forward over times that the clocks leave out", [Moment, Zone], ([local, zone]) => {
    useRecorded()
    const instant = instantOfLocal(local, zone)
    const shown = localMillis(instant, zone)
    assert.isAtLeast(shown, local)
    if (shown !== local)
      assert.strictEqual(shown - local, zoneOffset(zone, instant) - zoneOffset(zone, instant - 86_400_000))
  })
})
