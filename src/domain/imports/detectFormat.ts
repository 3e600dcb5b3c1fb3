import Papa from "papaparse"
import type { DateOrder, DecimalMark, FileEncoding, FileFormat, Separator } from "./FileLayout.ts"

/** Why a file is not read: a workbook of a spreadsheet program, a compressed file, or no text. */
export type NotText = "xlsx" | "compressed" | "binary"

const startsWith = (bytes: Uint8Array, ...start: ReadonlyArray<number>): boolean =>
  start.every((byte, at) => bytes[at] === byte)

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // The beginning of a file may end within a character.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const isZip = (beginning: Uint8Array): boolean => startsWith(beginning, 0x50, 0x4b, 0x03, 0x04)

// The name of the first file in a ZIP begins at byte 30. Workbooks begin with one of these.
const isWorkbook = (beginning: Uint8Array): boolean =>
  isZip(beginning) &&
  /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/.test(
    new TextDecoder("latin1").decode(beginning.subarray(30, 60))
  )

/** The encoding of a file by its beginning. Text of no known encoding is taken for Windows-1252, as spreadsheet programs write it. */
export const detectEncoding = (beginning: Uint8Array): FileEncoding | NotText => {
  if (startsWith(beginning, 0xd0, 0xcf, 0x11, 0xe0) || isWorkbook(beginning)) return "xlsx"
  if (isZip(beginning) || startsWith(beginning, 0x1f, 0x8b)) return "compressed"
  if (startsWith(beginning, 0xff, 0xfe)) return "utf-16le"
  if (startsWith(beginning, 0xfe, 0xff)) return "utf-16be"
  const zeros = [0, 1].map((parity) => beginning.filter((byte, at) => byte === 0 && at % 2 === parity).length)
  const [even = 0, odd = 0] = zeros
  // Latin text in UTF-16 has a zero in almost every second byte.
  if (odd > beginning.length / 4 && even === 0) return "utf-16le"
  if (even > beginning.length / 4 && odd === 0) return "utf-16be"
  if (even + odd > 0) return "binary"
  return isUtf8(beginning) ? "utf-8" : "windows-1252"
}

const isSeparator = (text: string): text is Separator => [",", ";", "\t", "|"].includes(text)

/** The line by which some spreadsheet programs name the separator, before the headers. */
export const separatorLine = /^sep=(.)(?:\r\n|\n|\r)/

/** The separator and the ends of rows of a CSV file, by its beginning. */
export const detectSeparator = (beginning: string): Pick<FileFormat, "separator" | "newline"> => {
  const named = separatorLine.exec(beginning)
  const text = beginning.slice(named?.[0].length ?? 0)
  const { meta } = Papa.parse(text, {
    preview: 20,
    skipEmptyLines: true,
    delimitersToGuess: [",", ";", "\t", "|"]
  })
  const separator = named?.[1] ?? meta.delimiter
  const newline = (["\r\n", "\r"] as const).find((end) => end === meta.linebreak) ?? "\n"
  return { separator: isSeparator(separator) ? separator : ",", newline }
}

/** The evidence of a file's cells for its marks and dates: "ambiguous" if they fit both readings, "none" if they fit either with the same result. */
export type Detected<Value> = Value | "ambiguous" | "none"

/** The one reading that any cell needs. Cells that need different ones are read by the more frequent, and the others fail their rows. */
const decide = <Value extends string>(needed: ReadonlyArray<Value | "ambiguous">): Detected<Value> => {
  const counts = Map.groupBy(needed, (reading) => reading)
  const clear = [...counts].filter(([reading]) => reading !== "ambiguous")
  const [most] = clear.toSorted(([, one], [, other]) => other.length - one.length)
  return most?.[0] ?? (counts.has("ambiguous") ? "ambiguous" : "none")
}

const markNeeded = (cell: string): ReadonlyArray<DecimalMark | "ambiguous"> => {
  const digits = cell.replace(/[^\d.,]/g, "")
  const last = /[.,](?=\d*$)/.exec(digits)
  if (last === null) return []
  const mark = last[0] === "," ? "," : "."
  const other = mark === "," ? "." : ","
  const marks = digits.replace(/\d/g, "")
  // The last of two kinds of marks begins the decimals.
  if (marks.includes(other)) return [mark]
  if (marks.length > 1) return [other]
  // 1,234 may be a thousand or a little more than one.
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? ["ambiguous"] : [mark]
}

/** The decimal mark of cells with numbers. */
export const detectDecimal = (cells: ReadonlyArray<string>): Detected<DecimalMark> => decide(cells.flatMap(markNeeded))

const dateNeeded = (cell: string): ReadonlyArray<DateOrder | "ambiguous"> => {
  const [, first = "", mark = "", second = ""] =
    /^(\d{1,2})([./-])(\d{1,2})(?:[./-]\d{2,4}\b|\.?$)/.exec(cell.trim()) ?? []
  if (first === "") return []
  // No locale writes the month first with full stops.
  if (mark === "." || Number(first) > 12) return ["dmy"]
  if (Number(second) > 12) return ["mdy"]
  return first === second ? [] : ["ambiguous"]
}

/** The order of day and month of cells with dates. */
export const detectDates = (cells: ReadonlyArray<string>): Detected<DateOrder> => decide(cells.flatMap(dateNeeded))
