import { Result } from "effect"
import {
  detectDates,
  detectDecimal,
  type Detected,
  detectEncoding,
  detectSeparator,
  type NotText
} from "./detectFormat.ts"
import { columnType } from "./columnTypes.ts"
import {
  type ColumnType,
  type DateOrder,
  type DecimalMark,
  type FileFormat,
  type FileLayout,
  type PhoneDigits,
  layoutLimits,
  ndjsonLayout
} from "./FileLayout.ts"
import type { ImportKind } from "./Import.ts"
import { isTimeTarget } from "./fileProof.ts"
import { textOfCell } from "./importCells.ts"
import { guessColumns } from "./importColumns.ts"
import type { FileRow } from "./importRows.ts"
import { type Preset, presetOf } from "./presets.ts"
import { decodeBytes, hasLongBlank, splitRows, withoutPreamble } from "./splitRows.ts"

/** The beginning of a CSV file: its headers, its first rows, and how they seem to be written. */
export interface InspectedFile {
  readonly format: Pick<FileFormat, "encoding" | "separator" | "newline" | "timezone">
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<FileRow>
  readonly preset: Preset | undefined
}

/** Reads the beginning of a CSV file again in a given format. */
export const inspectAs = (beginning: Uint8Array, format: InspectedFile["format"]): InspectedFile => {
  const { text } = withoutPreamble(beginning, format.encoding, false)
  const whole: FileFormat = { ...format, type: "csv", decimal: ".", dates: "dmy" }
  // The beginning may end within a row; the only row of a short file needs no end.
  const split = splitRows(whole, /[\r\n]$/.test(text) ? text : `${text}${format.newline}`, true)
  const [head, ...rows] = split.map(({ cells }, at): FileRow => ({ row: at + 1, cells }))
  const headers = head?.cells ?? []
  return { format, headers, rows: rows.filter(({ cells }) => cells.join("").trim() !== ""), preset: presetOf(headers) }
}

// Characters that show the separator: to guess it, the parser reads blanks within quotation marks again at each mark.
const guessedCharacters = 32 * 1024

/** Why a file is not inspected: it is no text, has too many columns, or blanks that take the parser long. */
export type Unreadable = NotText | "columns" | "blanks"

/** Finds out how the beginning of a CSV file is written. Pure. */
export const inspectFile = (beginning: Uint8Array, timezone: string): Result.Result<InspectedFile, Unreadable> => {
  const encoding = detectEncoding(beginning)
  if (encoding === "xlsx" || encoding === "compressed" || encoding === "binary") return Result.fail(encoding)
  const text = decodeBytes(beginning, encoding, false).replace(/^\ufeff/, "")
  const found = detectSeparator(text.slice(0, guessedCharacters))
  if (hasLongBlank(found, text)) return Result.fail("blanks")
  const inspected = inspectAs(beginning, { encoding, timezone, ...found })
  return inspected.headers.length > layoutLimits.columns ? Result.fail("columns") : Result.succeed(inspected)
}

const isNumeric = /(?:^|\.)(?:subtotal|total|total_items|quantity|price|amount)$/

// Enough to see what a column holds.
const typedRows = 1_000

/** The likely content of each column. */
export const columnTypes = (
  headers: ReadonlyArray<string>,
  rows: ReadonlyArray<FileRow>
): ReadonlyArray<ColumnType> => {
  const seen = rows.slice(0, typedRows)
  return headers.map((header, column) =>
    columnType(
      header,
      seen.map(({ cells }) => cells[column] ?? "")
    )
  )
}

/** The decimal mark and the order of day and month of the columns with numbers and times, `types` of custom fields among them. */
export const detectMarks = (
  rows: ReadonlyArray<FileRow>,
  targets: ReadonlyArray<string>,
  types: ReadonlyArray<ColumnType> = []
): { readonly decimal: Detected<DecimalMark>; readonly dates: Detected<DateOrder> } => {
  const cellsOf = (type: ColumnType, isWanted: (target: string) => boolean) =>
    targets.flatMap((target, column) =>
      isWanted(target) || (target === "custom_field" && types[column] === type)
        ? rows.map(({ cells }) => cells[column] ?? "")
        : []
    )
  return {
    decimal: detectDecimal(cellsOf("number", (target) => isNumeric.test(target))),
    dates: detectDates(cellsOf("date", isTimeTarget))
  }
}

const plainDigits = /^[1-9]\d{6,14}$/
const withCode = /^(?:\+|00)\d/
const namesCode = /international|country[ _-]?code|e[.]?164|vorwahl|indicatif|prefi/i

/**
 * How phones without a plus sign are read: national unless the header or other cells of their column tell of country codes. "none" where a file has
 * no such phone, or a country in each row.
 */
export const detectPhones = (
  { headers, rows }: Pick<InspectedFile, "headers" | "rows">,
  targets: ReadonlyArray<string>
): Detected<PhoneDigits> => {
  const column = targets.indexOf("phone")
  const cells =
    column === -1 || targets.includes("country") ? [] : rows.map((row) => textOfCell(row.cells[column] ?? ""))
  if (!cells.some((cell) => plainDigits.test(cell))) return "none"
  const isMixed = namesCode.test(headers[column] ?? "") || cells.some((cell) => withCode.test(cell))
  return isMixed ? "ambiguous" : "national"
}

/** The layout that a file seems to have. Marks that are ambiguous stay as given by `marks`. */
export const layoutOf = (
  kind: ImportKind,
  { format, headers, preset, rows }: InspectedFile,
  targets = guessColumns(kind, headers, preset),
  marks: Pick<FileFormat, "decimal" | "dates"> = { decimal: ".", dates: "dmy" }
): FileLayout => ({
  ...ndjsonLayout,
  format: { ...ndjsonLayout.format, ...format, ...marks, type: "csv" },
  headers,
  targets,
  types: columnTypes(headers, rows)
})
