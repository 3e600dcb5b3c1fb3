import Papa from "papaparse"
import type { FileEncoding, FileFormat } from "./FileLayout.ts"
import { separatorLine } from "./detectFormat.ts"

/** The cells of a row, and the characters of the text up to its end. An NDJSON row has one cell, its line. */
export interface SplitRow {
  readonly cells: ReadonlyArray<string>
  readonly end: number
}

/**
 * The most rows of one text. Each takes some microseconds to become a record, whatever its length, and a process reads a text without a
 * pause.
 */
export const maxRows = 10_000

const splitLines = (text: string, isEnd: boolean): ReadonlyArray<SplitRow> => {
  const rows: Array<SplitRow> = []
  for (let from = 0; from < text.length && rows.length < maxRows;) {
    const newline = text.indexOf("\n", from)
    if (newline === -1 && !isEnd) break
    const end = newline === -1 ? text.length : newline + 1
    rows.push({ cells: [text.slice(from, newline === -1 ? end : newline).trim()], end })
    from = end
  }
  return rows
}

/** Blanks in a row that a CSV file may have. */
export const maxBlanks = 1_000

const blanks: Readonly<Record<FileFormat["newline"], string>> = {
  "\n": "[^\\S\\n]",
  "\r": "[^\\S\\r]",
  "\r\n": "(?:[^\\S\\r\\n]|\\r(?!\\n)|(?<!\\r)\\n)"
}

// Shorter runs are not looked at one by one.
const someBlanks = 16

/**
 * Whether text has more blanks in a row than a file may have. Within quotation marks the parser looks through the blanks before the next
 * separator again at each mark, so that its work would grow with the product of both.
 */
export const hasLongBlank = (
  { separator, newline }: Pick<FileFormat, "separator" | "newline">,
  text: string
): boolean => {
  const blank = separator === "\t" ? `(?!\\t)${blanks[newline]}` : blanks[newline]
  // Runs are matched whole: a search for longer ones alone would begin again at each of their blanks.
  return text.matchAll(new RegExp(`(?:${blank}){${someBlanks},}`, "g")).some(([run]) => run.length > maxBlanks)
}

const splitCsv = ({ separator, newline }: FileFormat, text: string, isEnd: boolean): ReadonlyArray<SplitRow> => {
  const rows: Array<SplitRow> = []
  const parser = new Papa.Parser({
    delimiter: separator,
    newline,
    step: ({
      data,
      meta
    }: {
      readonly data: ReadonlyArray<ReadonlyArray<string>>
      readonly meta: { readonly cursor: number }
    }) => {
      const [cells] = data
      if (cells !== undefined) rows.push({ cells, end: meta.cursor })
      if (rows.length === maxRows) parser.abort()
    }
  })
  parser.parse(text, 0, !isEnd)
  return rows
}

/**
 * Splits text that begins with a row into its first rows, `maxRows` at most. Unless the file ends with it, the last row is left out: it may
 * go on. Pure.
 */
export const splitRows = (format: FileFormat, text: string, isEnd: boolean): ReadonlyArray<SplitRow> =>
  format.type === "ndjson" ? splitLines(text, isEnd) : splitCsv(format, text, isEnd)

/** Bytes of the mark that files in Unicode may begin with. */
const markBytes: Record<FileEncoding, number> = { "utf-8": 3, "utf-16le": 2, "utf-16be": 2, "windows-1252": 0 }

/**
 * Decodes bytes that begin with a character. Unless the file ends with them, a character that they cut is left out. Throws a
 * `TypeError` for bytes of another encoding.
 */
export const decodeBytes = (bytes: Uint8Array, encoding: FileEncoding, isEnd: boolean): string =>
  new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isEnd })

/** The text of the beginning of a file, and the bytes before it: its byte order mark and the line that names its separator. */
export const withoutPreamble = (bytes: Uint8Array, encoding: FileEncoding, isEnd: boolean) => {
  const marked = decodeBytes(bytes, encoding, isEnd)
  const mark = marked.startsWith("\ufeff") ? markBytes[encoding] : 0
  const text = mark === 0 ? marked : marked.slice(1)
  const line = separatorLine.exec(text)?.[0] ?? ""
  return { text: text.slice(line.length), bytes: mark + byteLength(line, encoding) }
}

/** The bytes of text in an encoding. */
export const byteLength = (text: string, encoding: FileEncoding): number => {
  if (encoding === "utf-8") return new TextEncoder().encode(text).length
  return encoding === "windows-1252" ? text.length : 2 * text.length
}
