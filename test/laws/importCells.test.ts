import { assert, describe, it } from "@effect/vitest"
import { consentOfWord, refusalOfCell } from "../../src/domain/imports/consentWords.ts"
import { detectDates, detectDecimal } from "../../src/domain/imports/detectFormat.ts"
import { type FileFormat, ndjsonLayout } from "../../src/domain/imports/FileLayout.ts"
import { numberOfCell, tagsOfCell, timeOfCell } from "../../src/domain/imports/importCells.ts"

const csvFormat: FileFormat = { ...ndjsonLayout.format, type: "csv" }

describe("cells", () => {
  it("with numbers are read by the decimal mark, without currency and thousands; others are reported as they are", () => {
    const read = (cell: string, decimal: "." | ",") => {
      const value: unknown = JSON.parse(JSON.stringify(numberOfCell(cell, decimal)))
      return value
    }
    const points = {
      "59.90": 59.9,
      "1,234.50": 1234.5,
      "$5.00": 5,
      "₹499.00": 499,
      "59.90 USD": 59.9,
      ".5": 0.5,
      "-1": -1
    }
    for (const [cell, value] of Object.entries(points)) assert.strictEqual(read(cell, "."), value, cell)
    const commas = { "59,90": 59.9, "1.234,50": 1234.5, "59,90 €": 59.9, "1 234,5": 1234.5, "EUR 7,00": 7, "12": 12 }
    for (const [cell, value] of Object.entries(commas)) assert.strictEqual(read(cell, ","), value, cell)
    for (const cell of ["59,90", "1,23", "ten", "1.2.3"]) assert.strictEqual(read(cell, "."), cell)
    for (const cell of ["59.90", "1.23", "1,2,3"]) assert.strictEqual(read(cell, ","), cell)
  })

  it("show their decimal mark and the order of day and month, or that both are possible", () => {
    assert.strictEqual(detectDecimal(["1,234", "59.90"]), ".")
    assert.strictEqual(detectDecimal(["1.234,50"]), ",")
    assert.strictEqual(detectDecimal(["1.234.567"]), ",")
    assert.strictEqual(detectDecimal(["1,234", "12"]), "ambiguous")
    assert.strictEqual(detectDecimal(["12", "", "n/a"]), "none")
    assert.strictEqual(detectDates(["11/05/2026 10:00", "11/25/2026"]), "mdy")
    assert.strictEqual(detectDates(["25-11-2026"]), "dmy")
    assert.strictEqual(detectDates(["05.11.2026"]), "dmy")
    assert.strictEqual(detectDates(["11/05/2026"]), "ambiguous")
    assert.strictEqual(detectDates(["11/11/2026", "2026-01-02"]), "none")
  })

  it("with times are of the file's timezone unless they have an offset, and a day of no calendar is reported", () => {
    const berlin = { ...csvFormat, timezone: "Europe/Berlin" }
    const american = { ...csvFormat, timezone: "America/New_York", dates: "mdy" } as const
    assert.strictEqual(timeOfCell("2026-11-05 10:00:00", berlin), "2026-11-05T09:00:00Z")
    assert.strictEqual(timeOfCell("2026-07-05", berlin), "2026-07-04T22:00:00Z")
    assert.strictEqual(timeOfCell("2024-03-05 10:11:12 +0100", american), "2024-03-05T09:11:12Z")
    assert.strictEqual(timeOfCell("05.11.2026 10:00", berlin), "2026-11-05T09:00:00Z")
    assert.strictEqual(timeOfCell("11/05/2026 10:00", american), "2026-11-05T15:00:00Z")
    assert.strictEqual(timeOfCell("11/05/26 10:00 PM", american), "2026-11-06T03:00:00Z")
    assert.strictEqual(timeOfCell("November 5, 2026 12:00 AM", american), "2026-11-05T05:00:00Z")
    assert.strictEqual(timeOfCell("5 Nov 2026", csvFormat), "2026-11-05T00:00:00Z")
    for (const cell of ["2026-02-30", "31/11/2026", "5 Foo 2026", "2026-13-01", "2026-01-01 25:00", "soon"]) {
      assert.strictEqual(timeOfCell(cell, csvFormat), cell)
    }
  })

  it("with tags may quote a tag that holds a comma", () => {
    assert.deepStrictEqual(tagsOfCell('"VIP","Blog, daily"'), ["VIP", "Blog, daily"])
    assert.deepStrictEqual(tagsOfCell('"VIP", "Blog, daily"'), ["VIP", "Blog, daily"])
    assert.deepStrictEqual(tagsOfCell("vip, tea,,"), ["vip", "tea"])
  })

  it("state a consent in the words of each service; a no to marketing states none", () => {
    const words = {
      SUBSCRIBED: "subscribed",
      yes: "subscribed",
      UNSUBSCRIBED: "unsubscribed",
      "Opted out": "unsubscribed",
      NEVER_SUBSCRIBED: "never_subscribed",
      "Non-subscribed": "never_subscribed",
      cleaned: "suppressed",
      no: undefined,
      "": undefined,
      perhaps: "perhaps"
    }
    for (const [word, state] of Object.entries(words)) assert.strictEqual(consentOfWord("email", word), state, word)
    assert.strictEqual(consentOfWord("sms", "cleaned"), "unsubscribed")
    assert.strictEqual(refusalOfCell("email", "unsubscribed", "Yes"), "unsubscribed")
    assert.strictEqual(refusalOfCell("email", "unsubscribed", "2022-01-01 00:00:00"), "unsubscribed")
    assert.strictEqual(refusalOfCell("email", "unsubscribed", "No"), undefined)
    assert.strictEqual(refusalOfCell("email", "suppressed", "['HARD_BOUNCE']"), "suppressed")
    assert.strictEqual(refusalOfCell("email", "suppressed", "['UNSUBSCRIBE']"), "unsubscribed")
    assert.strictEqual(refusalOfCell("email", "suppressed", "[]"), undefined)
    assert.strictEqual(refusalOfCell("sms", "unsubscribed", "Yes"), "unsubscribed")
  })
})
