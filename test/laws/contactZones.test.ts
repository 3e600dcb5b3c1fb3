import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { alpha2Of } from "../../src/domain/contacts/Country.ts"
import { contactZone } from "../../src/domain/contacts/contactZone.ts"
import { countriesOfOneZone, countryZone } from "../../src/domain/zones/countryZones.ts"
import { isTimezone, zoneOffset } from "../../src/domain/zones/zoneData.ts"

const zoneTable = "/usr/share/zoneinfo/zone.tab"

const zoneOf = (custom_fields: Readonly<Record<string, unknown>>, phone: string | null = null) =>
  contactZone({ custom_fields, phone })

describe("the time zone of a contact", () => {
  it("is that of a custom field, whatever an import called it", () => {
    const names = [
      "timezone",
      "time_zone",
      "Time Zone",
      "timeZone",
      "TIMEZONE",
      "tz",
      "TZ",
      "$timezone",
      "iana_timezone"
    ]
    for (const name of names) assert.strictEqual(zoneOf({ [name]: "Asia/Tokyo" }), "Asia/Tokyo", name)
    assert.strictEqual(zoneOf({ timezone: " America/Los Angeles " }), "America/Los_Angeles")
    for (const name of ["zone", "timezone2", "my_tz", "x".repeat(10_000)])
      assert.isNull(zoneOf({ [name]: "Asia/Tokyo" }))
  })

  it("is the first field that names a zone, before the phone's country", () => {
    assert.strictEqual(zoneOf({ tz: "Asia/Tokyo", timezone: "Europe/Paris" }), "Europe/Paris")
    assert.strictEqual(zoneOf({ timezone: "Pacific", tz: "Asia/Tokyo" }), "Asia/Tokyo")
    assert.strictEqual(zoneOf({ timezone: "Asia/Tokyo" }, "+33612345678"), "Asia/Tokyo")
    for (const timezone of ["Mars/Base", "", 5, null, "+02:00", "BST"])
      assert.isNull(zoneOf({ timezone }), String(timezone))
  })

  it("is else that of the phone's country, if all clocks there agree", () => {
    assert.strictEqual(zoneOf({}, "+33612345678"), "Europe/Paris")
    assert.strictEqual(zoneOf({ timezone: "" }, "+4915112345678"), "Europe/Berlin")
    assert.strictEqual(zoneOf({}, "+447400123456"), "Europe/London")
    // Several zones, and a phone of no country.
    for (const phone of ["+12025550199", "+34612345678", "+61412345678", "+881612345678"])
      assert.isNull(zoneOf({}, phone))
    assert.isNull(zoneOf({}))
  })

  it("of a country is a known zone of it", () => {
    const countries = new Set(alpha2Of.values())
    for (const country of countriesOfOneZone) {
      assert.isTrue(countries.has(country), country)
      assert.isTrue(isTimezone(countryZone(country) ?? ""), country)
    }
  })

  it.skipIf(!existsSync(zoneTable))(
    "of a country is kept only where all its zones of zone.tab have the same clocks",
    () => {
      const rows = readFileSync(zoneTable, "utf8")
        .split("\n")
        .filter((row) => row !== "" && !row.startsWith("#"))
        .map((row) => row.split("\t"))
      const byCountry = Map.groupBy(rows, ([country = ""]) => country)
      // Four times a day over two years, which meets each change of clocks.
      const clocks = (zone: string) => {
        const offsets: Array<number> = []
        for (let at = Date.UTC(2026, 11, 1); at < Date.UTC(2028, 11, 1); at += 6 * 3_600_000)
          offsets.push(zoneOffset(zone, at))
        return offsets.join()
      }
      for (const [country, zones] of byCountry) {
        const names = zones.map(([, , zone = ""]) => zone)
        const agree = names.length === 1 || new Set(names.map(clocks)).size === 1
        const own = countryZone(country)
        assert.strictEqual(own !== null, agree, country)
        if (own !== null) assert.include(names, own)
      }
    }
  )
})
