import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { strictness } from "../../src/domain/contacts/Consent.ts"
import { consentOfWord, refusalOfCell } from "../../src/domain/imports/consentWords.ts"
import { detectEncoding } from "../../src/domain/imports/detectFormat.ts"
import { failuresCsv } from "../../src/domain/imports/failuresCsv.ts"
import type { ImportKind } from "../../src/domain/imports/Import.ts"
import { bodyOfStored, readPart, storedRecord } from "../../src/domain/imports/readPart.ts"
import { byteLength } from "../../src/domain/imports/splitRows.ts"
import { bodiesOf, layoutOfCsv } from "../support/samples/imports.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)
const wide = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le")
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}
const windows = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const whole = (kind: ImportKind, text: string) => {
  const file = utf8(text)
  return bodiesOf(kind, layoutOfCsv(kind, file), file, file.length).map(([, body]): unknown => JSON.parse(body))
}

const Cell = Schema.Literals([
  "a",
  "é",
  "😀",
  'say "x"',
  "two\nlines",
  "semi;colon",
  "1,5",
  "",
  " ",
  "Ünïcode",
  "товар"
])
const Rows = Schema.Array(Schema.Tuple([Schema.Literals(["1", "1", "2", "3", ""]), Cell, Cell])).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(12)
)
const Written = Schema.Struct({
  rows: Rows,
  separator: Schema.Literals([",", ";", "\t"]),
  newline: Schema.Literals(["\n", "\r\n"]),
  encoding: Schema.Literals(["utf-8", "utf-8 marked", "utf-16le", "utf-16be"]),
  part: Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 900 }))
})

const fileOf = ({ rows, separator, newline, encoding }: typeof Written.Type) => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const lines = [["order_id", "email", "customer_id"], ...rows].map((cells) => cells.map(quoted).join(separator))
  const text = `${lines.join(newline)}${newline}`
  if (encoding === "utf-8") return utf8(text)
  return encoding === "utf-8 marked" ? utf8(`\ufeff${text}`) : wide(text, encoding === "utf-16be")
}

describe("a file", () => {
  it.prop("has the same records however it is cut into parts, encoded and separated", [Written], ([written]) => {
    const file = fileOf(written)
    for (const kind of ["orders", "contacts"] as const) {
      const layout = layoutOfCsv(kind, file)
      assert.strictEqual(layout.format.separator, written.separator)
      assert.deepStrictEqual(layout.headers, ["order_id", "email", "customer_id"])
      const inOne = bodiesOf(kind, layout, file, file.length)
      assert.deepStrictEqual(bodiesOf(kind, layout, file, written.part), inOne)
      const plain = fileOf({ ...written, separator: ",", newline: "\n", encoding: "utf-8" })
      assert.deepStrictEqual(bodiesOf(kind, layoutOfCsv(kind, plain), plain, plain.length), inOne)
    }
  })

  it("is recognized by its beginning: encodings, workbooks, and bytes that are no text", () => {
    const text = "email,first_name\nrené@example.com,René\n"
    assert.strictEqual(detectEncoding(utf8(text)), "utf-8")
    assert.strictEqual(detectEncoding(utf8(text).subarray(0, 22)), "utf-8")
    assert.strictEqual(detectEncoding(windows(text)), "windows-1252")
    assert.strictEqual(detectEncoding(wide(text, false)), "utf-16le")
    assert.strictEqual(detectEncoding(wide(text, true).subarray(2)), "utf-16be")
    assert.strictEqual(detectEncoding(Uint8Array.of(0x50, 0x4b, 3, 4, 20)), "compressed")
    assert.strictEqual(detectEncoding(Uint8Array.of(1, 0, 0, 0, 2, 3)), "binary")
    for (const encoding of ["utf-8", "utf-16le", "windows-1252"] as const) {
      const bytes = encoding === "utf-8" ? utf8(text) : encoding === "utf-16le" ? wide(text, false) : windows(text)
      assert.strictEqual(byteLength(text, encoding), bytes.length - (encoding === "utf-16le" ? 2 : 0))
    }
    assert.deepStrictEqual(whole("contacts", text), [{ email: "rené@example.com", first_name: "René" }])
    const file = windows("email;first_name\r\na@example.com;René\r\n")
    const [record] = bodiesOf("contacts", layoutOfCsv("contacts", file), file, file.length)
    assert.deepStrictEqual(record, [2, '{"email":"a@example.com","first_name":"René"}'])
  })

  it("names its separator by a line before the headers", () => {
    assert.deepStrictEqual(whole("contacts", "sep=;\nemail;first_name\na@example.com;A, B\n"), [
      { email: "a@example.com", first_name: "A, B" }
    ])
  })

  it("is refused with its row where a quotation mark is left open or the headers are others", () => {
    const layout = layoutOfCsv("contacts", utf8("email\na@example.com\n"))
    const open = utf8(`email\n"${"x\n".repeat(500)}`)
    const read = (bytes: Uint8Array, row: number) => readPart("contacts", layout, { bytes, row, isEnd: false })
    assert.match(Result.getOrThrow(Result.flip(read(open.subarray(6), 1))).message, /^Row 2 is too long/)
    assert.match(Result.getOrThrow(Result.flip(read(utf8("phone\n1\n2\n"), 0))).message, /headers/)
    assert.match(Result.getOrThrow(Result.flip(read(Uint8Array.of(101, 255, 10), 1))).message, /not UTF-8/)
  })
})

