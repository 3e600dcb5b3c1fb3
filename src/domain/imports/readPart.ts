import { Result } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { FileLayout } from "./FileLayout.ts"
import { type ImportKind, importLimits } from "./Import.ts"
import { bodyOfRows, continuesOrder, type FileRow, orderColumn, withOrderName } from "./importRows.ts"
import { byteLength, decodeBytes, hasLongBlank, maxBlanks, maxRows, splitRows, withoutPreamble } from "./splitRows.ts"

/** The rows of one order, or one row of a contact or of NDJSON. */
export type FileRecord = readonly [FileRow, ...ReadonlyArray<FileRow>]

/** A part of a file that begins with a record. `row`: the last row before it, 0 at the beginning of the file. */
export interface FilePart {
  readonly bytes: Uint8Array
  readonly row: number
  /** The file ends with this part. */
  readonly isEnd: boolean
}

/** The whole records of a part. The next part begins `bytes` after this one, behind row `row`. */
export interface ReadPart {
  readonly records: ReadonlyArray<FileRecord>
  readonly bytes: number
  readonly row: number
}

const issue = (message: string) => Result.fail<ValidationIssue>({ field: "file", message })

const decoded = (bytes: Uint8Array, row: number, { format: { encoding } }: FileLayout, isEnd: boolean) =>
  Result.try({
    try: () =>
      row === 0 ? withoutPreamble(bytes, encoding, isEnd) : { text: decodeBytes(bytes, encoding, isEnd), bytes: 0 },
    catch: (): ValidationIssue => ({
      field: "file",
      message: `The text after row ${row} is not ${encoding.toUpperCase()}. Choose another encoding`
    })
  })

const isBlankRow = ({ cells }: FileRow): boolean => cells.every((cell) => cell.trim() === "")

/** Rows as records, each with the index of its first row. */
const recordsOf = (kind: ImportKind, { format, targets }: FileLayout, rows: ReadonlyArray<FileRow>) => {
  const column = orderColumn(targets)
  const records: Array<{ readonly first: number; readonly rows: [FileRow, ...Array<FileRow>] }> = []
  for (const [index, row] of rows.entries()) {
    if (isBlankRow(row)) continue
    const last = records.at(-1)?.rows
    const before = last?.at(-1)
    const continues =
      format.type === "csv" && kind === "orders" && before !== undefined && continuesOrder(column, before, row)
    if (continues) last?.push(withOrderName(column, before, row))
    else records.push({ first: index, rows: [row] })
  }
  return records
}

/**
 * Reads the whole records of a part (contract §4.10). The last order of a part may go on in the next part, so it is left to that. Fails if the
 * part is not text in the layout's encoding, does not begin with the layout's headers, or holds no whole record. Pure.
 */
export const readPart = (
  kind: ImportKind,
  layout: FileLayout,
  { bytes, row, isEnd }: FilePart
): Result.Result<ReadPart, ValidationIssue> =>
  Result.flatMap(decoded(bytes, row, layout, isEnd), ({ text, bytes: preamble }) => {
    const { format, headers } = layout
    if (format.type === "csv" && hasLongBlank(format, text)) {
      return issue(`Has more than ${maxBlanks} blanks in a row after row ${row}. Remove them`)
    }
    const split = splitRows(format, text, isEnd)
    // More rows than are read at a time leave the rest to the next part.
    const isLast = isEnd && (split.length < maxRows || split.at(-1)?.end === text.length)
    const headerRows = format.type === "csv" && row === 0 ? 1 : 0
    if (headerRows === 1 && split[0]?.cells.join("\n") !== headers.join("\n")) {
      return issue("The headers of the file are not those of the layout")
    }
    const rows = split.slice(headerRows).map(({ cells }, at): FileRow => ({ row: row + headerRows + at + 1, cells }))
    const records = recordsOf(kind, layout, rows)
    const goesOn = !isLast && format.type === "csv" && kind === "orders" ? records.pop() : undefined
    const taken = goesOn === undefined ? split.length : headerRows + goesOn.first
    const end = split[taken - 1]?.end ?? 0
    if (end === 0 && !isLast) return issue(`Row ${row + 1} is too long. Perhaps a quotation mark is left open`)
    return Result.succeed({
      records: records.map((record): FileRecord => record.rows),
      bytes: isLast ? bytes.length : preamble + byteLength(text.slice(0, end), format.encoding),
      row: row + taken
    })
  })

/** A record as it is stored until it is imported: a line of NDJSON as it is, rows of CSV as JSON. */
export const storedRecord = ({ format }: FileLayout, record: FileRecord): string =>
  format.type === "csv"
    ? JSON.stringify(record.map(({ row, cells }) => [row, ...cells]))
    : // PostgreSQL stores no zero character; JSON allows neither this nor that.
      (record[0].cells[0] ?? "").replaceAll("\u0000", "\u0001")

/** The rows of a stored record of CSV. */
export const rowsOfStored = (stored: string): ReadonlyArray<FileRow> => {
  const parsed: ReadonlyArray<readonly [number, ...ReadonlyArray<string>]> = JSON.parse(stored)
  return parsed.map(([row, ...cells]) => ({ row, cells }))
}

/** The body of the API of a stored record. */
export const bodyOfStored = (kind: ImportKind, layout: FileLayout, stored: string): string =>
  layout.format.type === "csv" ? bodyOfRows(kind, layout, rowsOfStored(stored)) : stored

const isWider = ({ headers }: FileLayout, { cells }: FileRow): boolean =>
  cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== "")

/**
 * The issue of a stored record that has cells beyond the columns of the file, undefined without any: a separator that is not quoted puts cells
 * into wrong columns, so that nothing of the row can be trusted.
 */
export const issueOfStored = (layout: FileLayout, stored: string): ValidationIssue | undefined => {
  const wide = layout.format.type === "csv" ? rowsOfStored(stored).find((row) => isWider(layout, row)) : undefined
  if (wide === undefined) return undefined
  const [cells, columns] = [wide.cells.length, layout.headers.length]
  return {
    field: "",
    message: `Has ${cells} cells for ${columns} columns. Put cells with a separator in quotation marks`
  }
}

/** Whether a record is longer than an import takes. */
export const isTooLong = (stored: string): boolean => stored.length > importLimits.record
