import Papa from "papaparse"
import type { FileRow } from "../../domain/imports/importRows.ts"

const pieceBytes = 256 * 1024

/** Takes some rows of a file and the share of it that is read, 0 to 1; false stops the reading. */
type TakeRows = (rows: ReadonlyArray<FileRow>, read: number) => Promise<boolean>

const readCsv = (file: File, take: TakeRows): Promise<void> =>
  new Promise((resolve, reject) => {
    let row = 0
    Papa.parse<ReadonlyArray<string>>(file, {
      chunkSize: pieceBytes,
      chunk: ({ data, meta }, parser) => {
        const rows = data.map((cells): FileRow => ({ row: ++row, cells }))
        parser.pause()
        take(
          rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")),
          file.size === 0 ? 1 : Math.min(1, meta.cursor / file.size)
        ).then(
          (goOn) => (goOn ? parser.resume() : parser.abort()),
          (error: unknown) => {
            reject(error)
            parser.abort()
          }
        )
      },
      complete: () => resolve(),
      error: reject
    })
  })

const readLines = async (file: File, take: TakeRows): Promise<void> => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let rest = ""
  let row = 0
  for (let at = 0; at < file.size || at === 0; at += pieceBytes) {
    const bytes = await file.slice(at, at + pieceBytes).arrayBuffer()
    const last = at + pieceBytes >= file.size
    const lines = (rest + decoder.decode(bytes, { stream: !last })).split("\n")
    rest = last ? "" : (lines.pop() ?? "")
    const rows = lines.map((line): FileRow => ({ row: ++row, cells: [line.trim()] }))
    const read = last ? 1 : (at + pieceBytes) / file.size
    if (
      !(await take(
        rows.filter(({ cells }) => cells[0] !== ""),
        read
      ))
    )
      return
  }
}

export const isNdjson = (file: File): boolean => /\.(ndjson|jsonl|json)$/i.test(file.name)

/** Reads a file piece by piece, so that also a large one takes little memory. Of NDJSON each row is one cell, its line. */
export const readFile = (file: File, take: TakeRows): Promise<void> =>
  isNdjson(file) ? readLines(file, take) : readCsv(file, take)

/** The first rows of a file. */
export const firstRows = async (file: File, most: number): Promise<ReadonlyArray<FileRow>> => {
  const found: Array<FileRow> = []
  await readFile(file, async (rows) => {
    found.push(...rows.slice(0, most - found.length))
    return found.length < most
  })
  return found
}