const Channel = Schema.Literals(["email", "sms"])
const AnyWord = Schema.Literals([
  "yes",
  "no",
  "subscribed",
  "unsubscribed",
  "cleaned",
  "non-subscribed",
  "pending",
  "",
  "[]"
])

describe("a hostile file", () => {
  it("of unpaired characters is refused as no text", () => {
    const layout = layoutOfCsv("contacts", wide("email\na@example.com\n", false))
    const lone = new Uint8Array(Buffer.from("a\ud800b\n", "utf16le"))
    const read = readPart("contacts", layout, { bytes: lone, row: 1, isEnd: true })
    assert.match(Result.getOrThrow(Result.flip(read)).message, /not UTF-16LE/)
  })

  it("with a line or a cell that does not end is refused with its row", () => {
    const layout = layoutOfCsv("contacts", utf8("email\na@example.com\n"))
    for (const text of ["x".repeat(500_000), `"${"x,\n".repeat(150_000)}`]) {
      const read = readPart("contacts", layout, { bytes: utf8(text), row: 1, isEnd: false })
      assert.match(Result.getOrThrow(Result.flip(read)).message, /^Row 2 is too long/)
    }
  })

  it("with more than a thousand blanks in a row is refused, whatever ends its rows", () => {
    for (const newline of ["\n", "\r\n", "\r"] as const)
      for (const separator of [",", "\t"] as const) {
        const format = { ...layoutOfCsv("contacts", utf8("email,tags\n")).format, newline, separator }
        const layout = { ...layoutOfCsv("contacts", utf8("email,tags\n")), format }
        const other = newline === "\r\n" ? "\n" : " "
        const of = (blanks: number) =>
          utf8(
            ["email", "tags"].join(separator) + newline + `"x"`.repeat(3) + other.repeat(blanks) + separator + newline
          )
        const read = (blanks: number) => readPart("contacts", layout, { bytes: of(blanks), row: 0, isEnd: true })
        assert.isTrue(Result.isSuccess(read(1_000)), JSON.stringify([newline, separator]))
        const issue = Result.getOrThrow(Result.flip(read(1_001)))
        assert.deepStrictEqual(issue, {
          field: "file",
          message: "Has more than 1000 blanks in a row after row 0. Remove them"
        })
      }
  })

  it("keeps formulas and nested quotation marks as text", () => {
    const text = 'email,first_name\na@example.com,"=HYPERLINK(""http://x.example"",""say """"a"""""")"\n'
    assert.deepStrictEqual(whole("contacts", text), [
      { email: "a@example.com", first_name: '=HYPERLINK("http://x.example","say ""a""")' }
    ])
  })

  it("reads no cell that a row lacks, however many columns its layout has", () => {
    const layout = layoutOfCsv("orders", utf8("order_id\n1\n"))
    let reads = 0
    const targets = new Proxy(["order_id", ...Array.from({ length: 499 }, () => "line_item.sku")], {
      get: (list, key) => {
        if (typeof key === "string" && /^\d+$/.test(key) && Number(key) > 0) reads++
        const value: unknown = Reflect.get(list, key)
        return value
      }
    })
    const body = storedRecord(layout, [{ row: 2, cells: ["1"] }])
    bodyOfStored("orders", { ...layout, targets }, body)
    assert.strictEqual(reads, 0)
  })
})

describe("columns that state one consent", () => {
  it.prop("never weaken each other", [Channel, AnyWord, AnyWord], ([channel, word, refusal]) => {
    const text = `email,phone,${channel}_consent,${channel}_unsubscribed\na@example.com,+15552220101,${word},${refusal}\n`
    const [body] = whole("contacts", text)
    const result: unknown = Reflect.get(Object(body), `${channel}_consent`)
    const strict = new Map<unknown, number>(Object.entries(strictness))
    for (const stated of [consentOfWord(channel, word), refusalOfCell(channel, "unsubscribed", refusal)]) {
      if (stated !== undefined) assert.isAtLeast(strict.get(result) ?? -1, strict.get(stated) ?? 99)
    }
  })
})

describe("failed rows", () => {
  it("are given back whole with their problem, and import again without it", () => {
    const file = utf8("email,first_name\n=a@,'=SUM(1)\n")
    const layout = layoutOfCsv("contacts", file)
    const body = storedRecord(layout, [{ row: 2, cells: ["=a@", "+x"] }])
    const issues = [{ field: "email", message: "Must be an e-mail address" }]
    const csv = failuresCsv(layout, [
      { row: 2, body, issues },
      { row: 3, body: null, issues: [] }
    ])
    assert.deepStrictEqual(csv.split("\r\n"), [
      '"email","first_name","row","problem"',
      `"'=a@","'+x","2","email: Must be an e-mail address"`,
      '"","","3",""',
      ""
    ])
    const again = utf8(csv)
    const [[, first] = [0, ""]] = bodiesOf("contacts", layoutOfCsv("contacts", again), again, again.length)
    assert.deepStrictEqual(JSON.parse(first), { email: "=a@", first_name: "+x" })
  })
})
