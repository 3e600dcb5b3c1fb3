import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { deflateRawSync, gzipSync } from "node:zlib"
import { importLimits } from "../../src/domain/imports/Import.ts"
import { inspectFile, layoutOf } from "../../src/domain/imports/inspectFile.ts"
import { layoutIssues } from "../../src/domain/imports/layoutIssues.ts"
import { growthOf } from "../support/runner/steps.ts"
import { importedContacts as imported } from "../support/samples/importedContacts.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"))

/** A ZIP of one file, without its directory. */
const zipOf = (name: string, content: string) => {
  const [data, head] = [deflateRawSync(content), Buffer.alloc(30)]
  head.writeUInt32LE(0x04034b50)
  head.writeUInt16LE(8, 8)
  head.writeUInt16LE(name.length, 26)
  return new Uint8Array(Buffer.concat([head, Buffer.from(name), data]))
}

const csv = "email,first_name\nada@example.com,René\n"
const ada = { email: "ada@example.com", first_name: "René" }

describe("a hostile file", () => {
  it("that is no text is refused by its kind", () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52)
    assert.strictEqual(imported(png), "binary")
    assert.strictEqual(imported(new Uint8Array(gzipSync(csv))), "compressed")
    assert.strictEqual(imported(zipOf("contacts.csv", csv)), "compressed")
    assert.strictEqual(imported(zipOf("[Content_Types].xml", "<x/>")), "xlsx")
    assert.strictEqual(imported(utf8("email\na\u0000b@example.com\n")), "binary")
  })

  it("in Latin-1, or in UTF-16 with and without its mark, is read", () => {
    assert.deepStrictEqual(imported(latin1(csv)), [ada])
    assert.deepStrictEqual(imported(utf16(csv)), [ada])
    assert.deepStrictEqual(imported(utf16(`\ufeff${csv}`)), [ada])
    assert.deepStrictEqual(imported(new Uint8Array(Buffer.from(utf16(`\ufeff${csv}`)).swap16())), [ada])
    // Without Latin letters nothing tells UTF-16.
    assert.strictEqual(imported(utf16("почта;имя\n")), "binary")
  })

  it("with too many columns, or a header that is too long, is refused before it is uploaded", () => {
    const headers = ["email", ...Array.from({ length: 9_999 }, (_, at) => `c${at}`)]
    assert.strictEqual(imported(utf8(`${headers.join(",")}\n${headers.join(",")}\n`)), "columns")
    assert.strictEqual(
      imported(utf8(`email,${"x".repeat(501)}\na@example.com,1\n`)),
      "Must have at most 500 characters"
    )
  })

  it("with headers that occur twice imports the first of each, and one field has one column", () => {
    assert.deepStrictEqual(imported(utf8("email,Email,email\na@example.com,b@example.com,c@example.com\n")), [
      { email: "a@example.com" }
    ])
    const inspected = Result.getOrThrow(inspectFile(utf8("a,b,c\n"), "UTC"))
    const issues = (...targets: ReadonlyArray<string>) =>
      layoutIssues("contacts", layoutOf("contacts", inspected, targets))
    assert.deepStrictEqual(issues("email", "phone", "email"), [
      { field: "layout.targets.2", message: '"c" would be imported to the same field as "a"' }
    ])
    assert.deepStrictEqual(issues("email", "custom_field", "custom_field"), [])
    assert.deepStrictEqual(issues("email", "total", ""), [
      { field: "layout.targets.1", message: "Is no field of contacts" }
    ])
    assert.deepStrictEqual(issues("email"), [
      { field: "layout.targets", message: "Must have a field for each of the 3 columns" }
    ])
    const same = Result.getOrThrow(inspectFile(utf8("email,Size,Size\n"), "UTC"))
    assert.lengthOf(layoutIssues("contacts", layoutOf("contacts", same, ["email", "custom_field", "custom_field"])), 1)
  })

  it("whose headers are names of members of every object has no fields by them", () => {
    assert.deepStrictEqual(imported(utf8("constructor,email,__proto__,toString\n1,a@example.com,2,3\n")), [
      { email: "a@example.com" }
    ])
  })

  it("of separators alone, or of blank lines alone, has nothing to import and says so", () => {
    const needed = "Choose a column with the e-mail address or the phone"
    assert.strictEqual(imported(utf8(",,,,\n".repeat(10_000))), needed)
    assert.strictEqual(imported(utf8("\n".repeat(1_000_000))), needed)
    assert.strictEqual(imported(utf8("\r\n".repeat(500_000))), needed)
  })

  it("with a million empty lines between its rows keeps the rows", () => {
    const text = `email\na@example.com\n${"\n".repeat(1_000_000)}b@example.com\n`
    assert.deepStrictEqual(imported(utf8(text)), [{ email: "a@example.com" }, { email: "b@example.com" }])
  })

  it("with rows of other lengths keeps short rows, and refuses each row that has more cells than headers", () => {
    assert.deepStrictEqual(
      imported(utf8("email,first_name\na@example.com\nb@example.com,B,,\nc@example.com,C,D, E\n")),
      [
        { email: "a@example.com" },
        { email: "b@example.com", first_name: "B" },
        "Has 4 cells for 2 columns. Put cells with a separator in quotation marks"
      ]
    )
  })

  it("with a line or a quotation longer than a part, or a cell longer than a record, is refused with its row", () => {
    const start = "email,first_name\na@example.com,A\n"
    assert.match(String(imported(utf8(`${start}${"x".repeat(2 * importLimits.part)}`))), /^Row 3 is too long/)
    assert.match(String(imported(utf8(`${start}"${"x,\n".repeat(400_000)}`))), /^Row 3 is too long/)
    assert.strictEqual(imported(utf8(`${start}b@example.com,${"x".repeat(importLimits.record)}\n`)), "too long")
  })

  it("with invisible and right-to-left characters gives them to the rules of addresses as they are", () => {
    assert.deepStrictEqual(imported(utf8("email\n\u202eada@example.com\nad\u200ba@example.com\n")), [
      { email: "\u202eada@example.com" },
      { email: "ad\u200ba@example.com" }
    ])
  })

  it("with more than a thousand blanks in a row is refused in the preview too", () => {
    assert.strictEqual(imported(utf8(`email,tags\n${'"x" '.repeat(10)}${" ".repeat(1_001)},\n`)), "blanks")
    // Tabs that separate are no blanks.
    assert.deepStrictEqual(imported(utf8(`email${"\t".repeat(400)}\na@example.com${"\t".repeat(400)}\n`)), [
      { email: "a@example.com" }
    ])
  })
})

describe("the work on a file", () => {
  it("grows no faster than its length", async () => {
    const units = {
      "quoted cells": '"a"\n',
      "blank lines": "\n",
      "carriage returns": "\r\n",
      "quotation marks": '"',
      "open quotations": '"a',
      "quotations that end with a line": '"\n',
      "blanks between quotation marks": `"${" ".repeat(900)}`,
      separators: ",",
      "short rows": "a\n"
    }
    const growths = await growthOf(Object.values(units).map((unit) => ["import", 24 * 1024, unit] as const))
    for (const [at, name] of Object.keys(units).entries()) assert.isBelow(growths[at] ?? Infinity, 12, name)
  })
})
